import Linux

/// The virtual terminal in whose place the displays show the picture.
///
/// The user may change to another terminal, which then has the displays. On a card the kernel goes on
/// drawing the terminal's text, where nobody sees it: so the console is back at once however the
/// program ends. On a framebuffer device it must not draw.
struct Terminal: ~Copyable {
  private var terminal: VirtualTerminal?

  /// Takes the terminal that was asked for, and has it shown; or the one that is shown.
  ///
  /// Where there is none, or it is somebody else's, or it may not be taken, the displays stay ours
  /// whatever terminal is shown.
  mutating func take(_ asked: Path?) {
    guard let path = asked ?? VirtualTerminal.active() else { return }
    terminal = try? VirtualTerminal(opening: path)
    if asked == nil { return }
    if isShown == nil { Log.write("the terminal of --tty cannot be taken, going on without") }
    terminal?.activate()
  }

  /// Keeps the kernel from drawing the terminal's text over the picture, where it would.
  mutating func setGraphical(_ isGraphical: Bool) { terminal?.setGraphical(isGraphical) }

  /// Has it stay the one that is shown at the end too.
  mutating func stay() { terminal?.stay() }

  /// Lets another terminal be shown.
  mutating func release() { terminal?.release() }

  /// Takes note that the terminal is shown again.
  mutating func acquire() { terminal?.acquire() }

  /// Leaves the terminal to a program that has taken it already.
  mutating func abandon() { terminal?.abandon() }

  /// Whether it is shown; nil where there is none.
  var isShown: Bool? {
    switch terminal {
    case .some(let terminal): terminal.isShown
    case .none: nil
    }
  }
}
