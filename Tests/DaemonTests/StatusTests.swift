// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Linux
import Motion
import Testing

@testable import Daemon
import Stage
import Text

/// A stage with a status.
struct StatusSource: ~Copyable {
  private var stage: Stage
  private var now = Instant(nanoseconds: 1_000_000_000)

  init() throws {
    stage = try Stage(
      StageConfiguration(animation: .download, widthInPixels: 640, heightInPixels: 480), at: now)
  }

  /// The status after a command.
  mutating func status(after command: Command) throws -> StageStatus {
    now += .milliseconds(20)
    stage.apply(command, at: now)
    let status = stage.status(at: now)
    return try #require(status)
  }
}

/// A report of progress.
func progress(_ percent: Fixed) throws -> Command {
  .progress(channel: 1, percent: try #require(Percent(percent)))
}

/// A message of a text.
private func message(_ text: StaticString) -> Command { .message(Message(truncating: text.bytes)) }

private func text(_ line: Span<UInt8>) -> String {
  String(decoding: line.indices.map { line[$0] }, as: UTF8.self)
}

extension StatusSubscriptions {
  /// The line that is sent now; nil when there is none.
  fileprivate mutating func line(for status: StageStatus, at now: Instant) -> String? {
    guard update(status, at: now) else { return nil }
    let line = StatusLine(update: status)
    return text(line.bytes)
  }
}

@Suite struct StatusSubscriptionTests {
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  @Test func `the first line is sent at once, the same status never again`() throws {
    var source = try StatusSource()
    var subscriptions = StatusSubscriptions()
    let status = try source.status(after: progress(Fixed(85, over: 2)))
    let sent = subscriptions.line(for: status, at: start)
    let line = try #require(sent)
    #expect(line == "state=readying target=42.50 message=\"\"")
    #expect(subscriptions.line(for: status, at: at(500)) == nil && subscriptions.deadline == nil)
  }

  @Test func `a change within a tenth of a second waits for its end, and only the last is sent`()
    throws
  {
    var source = try StatusSource()
    var subscriptions = StatusSubscriptions()
    _ = subscriptions.line(for: try source.status(after: progress(1)), at: start)
    #expect(subscriptions.line(for: try source.status(after: progress(2)), at: at(50)) == nil)
    #expect(subscriptions.deadline == at(100))
    let last = try source.status(after: progress(3))
    #expect(subscriptions.line(for: last, at: at(99)) == nil)
    let sent = subscriptions.line(for: last, at: at(100))
    let line = try #require(sent)
    #expect(line.contains("target=3.00"))
    #expect(subscriptions.deadline == nil)
  }

  @Test func `a change that is taken back is not sent`() throws {
    var source = try StatusSource()
    var subscriptions = StatusSubscriptions()
    let message = try source.status(after: .message(Message()))
    _ = subscriptions.line(for: message, at: start)
    _ = subscriptions.line(for: try source.status(after: progress(2)), at: at(50))
    #expect(subscriptions.deadline != nil)
    #expect(subscriptions.line(for: message, at: at(60)) == nil && subscriptions.deadline == nil)
  }

  @Test func `each part of the status counts as a change`() throws {
    var source = try StatusSource()
    var subscriptions = StatusSubscriptions()
    let commands: [Command] = [
      try progress(2), .progressUnknown(channel: 1), message("A"), .fail,
      .reset,
    ]
    for (index, command) in commands.enumerated() {
      let status = try source.status(after: command)
      #expect(subscriptions.line(for: status, at: at(200 * index)) != nil, "\(command)")
      #expect(subscriptions.line(for: status, at: at(200 * index + 150)) == nil)
    }
  }
}

/// The messages that a service manager got.
private final class Manager {
  var messages: [String] = []
  var descriptors: [CInt] = []
  /// The error with which the next messages are refused.
  var errno: CInt?
}

private struct Sender: NotificationSender, ~Copyable {
  let manager: Manager

  func send(_ message: Span<UInt8>, passing passed: CInt) throws(SystemError) {
    if let errno = manager.errno { throw SystemError(.send, errno: errno) }
    manager.messages.append(String(decoding: message.indices.map { message[$0] }, as: UTF8.self))
    manager.descriptors.append(passed)
  }
}

@Suite struct ServiceManagerTests {
  private let received = Manager()
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  private func notifier(_ interval: Motion.TimeSpan? = nil) -> ServiceManager<Sender> {
    ServiceManager(Sender(manager: received), watchdogInterval: interval)
  }

  @Test func `readiness is sent once`() {
    var notifier = notifier()
    notifier.notifyReady(at: start)
    notifier.notifyReady(at: at(1000))
    #expect(received.messages == ["READY=1\n"] && notifier.deadline == nil)
  }

  @Test func `readiness that is not taken is sent again after a quarter of a second`() {
    var notifier = notifier()
    received.errno = 11
    notifier.notifyReady(at: start)
    #expect(notifier.deadline == at(250) && !notifier.wantsStatus)
    received.errno = nil
    notifier.notifyReady(at: at(249))
    #expect(received.messages.isEmpty)
    notifier.notifyReady(at: at(250))
    #expect(received.messages == ["READY=1\n"] && notifier.wantsStatus)
  }

  @Test func `a service manager that is gone is not asked again`() {
    var notifier = notifier()
    received.errno = 111
    notifier.notifyReady(at: start)
    #expect(notifier.deadline == nil)
  }

  @Test func `without a service manager nothing is due`() throws {
    var source = try StatusSource()
    var none = ServiceManager<Sender>(nil, watchdogInterval: .milliseconds(500))
    none.notifyReady(at: start)
    none.sendStatus(try source.status(after: progress(2)), at: start)
    #expect(none.deadline == nil && !none.wantsStatus)
  }

  @Test func `keep-alives come at their interval`() {
    var notifier = notifier(.milliseconds(500))
    notifier.notifyAlive(at: start)
    #expect(received.messages.isEmpty)
    notifier.notifyReady(at: start)
    notifier.notifyAlive(at: start)
    notifier.notifyAlive(at: at(499))
    #expect(received.messages == ["READY=1\n", "WATCHDOG=1\n"] && notifier.deadline == at(500))
    received.errno = 11
    notifier.notifyAlive(at: at(500))
    #expect(notifier.deadline == at(750))
  }

  // A modeset may take longer than the rest of the interval.
  @Test func `a keep-alive comes before a modeset`() {
    var notifier = notifier(.milliseconds(500))
    notifier.notifyReady(at: start)
    notifier.notifyAlive(at: start)
    let isLonger = notifier.extendWatchdog(at: at(1), takes: .milliseconds(1000))
    #expect(!isLonger)
    #expect(received.messages == ["READY=1\n", "WATCHDOG=1\n", "WATCHDOG=1\n"])
    #expect(notifier.deadline == at(501))
  }

  // A watchdog of ten seconds ended a daemon that waited 20 s for a lost flip.
  @Test func `a watchdog that waits less than a modeset may take is extended, and put back`() {
    var notifier = notifier(.milliseconds(5000))
    notifier.notifyReady(at: start)
    received.messages = []
    // Not accepted: the service manager does not know it yet.
    received.errno = 11
    var isLonger = notifier.extendWatchdog(at: start, takes: .milliseconds(45_000))
    #expect(!isLonger)
    received.errno = nil
    isLonger = notifier.extendWatchdog(at: at(1), takes: .milliseconds(45_000))
    #expect(isLonger)
    isLonger = notifier.extendWatchdog(at: at(20_001), takes: .milliseconds(45_000))
    #expect(!isLonger)
    notifier.notifyAlive(at: at(25_000))
    #expect(received.messages == ["WATCHDOG=1\nWATCHDOG_USEC=45000000\n", "WATCHDOG=1\n"])
    received.messages = []
    notifier.notifyAlive(at: at(25_001))
    notifier.notifyAlive(at: at(30_001))
    #expect(received.messages == ["WATCHDOG=1\nWATCHDOG_USEC=10000000\n", "WATCHDOG=1\n"])
  }

  @Test func `the status is sent when its whole percent changes, once a second at most`() throws {
    var source = try StatusSource()
    var notifier = notifier()
    notifier.notifyReady(at: start)
    received.messages = []
    let first = try source.status(after: message("A"))
    notifier.sendStatus(first, at: start)
    notifier.sendStatus(first, at: at(1500))
    #expect(received.messages.count == 1 && received.messages[0].hasSuffix(": A\n"))
    let second = try source.status(after: message("B"))
    notifier.sendStatus(second, at: at(1600))
    let third = try source.status(after: message("C"))
    notifier.sendStatus(third, at: at(1700))
    #expect(notifier.deadline == at(2600) && received.messages.count == 2)
    notifier.sendStatus(third, at: at(2600))
    #expect(received.messages.count == 3 && received.messages[2].hasSuffix(": C\n"))
    #expect(notifier.deadline == nil)
  }

  @Test func `a status that is not taken is sent a second later`() throws {
    var source = try StatusSource()
    var notifier = notifier()
    notifier.notifyReady(at: start)
    received.errno = 11
    let status = try source.status(after: .fail)
    notifier.sendStatus(status, at: start)
    #expect(notifier.deadline == at(1000))
    received.errno = nil
    notifier.sendStatus(status, at: at(1000))
    #expect(received.messages.count == 2 && notifier.deadline == nil)
  }

  @Test func `sockets are stored with their descriptor and forgotten before the end`() {
    var notifier = notifier()
    #expect(notifier.store(7, "plymouth") == true)
    #expect(received.messages == ["FDSTORE=1\nFDNAME=plymouth\n"] && received.descriptors == [7])
    received.messages = []
    notifier.notifyStopping()
    #expect(
      received.messages == [
        "FDSTOREREMOVE=1\nFDNAME=plymouth\n", "FDSTOREREMOVE=1\nFDNAME=plymouth-old\n",
        "STOPPING=1\n",
      ])
  }
}
