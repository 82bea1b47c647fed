// SPDX-License-Identifier: Apache-2.0

import Control
package import Linux
package import Stage

/// Which other protocols the daemon speaks, and with which peers.
package struct ProtocolOptions {
  /// Whether a protocol is used.
  package enum Choice: Equatable {
    /// The protocol is used if the daemon runs as root with a display, and no other program listens.
    case automatic
    /// The protocol is used; a failure is logged, and retried.
    case on
    /// The protocol is not used.
    case off
  }

  /// The keyboard for prompts.
  package enum Keyboard {
    /// The active terminal.
    case automatic
    /// This terminal.
    case given(Path)
    /// None: prompts are refused.
    case none
  }

  package var keyboard = Keyboard.automatic
  /// Whether a keyboard is on the display: automatically if no other is attached, but something to tap with.
  package var onScreenKeyboard = Choice.automatic
  /// Whether its pressed keys are shown.
  package var showsKeyFeedback = true
  /// Whether it has a key that shows the typed password.
  package var showsRevealKey = false
  /// Consoles where prompts are also written and answered.
  package var consoles = PathList()
  /// Whether the kernel's consoles are used, too.
  package var asksOnConsoles = true
  package var plymouth = Choice.automatic
  /// An abstract name instead of Plymouth's own two; for tests.
  package var plymouthName: Path?
  /// A user that may use Plymouth's protocol besides root; for tests.
  package var plymouthUser: UInt32?
  package var psplash = Choice.automatic
  /// The pipes for psplash's writers; empty for the default path.
  package var psplashPaths = PathList()
  /// The pipes for psplash's writers, the default path among them.
  var psplashPipes: [Path] {
    psplashPaths.paths.isEmpty ? [EndpointSetup.defaultPipe] : psplashPaths.paths
  }
  /// The path of the PID file.
  package var pidFile: Path?
  /// A group with access to the native protocol.
  package var group: UInt32?
  /// The machine's mode.
  package var mode: MachineMode?
}
