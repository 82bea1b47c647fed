// SPDX-License-Identifier: Apache-2.0

/// The help of `flipbookctl follow`.
enum FollowHelp {
  static var text: StaticString {
    """
    Usage: flipbookctl follow SOURCE [OPTION]...
    Reads an installer's progress and sends it to flipbookd, which may be slow, absent or restarted.
    The progress never goes back, and is 100 only when all has succeeded.

    Sources:
      stdin       lines of a script: '42.5 Unpacking', '# Unpacking', what zenity and dialog --gauge
                  read, and progress PERCENT, step PERCENT, message TEXT, start, done, fail REASON
      apt         the lines of APT's APT::Status-Fd
      swupdate    SWUpdate's progress socket; may be started again
      rauc        RAUC's installations, over D-Bus; may be started again
      sysupdate   systemd-sysupdated's jobs, over D-Bus

    Options:
      --eta               add the estimated remaining time to the message
      --record FILE       also write the commands with their times
      --socket PATH       the daemon's socket (default: $FLIPBOOK_SOCKET, else /run/flipbook.sock)
      --fd N              of stdin and apt: the descriptor to read (default: standard input)
      --done              of stdin and apt: the end of the input is a success, unless an error was
                          reported
      --download-only     of apt: no installation follows the downloads
      --weights N,N...    of apt (default: 30,70) and swupdate: the part of each stage of the whole
      --path PATH         of swupdate: its socket (default: swupdateprog in $RUNTIME_DIRECTORY,
                          $TMPDIR, /run/swupdate or /tmp)
      --bus ADDRESS       of rauc and sysupdate: the bus (default: $DBUS_SYSTEM_BUS_ADDRESS, else
                          the system's)
      --once              of swupdate, rauc and sysupdate: end with the first installation
      --help, --version

    Exit status: 0 the end of the input, or a success with --once; 1 a failure with --once; 2 wrong
    arguments, or a file that cannot be read or written.

    """
  }
}
