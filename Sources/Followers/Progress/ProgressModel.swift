// SPDX-License-Identifier: Apache-2.0

package import Text

/// Converts a source's reports to commands for the daemon, the same way for every source.
///
/// The overall progress never goes back, and stays below 100 until the source reports success:
/// `done` sets the last percent. The current step has the second channel. After a failure the first
/// reason is kept, as it is the most specific; only new work removes it.
package struct ProgressModel {
  /// The highest overall progress before success.
  package static var last: Percentage { Percentage(whole: 99) }

  /// The longest message, in bytes of UTF-8.
  private static var longestMessage: Int { 255 }

  /// The state of the work.
  package enum Outcome: Equatable {
    /// No report yet.
    case none
    case running
    case succeeded
    case failed
  }

  /// The state of the work.
  package private(set) var outcome = Outcome.none

  /// The overall progress, as it was sent last; nil before the first event.
  package private(set) var overall: Percentage?

  /// The current activity, as it was reported last.
  package private(set) var message = LongText()

  /// Whether the message includes the remaining time.
  package let showsRemaining: Bool

  private var step: Percentage?
  private var isUnknown = false
  private var shownMessage: LongText?
  private var estimate = RemainingTime()
  /// The remaining seconds that were sent last; the end and a reset clear them in the daemon as
  /// well.
  private var toldSeconds: Int64?

  /// A model before the first report.
  package init(showsRemaining: Bool = false) {
    self.showsRemaining = showsRemaining
  }

  /// The estimated remaining time in words; nil where it is unknown.
  package func remaining(at now: Int64) -> LongText? {
    remainingSeconds(at: now).map(RemainingTime.text)
  }

  private func remainingSeconds(at now: Int64) -> Int64? {
    guard outcome == .running, !isUnknown else { return nil }
    return estimate.rounded(at: now)
  }

  /// The commands for an event, in order; none where nothing changes.
  ///
  /// `now` is the monotonic clock's time in nanoseconds.
  package mutating func commands(for event: ProgressEvent, at now: Int64) -> [LongText] {
    if event == .started { return begin() }
    guard outcome != .failed else { return [] }
    switch event {
    case .started: return []
    case .succeeded:
      guard outcome != .succeeded else { return [] }
      outcome = .succeeded
      overall = .hundred
      message = LongText()
      return show("") + ["done"]
    case .failed(let reason):
      outcome = .failed
      message = reason
      return show(reason) + ["fail"]
    case .overall, .unknown, .step, .message:
      // Reports after the end belong to no visible work.
      guard outcome != .succeeded else { return [] }
      outcome = .running
      return moves(for: event, at: now)
    }
  }

  /// The commands for the remaining time and the message with it, if the time has changed.
  package mutating func refresh(at now: Int64) -> [LongText] {
    guard outcome == .running else { return [] }
    let seconds = remainingSeconds(at: now)
    var commands: [LongText] = []
    if seconds != toldSeconds {
      toldSeconds = seconds
      if let seconds { commands.append("eta \(seconds)") } else { commands.append("eta unknown") }
    }
    return showsRemaining ? commands + show(messageWithTime(at: now)) : commands
  }

  private mutating func begin() -> [LongText] {
    let hadMessage = shownMessage?.isEmpty == false
    self = ProgressModel(showsRemaining: showsRemaining)
    outcome = .running
    shownMessage = hadMessage ? "" : nil
    return ["reset"] + (hadMessage ? ["message"] : []) + ["start"]
  }

  private mutating func moves(for event: ProgressEvent, at now: Int64) -> [LongText] {
    switch event {
    case .overall(let percentage): advance(to: min(percentage, ProgressModel.last), at: now)
    case .step(let percentage): moveStep(to: percentage)
    case .message(let text): say(text, at: now)
    case .unknown: forget()
    case .started, .succeeded, .failed: []
    }
  }

  private mutating func advance(to percentage: Percentage, at now: Int64) -> [LongText] {
    // A step back is ignored, except that the progress is known again.
    let next = max(percentage, overall ?? .zero)
    guard isUnknown || overall != next else { return [] }
    isUnknown = false
    overall = next
    estimate.record(next, at: now)
    return ["progress \(next)"] + refresh(at: now)
  }

  private mutating func moveStep(to percentage: Percentage) -> [LongText] {
    guard step != percentage else { return [] }
    step = percentage
    return ["progress/2 \(percentage)"]
  }

  private mutating func forget() -> [LongText] {
    guard !isUnknown else { return [] }
    isUnknown = true
    let wasTold = toldSeconds != nil
    toldSeconds = nil
    return ["progress unknown"] + (wasTold ? ["eta unknown"] : [])
  }

  private mutating func say(_ text: LongText, at now: Int64) -> [LongText] {
    guard !text.isEmpty else { return [] }
    message = text
    return show(showsRemaining ? messageWithTime(at: now) : text)
  }

  private func messageWithTime(at now: Int64) -> LongText {
    guard let time = remaining(at: now) else { return message }
    return message.isEmpty ? time : "\(message) – \(time)"
  }

  private mutating func show(_ text: LongText) -> [LongText] {
    let line = LongText(onOneLine: text.bytes)
    let text = line[..<line.bytes.longestCharacterPrefix(of: ProgressModel.longestMessage)]
    guard text != shownMessage else { return [] }
    shownMessage = text
    return [text.isEmpty ? "message" : "message \(text)"]
  }
}
