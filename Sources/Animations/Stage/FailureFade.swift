// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion

/// The fade of an animation to its failure state, and the clock that a failure stops.
///
/// `k` moves linearly to 1 on a failure and back to 0 on a reset, each time within 0.3 s from its
/// current value. Flowing and turning parts move at speed 1 - k, by the clock `elapsed(at:)`. That
/// is the exact integral of the speed, rounded once to a nanosecond per change of direction, so that
/// it cannot drift.
package struct FailureFade {
  /// The duration of `k` from any value to either end.
  static var duration: TimeSpan { .milliseconds(300) }

  /// Whether the last event was a failure.
  package private(set) var isFailed = false

  private var begin: Instant
  private var from: Fixed = 0
  private var elapsedBefore = TimeSpan(nanoseconds: 0)

  /// Starts the clock.
  package init(at start: Instant) {
    begin = start
  }

  private var target: Fixed { isFailed ? 1 : 0 }

  /// The value of `k`, from 0 to 1.
  package func value(at t: Instant) -> Fixed {
    from == target ? target : from.interpolated(to: target, by: part(at: t))
  }

  /// Whether `k` is constant until a command comes.
  func isSettled(at t: Instant) -> Bool {
    from == target || t - begin >= FailureFade.duration
  }

  /// From when on `k` is constant.
  private var end: Instant { from == target ? begin : begin + FailureFade.duration }

  /// When the state of an animation with this fade changes next without a command.
  ///
  /// `arrival` is the first instant from `t` on at which a known progress is at its target.
  func stateChange(
    after t: Instant, isUnknown: Bool, target: Fixed?, arrival: @autoclosure () -> Instant?
  ) -> Instant? {
    let change: Instant?
    if isFailed {
      change = end
    } else if isUnknown {
      change = nil
    } else if target == 0 {
      change = arrival().map { max($0, end) }
    } else {
      change = target == 1 ? arrival() : nil
    }
    return change.flatMap { $0 > t ? $0 : nil }
  }

  /// Whether a failure has stopped everything.
  func hasStopped(at t: Instant) -> Bool {
    isFailed && isSettled(at: t)
  }

  /// The time on the slowed clock since its start.
  package func elapsed(at t: Instant) -> TimeSpan {
    let fading = min(t - begin, FailureFade.duration).nanoseconds
    // The integral of k over the fade, in nanoseconds: k₀·τ + (k₁ - k₀)·τ² / 2D.
    let whole = FailureFade.duration.nanoseconds
    let lost =
      from.scaled(by: fading, over: 1)
      + (target - from).scaled(by: fading * fading, over: 2 * whole)
    let after = isFailed ? 0 : max(0, (t - begin).nanoseconds - whole)
    return TimeSpan(
      nanoseconds: elapsedBefore.nanoseconds + fading - Int64(lost.rounded) + after)
  }

  /// Fades to the failure; it must not have failed already.
  package mutating func fail(at t: Instant) {
    turn(toFailed: true, at: t)
  }

  /// Fades back from the current value, even during a fade.
  package mutating func reset(at t: Instant) {
    turn(toFailed: false, at: t)
  }

  private mutating func turn(toFailed failed: Bool, at t: Instant) {
    let shown = value(at: t)
    elapsedBefore = elapsed(at: t)
    begin = t
    from = shown
    isFailed = failed
  }

  private func part(at t: Instant) -> Fixed {
    min(t - begin, FailureFade.duration).fraction(of: FailureFade.duration)
  }
}
