// SPDX-License-Identifier: Apache-2.0

/// When an animation may change next if no command comes.
public enum NextChange: Equatable, Sendable {
  /// It is moving: every frame may differ from the one before.
  case now

  /// It is still, and stays so until an instant.
  case at(Instant)

  /// It is still, and stays so until a command comes.
  case never

  /// Whichever of two comes first.
  package func earlier(_ other: NextChange) -> NextChange {
    switch (self, other) {
    case (.now, _), (_, .now): .now
    case (.never, let change), (let change, .never): change
    case (.at(let a), .at(let b)): .at(min(a, b))
    }
  }
}
