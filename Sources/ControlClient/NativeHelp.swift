// SPDX-License-Identifier: Apache-2.0

/// The help of `flipbookctl`.
package enum NativeHelp {
  /// The whole text.
  package static let text: StaticString = """
    Usage: flipbookctl [OPTION]... COMMAND [ARGUMENT]...
    Sends flipbookd a command and waits for its answer. Under the name 'plymouth' this program is
    Plymouth's client; see plymouth(1).

    Commands:
      progress PERCENT|unknown   how much is done; --channel N means one of several rings
      message [TEXT]...          a line of text; none removes it; --slot N means one of several
      eta SECONDS|unknown        how long it probably still takes
      start, done, fail, reset   something begins, is done, has failed, goes back to the start
      status                     print the daemon's state, a key and its value on each line
      subscribe                  print a line for every change, until the daemon ends
      has-active-terminal        succeed where the splash is on the active terminal
      wait-for-frame             wait for the daemon, and until a display shows a frame of it
      remember-boot [FOLDER]     after a boot, add its times to those of earlier boots, by which the
                                 next ones have a percentage; needs no daemon
      theme [NAME[:VARIANT]]     show an installed theme, or the one that was applied last; with
                                 --reset the machine's own
      mode MODE                  what the machine is doing: boot-up, shutdown, reboot, updates,
                                 system-upgrade, firmware-upgrade or system-reset
      details [on|off]           show the console in place of the splash, or the splash again;
                                 without a word the other one, as Esc does
      follow SOURCE [OPTION]...  read an installer's progress, of stdin, apt, swupdate, rauc or
                                 sysupdate; see follow --help
      deactivate, reactivate     give the display up, and take it back
      quit                       end the daemon; with --retain the last frame stays until another
                                 program draws

    Options:
      --channel N       of progress: 1 (default) is the outermost ring
      --slot N          of message: 1 (default) is shown by every look, 2 to 4 by themes
      --json            of status and subscribe: JSON objects
      --retain          of quit
      --socket PATH     the daemon's socket (default: $FLIPBOOK_SOCKET, else /run/flipbook.sock)
      --timeout MS      how long the daemon may take to answer (default: 10000)
      --                what follows is no option
      --help, --version

    Exit status: 0 done, 1 refused by the daemon, 2 wrong arguments, 3 no daemon, no answer, or a
    subscription that was cut off.

    """
}
