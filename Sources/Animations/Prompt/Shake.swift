// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// A short horizontal shake with decaying amplitude: the last answer was wrong.
struct Shake {
  /// The period of the movement.
  private static var period: TimeSpan { .milliseconds(120) }
  private static var duration: TimeSpan { .milliseconds(480) }

  // The remaining amplitude, from 1 to 0.
  private var amplitude = LinearTransition(holding: 0)

  /// Starts in the middle; a running shake restarts.
  mutating func begin(at t: Instant) {
    amplitude = LinearTransition(at: t, from: 1, to: 0, duration: Shake.duration)
  }

  /// Whether it is over, or was never started.
  func isStill(at t: Instant) -> Bool { amplitude.isFinished(at: t) }

  /// The horizontal displacement as a fraction of the amplitude: from -1 to 1.
  func offset(at t: Instant) -> Fixed {
    guard !isStill(at: t) else { return 0 }
    let tau = (t - amplitude.start).quotientAndRemainder(dividingBy: Shake.period).remainder
    let amplitude = amplitude.value(at: t)
    return (amplitude * amplitude)
      .scaled(by: Angle.turns(tau.fraction(of: Shake.period)).sine)
  }
}
