// SPDX-License-Identifier: Apache-2.0

import Linux

/// The virtual terminal that the splash replaces on the displays.
///
/// When the user switches to another terminal, that terminal gets the displays. On a card the kernel keeps
/// drawing the terminal's text into its own framebuffer, so that the console is back at once however the
/// program ends. On a framebuffer device the kernel must not draw.
struct Terminal: ~Copyable {
  private var terminal: VirtualTerminal?
  /// The terminal that another program has, until it leaves.
  private var foreign: ForeignTerminal?

  /// Takes and activates the given terminal, or takes the active one.
  ///
  /// Without a terminal, without permission, or if another program has it, the daemon keeps the displays
  /// whatever terminal is active.
  @inline(never)
  mutating func take(_ asked: Path?) {
    guard let path = asked ?? VirtualTerminal.active() else { return }
    terminal = try? VirtualTerminal(opening: path)
    if asked == nil {
      if isShown == nil { foreign = ForeignTerminal(opening: path) }
      return
    }
    if isShown == nil { Log.write("the terminal of --tty cannot be taken, going on without") }
    terminal?.activate()
  }

  /// Sets graphics mode, in which the kernel does not draw text over a framebuffer device.
  mutating func setGraphical(_ isGraphical: Bool) { terminal?.setGraphical(isGraphical) }

  /// Keeps it active when the program exits.
  mutating func stay() { terminal?.stay() }

  /// Allows the switch to another terminal.
  mutating func release() { terminal?.release() }

  /// Acknowledges that the terminal is active again.
  mutating func acquire() { terminal?.acquire() }

  /// Leaves the terminal to a program that has taken it already.
  mutating func abandon() { terminal?.abandon() }

  /// What another program does with the terminal that was active at the start; then no terminal was taken.
  ///
  /// When the program leaves, it is the terminal to be taken.
  mutating func foreignState() -> ForeignTerminal.State {
    let state: ForeignTerminal.State =
      switch foreign {
      case .some(let foreign): foreign.state
      case .none: .free
      }
    if state == .free, foreign != nil {
      foreign = nil
      take(nil)
    }
    return state
  }

  /// Whether it is active; nil where there is none.
  var isShown: Bool? {
    switch terminal {
    case .some(let terminal): terminal.isShown
    case .none: nil
    }
  }
}
