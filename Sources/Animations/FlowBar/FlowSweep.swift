// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// A part that moves along a bar while the progress is unknown: three tenths of the bar.
///
/// Within 1.6 s it moves from before the bar's beginning to beyond its end, again and again.
///
/// It fades in and out in 0.3 s, in place of the known progress; a failure stops it with the bar's clock.
struct FlowSweep {
  private static var period: TimeSpan { .milliseconds(1600) }
  private static var length: Fixed { Fixed(3, over: 10) }
  private static var fade: TimeSpan { .milliseconds(300) }

  /// The time of the bar's clock at which it began.
  private var start = TimeSpan.zero
  /// Whether it is shown, in place of the known progress.
  private var isOn = Transition(false)

  /// Starts or stops it, at an instant and a time of the bar's clock; does nothing if it is so already.
  mutating func set(_ isOn: Bool, at t: Instant, _ elapsed: TimeSpan) {
    guard isOn != self.isOn.incoming else { return }
    if isOn, part(at: t) == 0 { start = elapsed }
    self.isOn.change(to: isOn, at: t, FlowSweep.fade)
  }

  /// Its visible share, from 0 to 1.
  func part(at t: Instant) -> Fixed { isOn.level(at: t) }

  func isSeen(at t: Instant) -> Bool { isOn.incoming || !isSettled(at: t) }

  func isSettled(at t: Instant) -> Bool { isOn.isFinished(at: t) }

  /// Its range as fractions of the bar, at a time of the bar's clock.
  func range(at elapsed: TimeSpan) -> (from: Fixed, to: Fixed) {
    let time = (elapsed - start).quotientAndRemainder(dividingBy: FlowSweep.period).remainder
    let from =
      (1 + FlowSweep.length) * time.fraction(of: FlowSweep.period) - FlowSweep.length
    return (max(from, 0), min(from + FlowSweep.length, 1))
  }
}
