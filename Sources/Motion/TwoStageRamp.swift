// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// A value that covers 90 % of the distance in one second and the rest in another, each at constant speed.
package struct TwoStageRamp: Hashable, BitwiseCopyable, Sendable {
  /// When it left its initial value.
  package private(set) var start: Instant
  /// The initial value.
  package private(set) var from: Fixed
  /// The target value.
  package private(set) var target: Fixed

  /// Starts at an instant from a value toward a target, which may be the same.
  package init(at start: Instant, value: Fixed, target: Fixed) {
    (self.start, self.from, self.target) = (start, value, target)
  }

  /// The first instant at which it is at its target for good.
  package var end: Instant {
    from == target ? start : start + TimeSpan(nanoseconds: 2 * nanosecondsPerSecond)
  }

  /// The value at an instant, one rounding; held before the start, exactly the target from the end.
  package func value(at instant: Instant) -> Fixed {
    if isAtRest(at: instant) { return target }
    if instant <= start { return from }
    let elapsed = (instant - start).nanoseconds
    // In 10⁻¹⁰ of the distance: nine per nanosecond, then one.
    let way =
      elapsed <= nanosecondsPerSecond ? 9 * elapsed : 8 * nanosecondsPerSecond + elapsed
    return from + (target - from).scaled(by: way, over: 10 * nanosecondsPerSecond)
  }

  /// Whether it is at its target, so that it does not change any more.
  package func isAtRest(at instant: Instant) -> Bool {
    instant >= end
  }

  /// The first instant, not before a given one, at which the value is the target: often some nanoseconds before
  /// `end`, as values are rounded.
  package func arrival(notBefore instant: Instant) -> Instant {
    let begin = max(instant, start)
    let time = firstChange(
      from: (begin - start).nanoseconds, through: max(end - start, begin - start).nanoseconds
    ) { value(at: start + TimeSpan(nanoseconds: $0)) == target }
    return time.map { max(instant, start + TimeSpan(nanoseconds: $0)) } ?? end
  }

  /// Moves to a new target from the current value; the present target changes nothing.
  package mutating func retarget(to target: Fixed, at instant: Instant) {
    if target == self.target { return }
    self = TwoStageRamp(at: instant, value: value(at: instant), target: target)
  }
}

private let nanosecondsPerSecond: Int64 = 1_000_000_000
