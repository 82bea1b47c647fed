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

  private var grid: Instant
  private var swing = CriticallyDampedFollower(duration: .milliseconds(300))

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
    while !isAtRest && t - grid >= step {
      let middle = grid + Duration(nanoseconds: step.nanoseconds / 2)
      swing.step(toward: Tilt.target(at: middle, following: shown))
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

  private func swing(at t: Instant, following shown: Spring?) -> CriticallyDampedFollower {
    if isAtRest { return swing }
    let rest = t - grid
    let middle = grid + Duration(nanoseconds: rest.nanoseconds / 2)
    return swing.advanced(by: rest, toward: Tilt.target(at: middle, following: shown))
  }

  private static func target(at t: Instant, following shown: Spring?) -> Fixed {
    guard let shown else { return 0 }
    // -15 · clamp(v / 0.5, -1, 1) = -clamp(30·v, -15, 15)
    return -(shown.velocity(at: t) * 30).clamped(to: -limit...limit)
  }
}
