import Animations
import Control
import Motion

/// What subscribers are lastSent: a line whenever what was reported, or the state of the picture, differs.
///
/// At most ten lines a second; what differs earlier is lastSent when the time has come.
struct StatusSubscriptions {
  private var lastSent: StageStatus?
  private var nextTime = Instant.zero
  private var isPending = false

  /// When to tell something next; nil for never.
  var deadline: Instant? {
    mutating get { isPending ? nextTime : nil }
  }

  /// The line to tell now; nil when there is none.
  mutating func line(for status: StageStatus, at now: Instant) -> InlineText<1000>? {
    isPending = !isSame(status)
    guard isPending, now >= nextTime else { return nil }
    isPending = false
    lastSent = status
    nextTime = now + .milliseconds(100)
    return StatusLine(update: status).text
  }

  /// Whether what was lastSent last is still so; the progress that is shown moves all the time.
  private func isSame(_ status: StageStatus) -> Bool {
    guard let lastSent else { return false }
    return lastSent.state == status.state && lastSent.percent == status.percent
      && lastSent.isUnknown == status.isUnknown && lastSent.isFailed == status.isFailed
      && lastSent.message == status.message
  }
}
