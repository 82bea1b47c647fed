import Motion

/// Knows whether the stage moves, from when frames are begun.
///
/// A stage moves if each look at the display that finds it free is followed by a frame. One look
/// without is a rest: the vblanks that pass then are not missed.
struct IdleTracker: Sendable {
  /// The last instant at which the frame on the display was up to date; nil before the first and after a rest.
  private(set) var shown: Instant?
  private var wasSeenIdle = false

  /// The frame on the display was, or will be, up to date at an instant.
  mutating func noteShown(at instant: Instant) {
    shown = instant
    wasSeenIdle = false
  }

  /// Somebody looked, and no frame was on its way.
  mutating func noteIdle(at now: Instant) {
    guard let last = shown, now >= last else { return }
    if wasSeenIdle { shown = nil }
    wasSeenIdle = true
  }

  mutating func noteBegun() { wasSeenIdle = false }
}
