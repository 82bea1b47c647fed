// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Stage

/// A command for one animated element: only its own channel, clamped targets, only motion.
package enum MotionInput: Equatable {
  case start
  case progress(Fixed)
  case unknown
  case fail
  case reset

  /// The input of a command for the element on a channel; nil when it does not concern the element.
  ///
  /// `done` is a progress of 1 on every channel.
  package init?(_ command: Command, channel: Int) {
    switch command {
    case .progress(let named, let percent):
      guard named == channel else { return nil }
      self = .progress(percent.target)
    case .progressUnknown(let named):
      guard named == channel else { return nil }
      self = .unknown
    case .start: self = .start
    case .done: self = .progress(.one)
    case .fail: self = .fail
    case .reset: self = .reset
    case .message, .slot, .remaining, .shake, .prompt, .quit: return nil
    }
  }

  /// Whether a pending input is superseded by a later one: both kinds of progress count as one.
  func isReplaced(by later: MotionInput) -> Bool {
    switch later {
    case .reset: true
    case .start, .fail: self == later
    case .progress, .unknown:
      switch self {
      case .progress, .unknown: true
      case .start, .fail, .reset: false
      }
    }
  }
}
