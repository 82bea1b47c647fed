// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// A critically damped spring: it approaches its target as fast as possible without oscillating.
///
/// With e the distance from the target, v0 the first velocity and ω = 9.23341 / duration, its
/// position is T + (e + (v0 + ω·e)·t)·exp(-ω·t): within 0.1 % of the distance after the duration.
/// Every value is computed from the start, so there is no drift: the error is at most 2⁻³⁰ while
/// distances stay below 1, and grows with them. It comes to rest at the first time when it is nearer
/// than 2⁻²⁰ and slower than 2⁻¹² per second. From then on it is exactly at the target without
/// velocity.
public struct Spring: Hashable, BitwiseCopyable, Sendable {
  /// The time of its first position and velocity.
  package let start: Instant
  /// The target position.
  public let target: Fixed
  /// The time to within 0.1 % of the distance.
  package let duration: TimeSpan
  /// The first instant at which it is at rest.
  public let restsAt: Instant

  let curve: SpringCurve
  private let firstVelocity: Fixed

  /// Starts at an instant from a position and a velocity per second.
  ///
  /// Traps unless all of these hold: the duration is from a microsecond to an hour; the distance,
  /// and velocity/ω, are at most 2²⁴; no velocity on the way reaches 2³¹. It searches the time of
  /// rest, which takes some microseconds.
  public init(
    at start: Instant, position: Fixed, velocity: Fixed = 0, target: Fixed,
    duration: TimeSpan
  ) {
    curve = SpringCurve(offset: position - target, velocity: velocity, duration: duration)
    (self.start, self.target, self.duration) = (start, target, duration)
    firstVelocity = velocity
    restsAt = start + TimeSpan(nanoseconds: curve.timeOfRest())
  }

  /// The position at an instant: held before the start, exactly the target at rest.
  public func position(at instant: Instant) -> Fixed {
    isAtRest(at: instant) ? target : target + curve.offset(at: elapsed(at: instant))
  }

  /// The velocity per second at an instant: the initial one before the start, exactly 0 at rest.
  public func velocity(at instant: Instant) -> Fixed {
    if isAtRest(at: instant) { return 0 }
    return instant <= start ? firstVelocity : curve.velocity(at: elapsed(at: instant))
  }

  /// Whether it is at rest, so that it does not change any more.
  package func isAtRest(at instant: Instant) -> Bool {
    instant >= restsAt
  }

  /// Moves to a new target from the current position and velocity; the present target changes
  /// nothing.
  public mutating func retarget(to target: Fixed, at instant: Instant) {
    if target == self.target { return }
    self = Spring(
      at: instant, position: position(at: instant), velocity: velocity(at: instant),
      target: target, duration: duration)
  }

  /// The first instant, not before a given one, at which the position is at or above a level.
  ///
  /// Exact to the nanosecond for this spring's positions; nil if it never is.
  package func firstTime(
    atOrAbove level: Fixed, notBefore instant: Instant
  ) -> Instant? {
    firstTime(notBefore: instant) { $0 >= level }
  }

  /// The same for a position at or below a level.
  package func firstTime(
    atOrBelow level: Fixed, notBefore instant: Instant
  ) -> Instant? {
    firstTime(notBefore: instant) { $0 <= level }
  }

  /// The first instant at which the position is on one side of a level.
  private func firstTime(notBefore instant: Instant, isReached: (Fixed) -> Bool) -> Instant? {
    if isReached(position(at: instant)) { return instant }
    // Before its turning point, and after it, the position is monotonic.
    let first = elapsed(at: instant)
    let rest = Swift.max(first, (restsAt - start).nanoseconds)
    let turn = Swift.min(Swift.max(first, curve.turningTime), rest)
    let time =
      firstChange(from: first, through: turn) { isReached(position(after: $0)) }
      ?? firstChange(from: turn, through: rest) { isReached(position(after: $0)) }
    return time.map { start + TimeSpan(nanoseconds: $0) }
  }

  private func position(after nanoseconds: Int64) -> Fixed {
    position(at: start + TimeSpan(nanoseconds: nanoseconds))
  }

  private func elapsed(at instant: Instant) -> Int64 {
    instant <= start ? 0 : (instant - start).nanoseconds
  }
}
