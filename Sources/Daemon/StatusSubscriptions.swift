// SPDX-License-Identifier: Apache-2.0

import Animations
import Control
import Motion
import Linux

/// Rate-limits the lines to status subscribers: one for each change of the reported progress or of the
/// stage's state.
///
/// At most ten lines per second; an earlier change is sent when the interval is over.
struct StatusSubscriptions {
  private var lastSent: StageStatus?
  private var nextTime = Instant.zero
  private var isPending = false

  /// When to send a pending line; nil for never.
  var deadline: Instant? {
    mutating get { isPending ? nextTime : nil }
  }

  /// The line to send now; nil when there is none.
  mutating func line(for status: StageStatus, at now: Instant) -> InlineText<1000>? {
    isPending = !isSame(status)
    guard isPending, now >= nextTime else { return nil }
    isPending = false
    lastSent = status
    nextTime = now + .milliseconds(100)
    return StatusLine(update: status).text
  }

  /// Whether the status equals the last one sent; the shown progress, which moves all the time, does not
  /// count.
  private func isSame(_ status: StageStatus) -> Bool {
    guard let lastSent else { return false }
    return lastSent.state == status.state && lastSent.percent == status.percent
      && lastSent.isUnknown == status.isUnknown && lastSent.isFailed == status.isFailed
      && lastSent.message == status.message
  }
}
