// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// The bubble's lean: a spring in degrees that follows the speed of the shown progress.
///
/// The faster the progress moves to the right, the further the bubble leans back: the spring's target is -15°
/// · clamp(v / 0.5, -1, 1), v in wholes per second. Since v changes all the time, the spring is integrated in
/// steps of 1 ms, from its beginning and from each new target. Each step uses the target at its middle. The
/// stored state is on that grid; a partial last step is computed for each query without storing it. So the
/// number of queries changes nothing.
struct Tilt {
  /// The largest lean while the bubble rides, and the lean of a failed bubble, in degrees.
  static var limit: Fixed { 15 }

  private static var swingDuration: TimeSpan { .milliseconds(300) }

  private var grid: Instant
  private var swing = CriticallyDampedFollower(duration: Tilt.swingDuration)

  /// Whether the bubble is not tilted, and stays so until its next target.
  private(set) var isAtRest = false

  /// Starts without tilt and at rest.
  init(at start: Instant) {
    grid = start
  }

  /// Computes the whole steps up to an instant.
  ///
  /// `shown` is the progress that the lean follows; nil is rest.
  mutating func advance(to t: Instant, following shown: Spring?) {
    let step = CriticallyDampedFollower.wholeStep
    if isAtRest || t - grid < step { return }
    let middle = grid + TimeSpan(nanoseconds: step.nanoseconds / 2)
    var velocities = shown.map { SpringVelocities(of: $0, from: middle, every: step) }
    while !isAtRest && t - grid >= step {
      swing.step(toward: Tilt.target(of: velocities?.next() ?? 0))
      grid += step
      // Once the progress and the bubble are at rest, they stay so until a new target.
      isAtRest = swing.isAtRest(toward: 0) && (shown?.isAtRest(at: grid) ?? true)
    }
  }

  /// Restarts the steps where a new target is set; `shown` is the progress until then.
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

  /// The bound of the angle while the bubble rides.
  ///
  /// It is a spring's bound. The spring's target moves as far as the progress can get faster. It ends when no
  /// tilt is visible any more.
  func bound(at t: Instant, following shown: Spring) -> MotionBound {
    if isAtRest { return MotionBound(speed: 0, distance: 0, end: grid) }
    let swing = swing(at: t, following: shown)
    let target = Tilt.target(at: t, following: shown)
    let progress = shown.bound(at: t)
    // A last swing takes 0.4 s from there until its rest, at 2⁻²⁰ degrees.
    let end = max(shown.restsAt + .milliseconds(400), t + .milliseconds(100))
    if progress.isFast { return .fast(until: end) }
    return MotionBound(
      offset: swing.position - target, velocity: swing.velocity, duration: Tilt.swingDuration,
      shift: min((progress.speed + shown.maximumSpeed(progress)) * 30, Tilt.limit * 2), end: end)
  }

  private func swing(at t: Instant, following shown: Spring?) -> CriticallyDampedFollower {
    if isAtRest { return swing }
    let rest = t - grid
    let middle = grid + TimeSpan(nanoseconds: rest.nanoseconds / 2)
    return swing.advanced(by: rest, toward: Tilt.target(at: middle, following: shown))
  }

  private static func target(at t: Instant, following shown: Spring?) -> Fixed {
    target(of: shown?.velocity(at: t) ?? 0)
  }

  /// The target lean for a velocity of the progress.
  private static func target(of velocity: Fixed) -> Fixed {
    // -15 · clamp(v / 0.5, -1, 1) = -clamp(30·v, -15, 15)
    -(velocity * 30).clamped(to: -limit...limit)
  }
}
