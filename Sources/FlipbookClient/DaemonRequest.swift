// SPDX-License-Identifier: Apache-2.0

import Control
import Stage
public import Text

/// A request about the daemon and not about the stage.
public enum DaemonRequest: Equatable, Sendable {
  /// The activity of the machine by its name, such as `updates`, for which a theme may have other elements; progress
  /// starts again.
  case mode(Message)
  /// Shows an installed theme, by its name or `NAME:VARIANT`; with an empty name that of `flipbook-theme apply`, and
  /// with `--reset` the default theme of the machine.
  case theme(Message)
  /// Shows a still frame and releases the display to another program, such as one that uses `FlipbookDisplay`.
  case deactivate
  /// Takes the display back after `deactivate`.
  case reactivate
  /// Ends the daemon. With `retainsFrame` the last frame stays, and the answer comes when another program has drawn.
  case quit(retainsFrame: Bool)

  /// The request as it is parsed by the daemon; nil for a mode that does not exist.
  var request: Request? {
    switch self {
    case .mode(let name): MachineMode(name.utf8).map { .mode($0) }
    case .theme(let name): .theme(name)
    case .deactivate: .deactivate
    case .reactivate: .reactivate
    case .quit(let retains): .quit(retains: retains)
    }
  }
}
