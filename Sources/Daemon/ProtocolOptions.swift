// SPDX-License-Identifier: Apache-2.0

package import Control
package import Linux

/// Which protocols of others are spoken, and with whom.
package struct ProtocolOptions {
  /// Whether a protocol is spoken.
  package enum Choice: Equatable {
    /// By root on a display, where nobody else speaks it.
    case automatic
    /// Yes; what is in the way is logged, and tried again.
    case on
    /// No.
    case off
  }

  /// Where a person types.
  package enum Keyboard {
    /// At the terminal that is shown.
    case automatic
    /// At this terminal.
    case given(Path)
    /// Nowhere: nobody can be asked.
    case none
  }

  package var keyboard = Keyboard.automatic
  /// Where what is asked is written and answered besides.
  package var consoles = PathList()
  /// Whether that is done at the kernel's consoles, too.
  package var asksOnConsoles = true
  package var plymouth = Choice.automatic
  /// An abstract name in place of Plymouth's own two; for tests.
  package var plymouthName: Path?
  /// A user who may use Plymouth's protocol besides root; for tests.
  package var plymouthUser: UInt32?
  package var psplash = Choice.automatic
  /// Where psplash's writers write; at the usual place when there is none.
  package var psplashPaths = PathList()
  /// Where the program's number is written.
  package var pidFile: Path?
  /// Whose members may use the native protocol.
  package var group: UInt32?
  /// What the machine is doing.
  package var mode: PlymouthMode?
}
