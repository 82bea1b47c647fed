// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion

/// The vertical movement of the download bar's indicator while the progress is unknown.
///
/// It starts at rest, so that nothing jumps, and fades out within 0.3 s. If it is entered again while it
/// fades out, it continues in its rhythm and fades in to its full height in 0.3 s.
package struct Bob {
  private static var period: TimeSpan { .milliseconds(1600) }
  private static var fade: TimeSpan { .milliseconds(300) }

  /// Whether the progress is unknown, so that the bob is not fading out.
  var isOn: Bool { state.incoming }

  private var start = Instant.zero
  private var state = Transition(false)

  /// Starts it, or continues while it is still visible.
  mutating func enter(at t: Instant) {
    guard !isOn else { return }
    if isStill(at: t) {
      start = t
      state = Transition(true)
    } else {
      state.change(to: true, at: t, Bob.fade)
    }
  }

  /// Fades it out.
  mutating func leave(at t: Instant) { state.change(to: false, at: t, Bob.fade) }

  /// Whether it is invisible, and stays so until it is entered.
  func isStill(at t: Instant) -> Bool {
    !isOn && state.isFinished(at: t)
  }

  /// Whether its height changes.
  func isFading(at t: Instant) -> Bool { !state.isFinished(at: t) }

  /// The bound of its height, while it is on and does not fade.
  ///
  /// The square of the sine of πτ/1.6 is (1 - cos φ)/2 with φ = 2πτ/1.6. Its speed is π/1.6·sin φ, and that
  /// changes by at most 2·(π/1.6)².
  func bound(at t: Instant) -> MotionBound {
    let tau = (t - start).quotientAndRemainder(dividingBy: Bob.period).remainder
    let sine = Fixed(Angle.turns(tau.fraction(of: Bob.period)).sine)
    return MotionBound(
      speed: sine.magnitude.scaled(by: 19_636, over: 10_000), acceleration: 8, distance: 1, end: nil
    )
  }

  /// How far the indicator is raised, from 0 to 1.
  package func height(at t: Instant) -> Fixed {
    guard !isStill(at: t) else { return 0 }
    // The square of the sine has a period of half a turn, so whole periods may be dropped first.
    let tau = (t - start).quotientAndRemainder(dividingBy: Bob.period).remainder
    let sine = Angle.turns(tau.fraction(of: Bob.period) / 2).sine
    return state.level(at: t).scaled(by: sine).scaled(by: sine)
  }
}
