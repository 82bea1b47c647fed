// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// A spring's velocities at equidistant instants: those of `velocity(at:)`, to the bit.
///
/// Each phase is the previous phase plus the same ratio; the remainder is kept, so no number is rounded
/// twice. It avoids a division, which would take a sixth of a follower's step.
package struct SpringVelocities {
  private let curve: SpringCurve
  private let restsAt: Instant
  private let distance: TimeSpan
  private var instant: Instant
  private var phase: SpringPhase

  /// Starts at an instant after the spring's start; traps for an earlier one.
  package init(of spring: Spring, from instant: Instant, every distance: TimeSpan) {
    precondition(instant > spring.start, "The spring has not started.")
    (curve, restsAt) = (spring.curve, spring.restsAt)
    (self.instant, self.distance) = (instant, distance)
    // At rest the phase is not computed: it may be out of range.
    let time = instant < restsAt ? instant - spring.start : .zero
    phase = SpringPhase(
      at: time.nanoseconds, every: distance.nanoseconds, of: spring.duration.nanoseconds)
  }

  /// The velocity per second at the next instant.
  package mutating func next() -> Fixed {
    if instant >= restsAt { return 0 }
    let velocity = curve.velocity(atPhase: phase.rounded)
    instant += distance
    phase.advance()
    return velocity
  }
}

/// A spring's ω·t, which grows in equal steps: a multiple of 2⁻³², and the remainder of the division.
private struct SpringPhase {
  private let divisor: UInt64
  private let step: (quotient: UInt64, remainder: UInt64)
  private var phase: (quotient: UInt64, remainder: UInt64)

  init(at time: Int64, every distance: Int64, of duration: Int64) {
    let divisor = SpringCurve.phaseDivisor * UInt64(duration)
    func phase(_ time: Int64) -> (quotient: UInt64, remainder: UInt64) {
      let product = UInt64(time).multipliedFullWidth(by: SpringCurve.phaseFactor)
      return fullQuotient((product.high, product.low), by: divisor)
    }
    self.divisor = divisor
    step = phase(distance)
    self.phase = phase(time)
  }

  /// To nearest, ties up.
  var rounded: Fixed {
    let isUp = phase.remainder >= divisor - phase.remainder
    return Fixed(raw: Int64(phase.quotient + (isUp ? 1 : 0)))
  }

  mutating func advance() {
    phase.quotient += step.quotient
    phase.remainder += step.remainder
    if phase.remainder >= divisor {
      phase.quotient += 1
      phase.remainder -= divisor
    }
  }
}
