// SPDX-License-Identifier: Apache-2.0

package import Linux

/// The virtual terminal that the splash replaces on the displays.
///
/// When the user switches to another terminal, that terminal gets the displays. On a card the kernel keeps
/// drawing the active terminal's text into its own framebuffer, so that the console is back at once
/// however the program ends. On a framebuffer device, and on a terminal given by the options, the kernel
/// must not draw.
package struct Terminal: ~Copyable {
  private var terminal: VirtualTerminal?
  /// The active terminal while another program has it, until that program leaves it.
  private var foreign: ForeignTerminal?

  /// No terminal yet.
  package init() {}

  /// Opens and activates the given terminal, in graphics mode if `isGraphical`; without a given terminal,
  /// opens the active one.
  ///
  /// Without a terminal, without permission, or if another program has it, the daemon keeps the displays
  /// whatever terminal is active.
  ///
  /// - Returns: Whether a given terminal could be opened.
  @discardableResult
  package mutating func open(_ asked: Path?, isGraphical: Bool = false) -> Bool {
    guard let path = asked ?? VirtualTerminal.active() else { return true }
    terminal = try? VirtualTerminal(opening: path)
    if asked == nil {
      if isShown == nil { foreign = ForeignTerminal(opening: path) }
      return true
    }
    if isShown == nil { return false }
    terminal?.setGraphical(isGraphical)
    terminal?.activate()
    // A compositor may end without answering the kernel; the kernel then forgets the switch.
    if isShown == false, let active = VirtualTerminal.active() {
      foreign = ForeignTerminal(opening: active)
    }
    return true
  }

  /// Sets graphics mode, in which the kernel does not draw text over a framebuffer device.
  package mutating func setGraphical(_ isGraphical: Bool) { terminal?.setGraphical(isGraphical) }

  /// Keeps it active when the program exits.
  package mutating func stay() { terminal?.stay() }

  /// Allows the switch to another terminal.
  package mutating func release() { terminal?.release() }

  /// Acknowledges that the terminal is active.
  package mutating func acquire() {
    foreign = nil
    terminal?.acquire()
  }

  /// Leaves the terminal to a program that has taken it already.
  package mutating func abandon() { terminal?.abandon() }

  /// The state of the terminal that was active at the start and belongs to another program.
  ///
  /// When that program leaves the terminal, the daemon takes it, or switches away from it.
  package mutating func foreignState() -> ForeignTerminal.State {
    let state: ForeignTerminal.State =
      switch foreign {
      case .some(let foreign): foreign.state
      case .none: .free
      }
    if state == .free, foreign != nil {
      foreign = nil
      if isShown == nil { open(nil) } else { terminal?.activate() }
    }
    return state
  }

  /// Whether it is active; nil where there is none.
  package var isShown: Bool? {
    switch terminal {
    case .some(let terminal): terminal.isShown
    case .none: nil
    }
  }
}
