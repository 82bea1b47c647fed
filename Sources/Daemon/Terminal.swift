// SPDX-License-Identifier: Apache-2.0

import Linux
import Text

/// The virtual terminal that the splash replaces on the displays.
///
/// When the user switches to another terminal, that terminal gets the displays. On a card the kernel keeps
/// drawing the active terminal's text into its own framebuffer, so that the console is back at once
/// however the program ends. On a framebuffer device, and on a terminal given by the options, the kernel
/// must not draw.
struct Terminal: ~Copyable {
  private var terminal: VirtualTerminal?
  /// The active terminal while another program has it, until that program leaves it.
  private var foreign: ForeignTerminal?

  /// Takes and activates the given terminal, in graphics mode if `isGraphical`; without a given terminal,
  /// takes the active one.
  ///
  /// Without a terminal, without permission, or if another program has it, the daemon keeps the displays
  /// whatever terminal is active.
  mutating func take(_ asked: Path?, isGraphical: Bool = false) {
    guard let path = asked ?? VirtualTerminal.active() else { return }
    terminal = try? VirtualTerminal(opening: path)
    if asked == nil {
      if isShown == nil { foreign = ForeignTerminal(opening: path) }
      return
    }
    if isShown == nil {
      // A kernel without virtual terminals is not an error.
      let priority = VirtualTerminal.active() == nil ? Log.Priority.info : .warning
      let reason = "--tty: cannot take the terminal; going on without" as StaticString
      return Log.write(path.bytes, reason.bytes, priority)
    }
    terminal?.setGraphical(isGraphical)
    terminal?.activate()
    // A compositor may end without answering the kernel; the kernel then forgets the switch.
    if isShown == false, let active = VirtualTerminal.active() {
      foreign = ForeignTerminal(opening: active)
    }
  }

  /// Sets graphics mode, in which the kernel does not draw text over a framebuffer device.
  mutating func setGraphical(_ isGraphical: Bool) { terminal?.setGraphical(isGraphical) }

  /// Keeps it active when the program exits.
  mutating func stay() { terminal?.stay() }

  /// Allows the switch to another terminal.
  mutating func release() { terminal?.release() }

  /// Acknowledges that the terminal is active.
  mutating func acquire() {
    foreign = nil
    terminal?.acquire()
  }

  /// Leaves the terminal to a program that has taken it already.
  mutating func abandon() { terminal?.abandon() }

  /// The state of the terminal that was active at the start and belongs to another program.
  ///
  /// When that program leaves the terminal, the daemon takes it, or switches away from it.
  mutating func foreignState() -> ForeignTerminal.State {
    let state: ForeignTerminal.State =
      switch foreign {
      case .some(let foreign): foreign.state
      case .none: .free
      }
    if state == .free, foreign != nil {
      foreign = nil
      if isShown == nil { take(nil) } else { terminal?.activate() }
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
