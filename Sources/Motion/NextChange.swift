// SPDX-License-Identifier: Apache-2.0

/// When an animation may change next if no command comes.
public enum NextChange: Equatable, Sendable {
  /// It is moving: every frame may differ from the previous frame.
  case now

  /// It is moving, but so slowly that there is no visible difference before an instant.
  case visibly(Instant)

  /// The animation is still, and stays so until an instant.
  case at(Instant)

  /// The animation is still, and stays so until a command comes.
  case never

  /// The earlier of two changes.
  package func earlier(_ other: NextChange) -> NextChange {
    switch (self, other) {
    case (.now, _), (_, .now): .now
    case (.never, let change), (let change, .never): change
    case (.at(let a), .at(let b)): .at(min(a, b))
    case (.visibly(let a), .visibly(let b)), (.visibly(let a), .at(let b)),
      (.at(let a), .visibly(let b)):
      .visibly(min(a, b))
    }
  }

  /// The change for a caller that needs every differing frame.
  package var ofEveryFrame: NextChange {
    if case .visibly = self { .now } else { self }
  }
}
