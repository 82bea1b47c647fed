import Animations
import Control
import Motion

/// What subscribers are told: a line whenever what was reported, or the state of the picture, differs.
///
/// At most ten lines a second; what differs earlier is told when the time has come.
struct StatusNews {
  private var told: StageStatus?
  private var nextTime = Instant.zero
  private var isOwed = false

  /// When to tell something next; nil for never.
  var deadline: Instant? {
    mutating get { isOwed ? nextTime : nil }
  }

  /// The line to tell now; nil when there is none.
  mutating func line(for status: StageStatus, at now: Instant) -> InlineText<1000>? {
    isOwed = !isSame(status)
    guard isOwed, now >= nextTime else { return nil }
    isOwed = false
    told = status
    nextTime = now + .milliseconds(100)
    return StatusLine(news: status).text
  }

  /// Whether what was told last is still so; the progress that is shown moves all the time.
  private func isSame(_ status: StageStatus) -> Bool {
    guard let told else { return false }
    return told.state == status.state && told.percent == status.percent
      && told.isUnknown == status.isUnknown && told.isFailed == status.isFailed
      && told.message == status.message
  }
}
