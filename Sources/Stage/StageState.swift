// SPDX-License-Identifier: Apache-2.0

internal import Text

/// The state of an animation.
public enum StageState: CaseIterable, Equatable, Sendable {
  /// No work has begun.
  case idle

  /// The download bar's box becomes a bar while the arrow jumps to its beginning.
  case readying

  /// The download bar's bubble settles at the bar's beginning.
  case settling

  /// The download bar's bubble rides along the bar.
  case downloading

  /// A flow bar or a ring follows its progress.
  case running

  /// All work is done, and shown so.
  case succeeded

  /// Fading to the failure state.
  case failing

  /// In the failure state, until a reset.
  case failed

  /// Returning to the initial state after a reset.
  case resuming

  /// The state's name in status replies.
  package var name: StaticString {
    switch self {
    case .idle: "idle"
    case .readying: "readying"
    case .settling: "settling"
    case .downloading: "downloading"
    case .running: "running"
    case .succeeded: "succeeded"
    case .failing: "failing"
    case .failed: "failed"
    case .resuming: "resuming"
    }
  }

  /// The state of a name; nil for another name.
  package init?(name: Span<UInt8>) {
    for state in StageState.allCases where name.isEqual(to: state.name) {
      self = state
      return
    }
    return nil
  }
}
