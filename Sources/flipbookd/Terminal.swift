import System

/// The virtual terminal in whose place the displays show the picture.
///
/// The user may change to another terminal, which then has the displays. On a card the kernel goes on
/// drawing the terminal's text, where nobody sees it: so the console is back at once however the
/// program ends. On a framebuffer device it must not draw.
struct Terminal: ~Copyable {
  private var terminal: VirtualTerminal?

  /// Takes the terminal that is shown, unless there is none, or it is somebody else's, or it may not
  /// be taken; then the displays stay ours whatever terminal is shown.
  mutating func take(isGraphical: Bool) {
    guard let path = VirtualTerminal.active() else { return }
    terminal = try? VirtualTerminal(opening: path, isGraphical: isGraphical)
  }

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
