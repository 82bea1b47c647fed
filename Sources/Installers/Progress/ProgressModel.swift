// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// Turns what a source reports into commands for the daemon, the same way for every source.
///
/// The overall progress never goes back and stays below 100 until the source says that all has
/// succeeded: the last percent is `done`. The step at work has the second channel. Of a failure the
/// first reason is kept, as it is the most specific, and only something new that starts removes it.
package struct ProgressModel {
  /// How far the whole comes before all has succeeded.
  package static let last = Percentage(whole: 99)

  /// How long a message may be, in bytes of UTF-8.
  private static let longestMessage = 255

  /// How the work stands.
  package enum Outcome: Equatable {
    /// Nothing was reported yet.
    case none
    case running
    case succeeded
    case failed
  }

  /// How the work stands.
  package private(set) var outcome = Outcome.none

  /// How much of the whole is done, as it was sent last; nil before the first event.
  package private(set) var overall: Percentage?

  /// What is being done, as it was reported last.
  package private(set) var message = ""

  /// Whether the message has the remaining time.
  package let showsRemaining: Bool

  private var step: Percentage?
  private var isUnknown = false
  private var shownMessage: String?
  private var estimate = RemainingTime()
  /// What was sent of it; its end and a reset take it away there as well.
  private var toldSeconds: Int64?

  /// A model of something of which nothing is known yet.
  package init(showsRemaining: Bool = false) {
    self.showsRemaining = showsRemaining
  }

  /// How long it probably still takes, in words; nil where that is unknown.
  package func remaining(at now: Int64) -> String? {
    remainingSeconds(at: now).map(RemainingTime.text)
  }

  private func remainingSeconds(at now: Int64) -> Int64? {
    guard outcome == .running, !isUnknown else { return nil }
    return estimate.rounded(at: now)
  }

  /// The commands that an event asks for, in order; none where it says nothing new.
  ///
  /// `now` is the monotonic clock's time in nanoseconds.
  package mutating func commands(for event: ProgressEvent, at now: Int64) -> [String] {
    if event == .started { return begin() }
    guard outcome != .failed else { return [] }
    switch event {
    case .started: return []
    case .succeeded:
      guard outcome != .succeeded else { return [] }
      outcome = .succeeded
      overall = .hundred
      message = ""
      return show("") + ["done"]
    case .failed(let reason):
      outcome = .failed
      message = reason
      return show(reason) + ["fail"]
    case .overall, .unknown, .step, .message:
      // What comes after the end belongs to nothing that is shown.
      guard outcome != .succeeded else { return [] }
      outcome = .running
      return moves(for: event, at: now)
    }
  }

  /// The time that it still takes, where it has changed meanwhile, and the message that has it.
  package mutating func refresh(at now: Int64) -> [String] {
    guard outcome == .running else { return [] }
    let seconds = remainingSeconds(at: now)
    var commands: [String] = []
    if seconds != toldSeconds {
      toldSeconds = seconds
      commands.append("eta \(seconds.map(String.init) ?? "unknown")")
    }
    return showsRemaining ? commands + show(messageWithTime(at: now)) : commands
  }

  private mutating func begin() -> [String] {
    let hadMessage = shownMessage?.isEmpty == false
    self = ProgressModel(showsRemaining: showsRemaining)
    outcome = .running
    shownMessage = hadMessage ? "" : nil
    return ["reset"] + (hadMessage ? ["message"] : []) + ["start"]
  }

  private mutating func moves(for event: ProgressEvent, at now: Int64) -> [String] {
    switch event {
    case .overall(let percentage): advance(to: min(percentage, ProgressModel.last), at: now)
    case .step(let percentage): moveStep(to: percentage)
    case .message(let text): say(text, at: now)
    case .unknown: forget()
    case .started, .succeeded, .failed: []
    }
  }

  private mutating func advance(to percentage: Percentage, at now: Int64) -> [String] {
    // A step back means nothing, except that the progress is known again.
    let next = max(percentage, overall ?? .zero)
    guard isUnknown || overall != next else { return [] }
    isUnknown = false
    overall = next
    estimate.note(next, at: now)
    return ["progress \(next)"] + refresh(at: now)
  }

  private mutating func moveStep(to percentage: Percentage) -> [String] {
    guard step != percentage else { return [] }
    step = percentage
    return ["progress/2 \(percentage)"]
  }

  private mutating func forget() -> [String] {
    guard !isUnknown else { return [] }
    isUnknown = true
    let wasTold = toldSeconds != nil
    toldSeconds = nil
    return ["progress unknown"] + (wasTold ? ["eta unknown"] : [])
  }

  private mutating func say(_ text: String, at now: Int64) -> [String] {
    guard !text.isEmpty else { return [] }
    message = text
    return show(showsRemaining ? messageWithTime(at: now) : text)
  }

  private func messageWithTime(at now: Int64) -> String {
    guard let time = remaining(at: now) else { return message }
    return message.isEmpty ? time : "\(message) – \(time)"
  }

  private mutating func show(_ text: String) -> [String] {
    let text = text.printable.prefix(utf8Count: ProgressModel.longestMessage)
    guard text != shownMessage else { return [] }
    shownMessage = text
    return [text.isEmpty ? "message" : "message \(text)"]
  }
}
