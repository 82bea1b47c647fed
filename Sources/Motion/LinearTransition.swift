// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// A value that goes from one number to another at constant speed, and stays there.
public struct LinearTransition: Hashable, BitwiseCopyable, Sendable {
  /// When the value starts to change.
  package let start: Instant
  /// The value up to the start.
  package let from: Fixed
  /// The value from the end on.
  public let to: Fixed
  /// The duration; with zero it jumps at the start.
  package let duration: TimeSpan

  /// Starts at an instant; traps for a negative duration.
  public init(at start: Instant, from: Fixed, to: Fixed, duration: TimeSpan) {
    precondition(duration >= .zero, "A transition cannot take negative time.")
    (self.start, self.from, self.to, self.duration) = (start, from, to, duration)
  }

  /// A constant value.
  public init(holding value: Fixed) {
    self.init(at: .zero, from: value, to: value, duration: .zero)
  }

  /// The first instant of the last value.
  public var end: Instant { start + duration }

  /// The value at an instant: one rounding, exact at both ends.
  public func value(at instant: Instant) -> Fixed {
    if isFinished(at: instant) { return to }
    if instant <= start { return from }
    let elapsed = instant - start
    return from + (to - from).scaled(by: elapsed.nanoseconds, over: duration.nanoseconds)
  }

  /// Whether the last value has been reached, so that nothing changes any more.
  public func isFinished(at instant: Instant) -> Bool {
    instant >= end
  }
}
