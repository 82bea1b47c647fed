// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion

/// The pause of an animation during a prompt: its own clock stands still, and it is dimmed.
///
/// Nothing jumps: afterwards the animation goes on from where it rested.
struct Rest {
  private var lost = Duration(nanoseconds: 0)
  private var since: Instant?

  /// Whether the animation rests now.
  var isOn: Bool { since != nil }

  /// How much of the background covers an animation at rest.
  static var cover: Fraction { Fraction(Fixed(6, over: 10)) }

  /// The animation's own time.
  func time(of t: Instant) -> Instant { (since ?? t) - lost }

  /// When the animation's own time is an instant, if it goes on as it does now.
  func instant(of time: Instant) -> Instant { time + lost }

  /// Begins or ends; does nothing where that is so already.
  mutating func set(_ isOn: Bool, at t: Instant) {
    guard isOn != self.isOn else { return }
    if let since { lost += t - since }
    since = isOn ? t : nil
  }
}
