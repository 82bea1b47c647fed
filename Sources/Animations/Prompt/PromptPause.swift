// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// The pause of an animation during a prompt: its own clock stands still, and it is dimmed.
///
/// Nothing jumps: afterwards the animation continues from where it paused.
struct PromptPause {
  private var lost = TimeSpan(nanoseconds: 0)
  private var since: Instant?

  /// Whether the animation is paused now.
  var isOn: Bool { since != nil }

  /// The opacity of the background over a paused animation.
  static var cover: Fraction { Fraction(Fixed(6, over: 10)) }

  /// The animation's own time.
  func time(of t: Instant) -> Instant { (since ?? t) - lost }

  /// The instant of a time of the animation's own clock, if it keeps running or pausing as now.
  func instant(of time: Instant) -> Instant { time + lost }

  /// Starts or ends the pause; does nothing if it is so already.
  mutating func set(_ isOn: Bool, at t: Instant) {
    guard isOn != self.isOn else { return }
    if let since { lost += t - since }
    since = isOn ? t : nil
  }
}
