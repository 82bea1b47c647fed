// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion

/// The indicator's single turn about its vertical axis at the moment of success.
///
/// It always runs to its end; meanwhile the indicator has the width abs(cos θ).
package struct Turn {
  private static var duration: TimeSpan { .milliseconds(200) }

  private var start: Instant?

  /// No turn: the indicator has its full width.
  init() {}

  /// Starts the turn.
  init(at start: Instant) {
    self.start = start
  }

  /// Whether it is over, or never started.
  func isFinished(at t: Instant) -> Bool {
    guard let start else { return true }
    return t - start >= Turn.duration
  }

  /// Whether the back is visible: from 90° on.
  func isPastMiddle(at t: Instant) -> Bool {
    guard let start else { return true }
    return (t - start).nanoseconds * 2 >= Turn.duration.nanoseconds
  }

  /// The indicator's width as a fraction of its full width.
  package func width(at t: Instant) -> Fixed {
    guard let start, !isFinished(at: t) else { return 1 }
    let angle = Angle.turns((t - start).fraction(of: Turn.duration) / 2)
    return Fixed(angle.cosine.magnitude)
  }
}
