// SPDX-License-Identifier: Apache-2.0

import Motion
import Stage
import Text

/// Limits the rate of lines to status subscribers: one for each change of the reported progress or of
/// the stage's state.
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

  /// Records the status; true where a line with it is due now, which then counts as sent.
  mutating func update(_ status: StageStatus, at now: Instant) -> Bool {
    isPending = !isSame(status)
    guard isPending, now >= nextTime else { return false }
    isPending = false
    lastSent = status
    nextTime = now + .milliseconds(100)
    return true
  }

  /// Whether the status equals the last one sent; the shown progress changes all the time and does not
  /// count.
  private func isSame(_ status: StageStatus) -> Bool {
    guard let lastSent else { return false }
    return lastSent.state == status.state && lastSent.percent == status.percent
      && lastSent.isUnknown == status.isUnknown && lastSent.isFailed == status.isFailed
      && lastSent.message == status.message
  }
}
