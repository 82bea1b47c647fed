// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion

/// One ring's arc: its length, and the position of its tail, in turns from the top in the direction of
/// travel.
///
/// While the progress is unknown the head turns by one turn per 1.2 s, and the arc becomes a quarter long.
/// Afterwards the tail turns at that speed until it is at the top. Turning uses the failure's slowed
/// clock, so it stops with it and continues after a reset.
package struct RingMotion {
  /// The duration of a turn of the unknown arc.
  static var turnDuration: TimeSpan { .milliseconds(1200) }

  /// The length of the unknown arc, in turns.
  static var unknownLength: Fixed { Fixed(1, over: 4) }

  /// The distance from the top within which a tail counts as at the top, in turns: 2⁻²⁰.
  private static var nearness: Fixed { Fixed(raw: 1 << 12) }

  private enum Length {
    case ramp(TwoStageRamp)
    case toUnknown(LinearTransition)
    case stopped(Fixed)
  }

  /// The end of the arc that moves by itself, and its position at a time of the slowed clock.
  private enum Place {
    case home
    case turning(head: Fixed, since: TimeSpan)
    case homing(tail: Fixed, since: TimeSpan)
  }

  private var length: Length
  private var place = Place.home
  /// Until when an arc that was unknown does not show a reported progress.
  private(set) var silentUntil: Instant?

  /// The failure's fade.
  package private(set) var fade: FailureFade

  /// Starts at 0.
  package init(at start: Instant) {
    length = .ramp(TwoStageRamp(at: start, value: 0, target: 0))
    fade = FailureFade(at: start)
  }

  /// Whether the progress is unknown.
  package var isUnknown: Bool {
    if case .turning = place { true } else { false }
  }

  /// Whether the arc's length is the reported progress, or moves to it from another length.
  ///
  /// After an unknown progress it is not, as long as the ramp lasts: the arc's quarter is not 25 %.
  package func showsProgress(at t: Instant) -> Bool {
    !isUnknown && silentUntil.map { t >= $0 } ?? true
  }

  /// The arc's length in turns, from 0 to 1.
  package func length(at t: Instant) -> Fixed {
    switch length {
    case .ramp(let ramp): ramp.value(at: t)
    case .toUnknown(let transition): transition.value(at: t)
    case .stopped(let value): value
    }
  }

  /// The position of the tail, from 0 to less than 1; exactly 0 unless the progress is or was unknown.
  package func tail(at t: Instant) -> Fixed {
    switch place {
    case .home: 0
    case .turning(let head, let since):
      (head + turned(since: since, at: t) - length(at: t)).fractionalPart
    case .homing(let tail, let since):
      RingMotion.arriving(tail + turned(since: since, at: t))
    }
  }

  /// The bound of the length; nil while it is unknown or stopped.
  func lengthBound(at t: Instant) -> MotionBound? {
    if case .ramp(let ramp) = length { ramp.bound(at: t) } else { nil }
  }

  /// The target of the length; nil while it is unknown or stopped.
  var target: Fixed? {
    if case .ramp(let ramp) = length { ramp.target } else { nil }
  }

  /// The first instant, not before a given one, at which the length is its target.
  func arrival(notBefore t: Instant) -> Instant? {
    if case .ramp(let ramp) = length { ramp.arrival(notBefore: t) } else { nil }
  }

  /// Applies an input; after a failure only a reset has an effect.
  package mutating func apply(_ input: MotionInput, at t: Instant) {
    if fade.isFailed && input != .reset { return }
    switch input {
    case .start: break
    case .progress(let target): go(to: target, at: t)
    case .unknown: turnOn(at: t)
    case .fail:
      length = .stopped(length(at: t))
      fade.fail(at: t)
    case .reset:
      fade.reset(at: t)
      go(to: 0, at: t)
    }
  }

  /// Whether nothing moves until a command comes.
  package func isStill(at t: Instant) -> Bool {
    if !fade.isSettled(at: t) { return false }
    if let silentUntil, t < silentUntil, !isUnknown { return false }
    if fade.isFailed { return true }
    guard case .ramp(let ramp) = length, ramp.isAtRest(at: t) else { return false }
    return tail(at: t) == 0 && !isUnknown
  }

  private mutating func go(to target: Fixed, at t: Instant) {
    if case .turning = place {
      silentUntil = t + .milliseconds(2000)
      let tail = RingMotion.arriving(tail(at: t))
      place = tail == 0 ? .home : .homing(tail: tail, since: fade.elapsed(at: t))
    }
    if case .ramp(var ramp) = length {
      ramp.retarget(to: target, at: t)
      length = .ramp(ramp)
    } else {
      length = .ramp(TwoStageRamp(at: t, value: length(at: t), target: target))
    }
  }

  private mutating func turnOn(at t: Instant) {
    guard !isUnknown else { return }
    let shown = length(at: t)
    place = .turning(head: tail(at: t) + shown, since: fade.elapsed(at: t))
    length = .toUnknown(
      LinearTransition(
        at: t, from: shown, to: RingMotion.unknownLength, duration: .milliseconds(300)))
  }

  private func turned(since: TimeSpan, at t: Instant) -> Fixed {
    (fade.elapsed(at: t) - since).fraction(of: RingMotion.turnDuration)
  }

  /// A tail that approaches the top; rounding must not make it miss the top.
  private static func arriving(_ tail: Fixed) -> Fixed {
    tail <= nearness || tail >= 1 - nearness ? 0 : tail
  }
}
