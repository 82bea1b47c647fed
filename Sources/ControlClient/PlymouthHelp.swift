// SPDX-License-Identifier: Apache-2.0

/// The help of Plymouth's client, in the order in which scripts look for words in it.
package enum PlymouthHelp {
  /// The whole text.
  package static let text: StaticString = """
    Splash control client of Flipbook
    USAGE: plymouth [OPTION...] [COMMAND [OPTION...]...]

    Options:
      --help                      This help message
      --debug                     Accepted and ignored
      --get-splash-plugin-path    Get directory where splash plugins are installed
      --newroot=<string>          Tell the daemon that the new root filesystem is mounted
      --quit                      Tell the daemon to quit
      --ping                      Check whether the daemon is running
      --has-active-vt             Check whether the daemon has the active terminal
      --sysinit                   Tell the daemon that the root filesystem is mounted read-write
      --show-splash               Show the splash screen
      --hide-splash               Hide the splash screen
      --ask-for-password          Ask the user for a password
      --ignore-keystroke=<string> Remove sensitivity to a keystroke
      --update=<string>           Tell the daemon how far booting is
      --details                   Tell the daemon that there were errors
      --wait                      Wait for the daemon to quit

    Available commands:
      change-mode         Change the operation mode
      system-update       Tell the daemon how far updating is
      update              Tell the daemon how far booting is
      update-root-fs      Tell the daemon about changes of the root filesystem
      show-splash         Show the splash screen
      hide-splash         Hide the splash screen
      ask-for-password    Ask the user for a password
      ask-question        Ask the user a question
      display-message     Display a message (also: message)
      hide-message        Hide a message
      watch-keystroke     Become sensitive to a keystroke
      ignore-keystroke    Remove sensitivity to a keystroke
      pause-progress      Pause progress
      unpause-progress    Let progress go on
      report-error        Tell the daemon that there were errors
      deactivate          Have the daemon leave the display to somebody else
      reactivate          Have the daemon take the display back
      reload              Have the daemon reload its theme
      quit                Tell the daemon to quit

    Options for change-mode command:
      --boot-up             Starting the system up
      --shutdown            Shutting the system down
      --reboot              Rebooting the system
      --updates             Applying updates
      --system-upgrade      Upgrading the system to a new version
      --firmware-upgrade    Upgrading firmware to a new version
      --system-reset        Resetting the system to its factory state

    Options for system-update command:
      --progress=<integer>  The percentage of the updates, from 0 to 100

    Options for update command:
      --status=<string>     What is being done

    Options for update-root-fs command:
      --new-root-dir=<string> The root filesystem is about to change
      --read-write          The root filesystem is no longer read-only

    Options for ask-for-password command:
      --command=<string>    Command that gets the password on standard input
      --prompt=<string>     Message to display while asking
      --number-of-tries=<integer> How often to ask (with --command; default: 3)
      --dont-pause-progress Don't pause progress while asking

    Options for ask-question command:
      --command=<string>    Command that gets the answer on standard input
      --prompt=<string>     Message to display while asking
      --dont-pause-progress Don't pause progress while asking

    Options for display-message command:
      --text=<string>       The message

    Options for hide-message command:
      --text=<string>       The message

    Options for watch-keystroke command:
      --command=<string>    Command that gets the key on standard input
      --keys=<string>       Keys to become sensitive to (default: all)

    Options for ignore-keystroke command:
      --keys=<string>       Keys to remove sensitivity to

    Options for quit command:
      --retain-splash       Leave the last frame on the display

    """
}
