// SPDX-License-Identifier: Apache-2.0

import Motion

/// Detects from the times of frames whether the stage moves.
///
/// A stage moves if each poll that finds the output idle is followed by a frame. One poll without a frame
/// counts as rest: vblanks that pass at rest do not count as missed.
struct IdleTracker: Sendable {
  /// The last instant at which the frame on the display was up to date; nil before the first and after a rest.
  private(set) var shown: Instant?
  private var wasSeenIdle = false

  /// Records that the frame on the display is, or will be, up to date at an instant.
  mutating func recordShown(at instant: Instant) {
    shown = instant
    wasSeenIdle = false
  }

  /// Records that the output was polled while no frame was pending.
  mutating func recordIdle(at now: Instant) {
    guard let last = shown, now >= last else { return }
    if wasSeenIdle { shown = nil }
    wasSeenIdle = true
  }

  mutating func recordBegin() { wasSeenIdle = false }
}
