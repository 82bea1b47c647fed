// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Linux
import Text

/// The loop of `follow` and `run`: receives events, sends commands, and handles signals and a child's
/// end.
package struct FollowSession<Source: ProgressSource & ~Copyable>: ~Copyable {
  package private(set) var model: ProgressModel
  private var source: Source
  private var client: DaemonClient
  private var line: ProgressLine
  private var poll = Poll<4>()
  private var hasEnded = false

  /// Follows a source, and sends its progress with a client.
  package init(
    _ source: consuming Source, model: ProgressModel, client: consuming DaemonClient,
    line: ProgressLine = ProgressLine(isWanted: false)
  ) {
    self.source = source
    self.model = model
    self.client = client
    self.line = line
  }

  /// Handles events from another source.
  package mutating func handle(_ events: [ProgressEvent]) {
    let now = MonotonicClock.nanoseconds
    for event in events { client.add(model.commands(for: event, at: now)) }
    client.pump()
    line.show(model, at: now)
  }

  /// Follows until the source ends, or with `once` until the work has ended.
  package mutating func follow(once: Bool = false) throws(FollowError) {
    defer { line.end() }
    while try step() {
      if once, model.outcome == .succeeded || model.outcome == .failed { return }
    }
  }

  /// Follows until the source ends (true), or until no daemon has been listening for the given time
  /// (false); that is at once if none ever has.
  package mutating func follow(withoutDaemonFor nanoseconds: Int64) throws(FollowError) -> Bool {
    client.pump()
    while !client.isAlone(for: nanoseconds) {
      if try !step() { return true }
    }
    return false
  }

  /// Follows until a child has ended, and returns its exit status as a shell does.
  ///
  /// - Parameters:
  ///   - child: Readable once the child has ended.
  ///   - signals: Readable once a signal has come.
  ///   - handleSignals: Takes the signals.
  ///   - exitStatus: The child's exit status; nil while it runs.
  /// - Returns: The exit status.
  /// - Throws: That the source cannot be read.
  package mutating func follow(
    child: borrowing FileDescriptor, signals: borrowing FileDescriptor,
    handleSignals: () -> Void, exitStatus: () -> CInt?
  ) throws(FollowError) -> CInt {
    poll.watch(.child, child)
    poll.watch(.signals, signals)
    while true {
      _ = try step()
      if !poll[.signals].isEmpty { handleSignals() }
      if !poll[.child].isEmpty, let status = exitStatus() {
        try drain()
        return status
      }
    }
  }

  /// Waits until the daemon has all commands, for a limited time.
  ///
  /// It waits also for a daemon that is being restarted, which would otherwise show the work as
  /// unfinished for ever. If there has never been a daemon, it does not wait.
  package mutating func flush(atMost nanoseconds: Int64 = 5_000_000_000) {
    let deadline = MonotonicClock.nanoseconds + nanoseconds
    poll.ignore(.source)
    poll.ignore(.signals)
    poll.ignore(.child)
    client.hurry()
    client.pump()
    while !client.isIdle, client.hasMetDaemon, MonotonicClock.nanoseconds < deadline {
      client.watch(.client, in: &poll)
      let rest = deadline - MonotonicClock.nanoseconds
      let pause = min(rest, client.timeoutNanoseconds ?? rest)
      guard (try? poll.wait(timeoutNanoseconds: pause)) != nil else { return }
      client.pump()
    }
  }

  /// Waits once, and handles everything that is possible; false when the source has ended.
  private mutating func step() throws(FollowError) -> Bool {
    client.watch(.client, in: &poll)
    if hasEnded { poll.ignore(.source) } else { source.watch(.source, in: &poll) }
    try wait(atMost: timeout())
    let isDue = source.deadline.map { $0 <= MonotonicClock.nanoseconds } ?? false
    if !hasEnded, !poll[.source].isEmpty || isDue { try advance() }
    let now = MonotonicClock.nanoseconds
    client.add(model.refresh(at: now))
    client.pump()
    line.show(model, at: now)
    return !hasEnded
  }

  private mutating func advance() throws(FollowError) {
    var events: [ProgressEvent] = []
    hasEnded = try !source.advance(into: &events)
    let now = MonotonicClock.nanoseconds
    for event in events { client.add(model.commands(for: event, at: now)) }
  }

  /// Reads the child's remaining output, but not what its own children may write later.
  private mutating func drain() throws(FollowError) {
    poll.ignore(.client)
    poll.ignore(.signals)
    poll.ignore(.child)
    while !hasEnded {
      source.watch(.source, in: &poll)
      try wait(atMost: 0)
      guard !poll[.source].isEmpty else { return }
      try advance()
    }
  }

  /// The longest wait: for the client, the source, and the next update of the remaining time.
  private func timeout() -> Int64? {
    let now = MonotonicClock.nanoseconds
    var shortest = client.timeoutNanoseconds ?? .max
    if !hasEnded, let deadline = source.deadline {
      shortest = min(shortest, max(0, deadline - now))
    }
    if model.remaining(at: now) != nil { shortest = min(shortest, 5_000_000_000) }
    return shortest == .max ? nil : shortest
  }

  private mutating func wait(atMost timeout: Int64?) throws(FollowError) {
    do throws(SystemError) {
      _ = try poll.wait(timeoutNanoseconds: timeout)
    } catch {
      throw FollowError("poll failed", error)
    }
  }
}

extension PollSlot {
  fileprivate static var source: PollSlot { PollSlot(rawValue: 0) }
  fileprivate static var client: PollSlot { PollSlot(rawValue: 1) }
  fileprivate static var signals: PollSlot { PollSlot(rawValue: 2) }
  fileprivate static var child: PollSlot { PollSlot(rawValue: 3) }
}
