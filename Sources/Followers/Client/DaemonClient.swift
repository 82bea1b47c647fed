// SPDX-License-Identifier: Apache-2.0

import ControlClient
import FlipbookClient
package import Linux
package import Text

/// Sends commands to a daemon that may be slow, missing or restarted, and never waits for it.
package struct DaemonClient: ~Copyable {
  private static var retryNanoseconds: Int64 { 500_000_000 }

  private let path: LongText
  private let program: StaticString
  private let timeline: TimelineRecorder?
  private var stream: DaemonStream?
  private var backlog = CommandBacklog()
  /// All commands in force, which a restarted daemon gets again.
  private var history = CommandBacklog()
  /// The line at work, and how much of it has been sent.
  private var unsent = LongText()
  private var sent = 0
  private var unanswered = 0
  private var nextAttempt: Int64 = 0
  private var hasWarned: Bool
  private let isOptional: Bool

  /// Connects as soon as there is something to send.
  ///
  /// - Parameters:
  ///   - path: The daemon's socket.
  ///   - timeline: The file that the commands are recorded in, if any.
  ///   - isOptional: Whether a missing daemon causes no warning. Then it also connects before there is
  ///     something to send.
  ///   - program: The name of this program, for warnings.
  package init(
    path: LongText, recordingTo timeline: consuming TimelineRecorder?, isOptional: Bool = false,
    program: StaticString = "flipbook"
  ) {
    self.path = path
    self.program = program
    self.timeline = timeline
    self.isOptional = isOptional
    hasWarned = isOptional
  }

  /// Adds commands; `pump` sends them.
  package mutating func add(_ lines: [LongText]) {
    for line in lines { timeline?.record(line) }
    backlog.add(lines)
    history.add(lines)
  }

  /// Whether everything has been sent and answered.
  package var isIdle: Bool { backlog.isEmpty && unsent.isEmpty && unanswered == 0 }

  /// Whether it is connected to a daemon.
  package var isConnected: Bool { stream != nil }

  /// Whether there was a daemon at any time: it probably comes back.
  package private(set) var hasMetDaemon = false

  /// Since when no daemon has been listening, by the monotonic clock in nanoseconds; nil while one
  /// is, and before the first attempt.
  package private(set) var absence: Int64?

  /// Whether no daemon listens now, and none has listened for the given time, or ever.
  package func isAlone(for nanoseconds: Int64) -> Bool {
    guard let absence else { return false }
    return !hasMetDaemon || MonotonicClock.nanoseconds - absence >= nanoseconds
  }

  /// Watches the connection in a poll's slot.
  package func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    switch stream {
    case .some(let stream):
      stream.watch(slot, in: &poll, for: unsent.isEmpty ? .readable : [.readable, .writable])
    case .none: poll.ignore(slot)
    }
  }

  /// The time until the next attempt without an event; nil for none.
  package var timeoutNanoseconds: Int64? {
    guard stream == nil, isOptional || !backlog.isEmpty else { return nil }
    return max(0, nextAttempt - MonotonicClock.nanoseconds)
  }

  /// Makes the next attempt to reach the daemon due at once.
  package mutating func hurry() { nextAttempt = 0 }

  /// Sends and receives as much as possible now.
  package mutating func pump() {
    if stream == nil { connect() }
    do throws(SystemError) {
      try receive()
      try send()
    } catch {
      lose()
    }
  }

  private mutating func connect() {
    let now = MonotonicClock.nanoseconds
    guard isOptional || !backlog.isEmpty, now >= nextAttempt else { return }
    nextAttempt = now + DaemonClient.retryNanoseconds
    do throws(DaemonStream.Refusal) {
      stream = try DaemonStream(connectingTo: path.bytes, limit: nil)
      hasMetDaemon = true
      absence = nil
    } catch {
      // A daemon that is too busy to accept a connection exists too.
      if case .unreachable(let problem) = error, problem.isTransient {
        hasMetDaemon = true
        absence = nil
      } else if absence == nil {
        absence = now
      }
      guard !hasWarned else { return }
      hasWarned = true
      let problem = DaemonError(error, at: path.bytes).line
      ErrorLine.warn(program, "\(LongText(problem.utf8)); going on without")
    }
  }

  private mutating func send() throws(SystemError) {
    while true {
      if unsent.isEmpty {
        // One command at a time: while the daemon is busy, newer commands replace older ones here.
        guard stream != nil, unanswered == 0, let line = backlog.removeFirst() else { return }
        unsent = "\(line)\n"
        sent = 0
        unanswered += 1
      }
      let line = unsent
      let rest = line.bytes.extracting(sent..<line.count)
      guard let count = try stream?.send(rest, until: 0) else { return }
      sent += count
      if sent < line.count { return }
      unsent = LongText()
    }
  }

  private mutating func receive() throws(SystemError) {
    while let reply = try nextReply() {
      unanswered = max(0, unanswered - 1)
      if reply.hasPrefix("error: ") {
        ErrorLine.warn(program, "the daemon replied: \(reply[7...])")
      }
    }
  }

  private mutating func nextReply() throws(SystemError) -> LongText? {
    guard let range = try stream?.nextLine(until: 0) else { return nil }
    switch stream {
    case .some(let stream): return LongText(stream.bytes(of: range))
    case .none: return nil
    }
  }

  /// Discards a connection that has ended; the next one gets all commands in force.
  private mutating func lose() {
    stream = nil
    unsent = LongText()
    unanswered = 0
    nextAttempt = MonotonicClock.nanoseconds + DaemonClient.retryNanoseconds
    if absence == nil { absence = MonotonicClock.nanoseconds }
    var all = history
    all.add(backlog.lines)
    backlog = all
  }
}
