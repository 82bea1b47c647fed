// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion

/// The length of a flow bar, and the flow of its colours.
package struct FlowMotion {
  /// The shown progress; it stands still from a failure to a reset.
  private(set) var shown: Spring

  /// The failure's fade, and the clock of the colours' flow, from the bar's beginning.
  package private(set) var fade: FailureFade

  /// Whether the progress is unknown.
  package private(set) var isUnknown = false

  /// A part that moves along the bar while the progress is unknown; nil if the whole bar is full then.
  private(set) var sweep: FlowSweep?

  /// Starts at 0; the shown progress covers 99.9 % of its distance within `springDuration`.
  package init(
    at start: Instant, springDuration: TimeSpan = .milliseconds(500), sweeps: Bool = false
  ) {
    sweep = sweeps ? FlowSweep() : nil
    shown = Spring(at: start, position: 0, target: 0, duration: springDuration)
    fade = FailureFade(at: start)
  }

  /// The shown progress, from 0 to 1.
  package func progress(at t: Instant) -> Fixed {
    shown.position(at: t).clamped(to: 0...1)
  }

  /// The target progress, or the progress where it was stopped.
  var target: Fixed { shown.target }

  /// The first instant, not before a given one, at which the shown progress is a target of 0 or 1.
  func arrival(notBefore t: Instant) -> Instant? {
    target == 0
      ? shown.firstTime(atOrBelow: 0, notBefore: t) : shown.firstTime(atOrAbove: 1, notBefore: t)
  }

  /// Applies an input; after a failure only a reset has an effect.
  package mutating func apply(_ input: MotionInput, at t: Instant) {
    if fade.isFailed && input != .reset { return }
    switch input {
    case .unknown: sweep?.set(true, at: t, fade.elapsed(at: t))
    case .progress, .reset: sweep?.set(false, at: t, fade.elapsed(at: t))
    case .start, .fail: break
    }
    switch input {
    case .start: break
    case .progress(let target):
      isUnknown = false
      shown.retarget(to: target, at: t)
    case .unknown:
      isUnknown = true
      if sweep == nil { shown.retarget(to: 1, at: t) }
    case .fail:
      let reached = shown.position(at: t)
      shown = Spring(at: t, position: reached, target: reached, duration: shown.duration)
      fade.fail(at: t)
    case .reset:
      isUnknown = false
      fade.reset(at: t)
      shown.retarget(to: 0, at: t)
    }
  }

  /// Whether nothing moves until a command comes; flowing colours are visible wherever the bar is.
  package func isStill(at t: Instant, flows: Bool) -> Bool {
    guard shown.isAtRest(at: t) else { return false }
    if let sweep, sweep.isSeen(at: t) { return sweep.isSettled(at: t) && fade.hasStopped(at: t) }
    if shown.target == 0 || fade.hasStopped(at: t) { return true }
    return !flows && fade.isSettled(at: t)
  }
}
