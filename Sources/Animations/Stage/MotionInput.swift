package import FixedPoint

/// A command as one picture part sees it: its own channel only, targets clamped, nothing but motion.
package enum MotionInput: Equatable {
  case start
  case progress(Fixed)
  case unknown
  case fail
  case reset

  /// Reads a command as the part sees it that is fed by a channel; nil when it does not concern it.
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
    case .message, .remaining, .shake, .entry, .quit: return nil
    }
  }

  /// Whether a waiting order gives way to another: both progresses are one kind.
  func isReplaced(by later: MotionInput) -> Bool {
    switch (self, later) {
    case (_, .reset), (.start, .start), (.fail, .fail): true
    case (.progress, .progress), (.progress, .unknown): true
    case (.unknown, .progress), (.unknown, .unknown): true
    default: false
    }
  }
}
