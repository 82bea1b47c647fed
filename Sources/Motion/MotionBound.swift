// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// The largest possible change of a value after an instant, if no command comes.
///
/// After a time t it is at most speed·t + acceleration·t²/2, and never more than `distance`. It is a safe
/// bound in closed form: the value may be slower. Beyond the limits of `isFast` only that fact is valid.
package struct MotionBound: Equatable, BitwiseCopyable, Sendable {
  /// The present speed, per second, at least 0.
  package var speed: Fixed
  /// The largest increase of the speed, per second and second, at least 0.
  package var acceleration: Fixed
  /// The largest distance at any time, at least 0.
  package var distance: Fixed
  /// Whether the value can rise.
  package var mayRise: Bool
  /// Whether the value can fall.
  package var mayFall: Bool
  /// When it comes to rest for good; nil if it never does.
  package var end: Instant?

  /// The bound of a value.
  package init(
    speed: Fixed, acceleration: Fixed = 0, distance: Fixed, mayRise: Bool = true,
    mayFall: Bool = true, end: Instant?
  ) {
    (self.speed, self.acceleration, self.distance) = (speed, acceleration, distance)
    (self.mayRise, self.mayFall, self.end) = (mayRise, mayFall, end)
  }

  /// The bound of a value that does not move.
  package static var rest: MotionBound {
    MotionBound(speed: 0, distance: 0, mayRise: false, mayFall: false, end: nil)
  }

  /// Whether it is so fast that no frame may be left out, whatever the value's unit; this keeps all products
  /// in range.
  package var isFast: Bool { speed > 4096 || acceleration > 4096 || distance > 256 }

  /// A value with only its end known.
  package static func fast(until end: Instant?) -> MotionBound {
    MotionBound(speed: 8192, distance: 512, end: end)
  }

  /// The same in another unit, of up to 2¹⁷ per unit of this value; not for fast values.
  package func scaled(by factor: Fixed) -> MotionBound {
    var result = self
    result.speed *= factor
    result.acceleration *= factor
    result.distance *= factor
    return result
  }

  /// How long the value certainly stays within a distance of up to 1; nil for ever.
  package func time(within room: Fixed) -> TimeSpan? {
    if distance <= room { return nil }
    // Less than a hundredth of a millisecond is shorter than any frame; and products must stay in range.
    if room <= 0 || speed > 1_048_576 || acceleration > 16_777_216 { return .zero }
    // The solution of speed·t + acceleration·t²/2 = room, without a difference of large numbers.
    let divisor = speed + Fixed.hypotenuse(speed, (acceleration * 2 * room).squareRoot())
    // Less than one unit per hour.
    if divisor.raw <= room.raw >> 11 { return .milliseconds(3_600_000) }
    let time = TimeSpan.seconds(2 * room / divisor)
    return max(.zero, time - TimeSpan(nanoseconds: 1))
  }
}

extension LinearTransition {
  /// How far its value can move after an instant.
  package func bound(at instant: Instant) -> MotionBound {
    MotionBound(from: value(at: instant), to: to, of: to - from, in: duration, end: end)
  }
}

extension TwoStageRamp {
  /// How far its value can move after an instant.
  package func bound(at instant: Instant) -> MotionBound {
    // Nine tenths of the distance in the first second, one tenth in the second.
    let isFirst = instant < start + TimeSpan(nanoseconds: 1_000_000_000)
    let (distance, parts) = ((target - from), isFirst ? 9 : 1)
    return MotionBound(
      from: value(at: instant), to: target, of: distance.scaled(by: Int64(parts), over: 10),
      in: .milliseconds(1000), end: end)
  }
}

extension MotionBound {
  /// A value that moves at constant speed, or later at a lower speed.
  fileprivate init(
    from value: Fixed, to target: Fixed, of distance: Fixed, in duration: TimeSpan, end: Instant
  ) {
    let left = target - value
    let isMoving = left != 0 && duration > .zero
    // A faster value than can be computed here takes less than a microsecond per unit.
    let isSlow = duration >= .milliseconds(1) && distance.magnitude <= 1_048_576
    if isMoving && !isSlow {
      self = .fast(until: end)
      return
    }
    let speed =
      isMoving ? distance.magnitude.scaled(by: 1_000_000_000, over: duration.nanoseconds) : 0
    self.init(
      speed: speed, distance: left.magnitude, mayRise: left > 0, mayFall: left < 0, end: end)
  }
}

extension Spring {
  /// How far its position can move after an instant.
  package func bound(at instant: Instant) -> MotionBound {
    if isAtRest(at: instant) {
      return MotionBound(speed: 0, distance: 0, mayRise: false, mayFall: false, end: restsAt)
    }
    return MotionBound(
      offset: position(at: instant) - target, velocity: velocity(at: instant), duration: duration,
      end: restsAt)
  }

  /// Its highest speed from an instant on, from its bound there.
  package func maximumSpeed(_ bound: MotionBound) -> Fixed {
    // |v/ω - B·τ|·exp(-τ) is at most |v/ω| + |B|/e.
    bound.speed + bound.acceleration.scaled(by: 3 * duration.nanoseconds, over: 8 * phases)
  }
}

extension MotionBound {
  /// The bound of a critically damped spring of a duration, from an offset and a velocity.
  ///
  /// With e the offset from the target, v the velocity, τ = ω·t and B = e + v/ω, the offset is (e +
  /// B·τ)·exp(-τ). As exp(-τ) is at most 1, it is never further from e than v/ω·τ + B·τ²/2. If the target
  /// itself moves, by at most `shift`, the pull increases by that.
  package init(
    offset: Fixed, velocity: Fixed, duration: TimeSpan, shift: Fixed = 0, end: Instant
  ) {
    let reach = velocity.scaled(by: duration.nanoseconds, over: phases)
    let slope = offset + reach
    let pull = slope.magnitude + shift
    // In this case ω is below 1000 per second.
    guard duration >= .milliseconds(10), pull <= 256 else {
      self = .fast(until: end)
      return
    }
    // Straight to its target; or first away from it, or past it, by at most (v/ω)/e.
    let goesStraight = (offset > 0) == (slope > 0) && (offset > 0) == (velocity <= 0)
    self.init(
      speed: velocity.magnitude,
      acceleration: pull.scaled(by: phases, over: duration.nanoseconds)
        .scaled(by: phases, over: duration.nanoseconds) + Fixed(raw: 2),
      distance: offset.magnitude + shift + (goesStraight ? 0 : reach.magnitude / 2),
      mayRise: reach > 0 || slope < 0, mayFall: reach < 0 || slope > 0, end: end)
  }
}

/// A spring's ω times its duration, in nanoseconds.
private let phases: Int64 = 9_233_410_000
