// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// The bubble's lean: a spring in degrees that follows the speed of the shown progress.
///
/// The faster the progress runs to the right, the further the bubble leans back: the spring's target
/// is -15° · clamp(v / 0.5, -1, 1), v in wholes per second. Since v changes all the time the spring
/// is integrated in steps of 1 ms, counted from its beginning and from each new target, each with
/// the target of its middle. What is stored lies on that grid, and a last part of a step is taken
/// afresh for each question: so how often one asks changes nothing.
struct Tilt {
  /// The furthest that the bubble leans while it rides, and the lean of a failed one, in degrees.
  static var limit: Fixed { 15 }

  private static var swingDuration: Duration { .milliseconds(300) }

  private var grid: Instant
  private var swing = CriticallyDampedFollower(duration: Tilt.swingDuration)

  /// Whether the bubble is not tilted, and stays so until its next target.
  private(set) var isAtRest = false

  /// Begins without tilt and at rest.
  init(at start: Instant) {
    grid = start
  }

  /// Takes the whole steps up to an instant.
  ///
  /// `shown` is the progress that is followed; nil is rest.
  mutating func advance(to t: Instant, following shown: Spring?) {
    let step = CriticallyDampedFollower.wholeStep
    if isAtRest || t - grid < step { return }
    let middle = grid + Duration(nanoseconds: step.nanoseconds / 2)
    var velocities = shown.map { SpringVelocities(of: $0, from: middle, every: step) }
    while !isAtRest && t - grid >= step {
      swing.step(toward: Tilt.target(of: velocities?.next() ?? 0))
      grid += step
      // Once neither the progress nor the bubble moves, nothing will until a new target.
      isAtRest = swing.isAtRest(toward: 0) && (shown?.isAtRest(at: grid) ?? true)
    }
  }

  /// Starts a new count of steps where a new target is set; `shown` is the progress until then.
  mutating func restart(at t: Instant, following shown: Spring?) {
    advance(to: t, following: shown)
    swing = swing(at: t, following: shown)
    grid = t
    isAtRest = false
  }

  /// The angle in degrees, clockwise, exactly 0 at rest.
  ///
  /// `advance` must have been called for `t`.
  func angle(at t: Instant, following shown: Spring?) -> Fixed {
    swing(at: t, following: shown).position
  }

  /// How far the angle can get from what it is while the bubble rides.
  ///
  /// As a spring's position, whose target may be further off by as much as the progress will be faster. The end
  /// is when nothing of it shows any more.
  func bound(at t: Instant, following shown: Spring) -> MotionBound {
    if isAtRest { return MotionBound(speed: 0, distance: 0, end: grid) }
    let swing = swing(at: t, following: shown)
    let target = Tilt.target(at: t, following: shown)
    let progress = shown.bound(at: t)
    // A last swing takes 0.4 s from there to its rule of rest, 2⁻²⁰ degrees.
    let end = max(shown.restsAt + .milliseconds(400), t + .milliseconds(100))
    if progress.isFast { return .fast(until: end) }
    return MotionBound(
      offset: swing.position - target, velocity: swing.velocity, duration: Tilt.swingDuration,
      shift: min((progress.speed + shown.maximumSpeed(progress)) * 30, Tilt.limit * 2), end: end)
  }

  private func swing(at t: Instant, following shown: Spring?) -> CriticallyDampedFollower {
    if isAtRest { return swing }
    let rest = t - grid
    let middle = grid + Duration(nanoseconds: rest.nanoseconds / 2)
    return swing.advanced(by: rest, toward: Tilt.target(at: middle, following: shown))
  }

  private static func target(at t: Instant, following shown: Spring?) -> Fixed {
    target(of: shown?.velocity(at: t) ?? 0)
  }

  /// The lean that a velocity of the progress pulls to.
  private static func target(of velocity: Fixed) -> Fixed {
    // -15 · clamp(v / 0.5, -1, 1) = -clamp(30·v, -15, 15)
    -(velocity * 30).clamped(to: -limit...limit)
  }
}
