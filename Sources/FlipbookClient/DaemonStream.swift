// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
package import Linux

/// A connection to the daemon by its own protocol, of lines; every client of that protocol has one.
///
/// An untrusted peer neither gets nor sends anything. A deadline is in nanoseconds of the monotonic clock: one
/// that has passed never waits, and nil waits without a limit.
package struct DaemonStream: ~Copyable {
  /// Why there is no connection.
  package enum Refusal: Error {
    /// No process listens, or it has not accepted the connection in time.
    case unreachable(SystemError)
    /// Neither root nor this process's user runs what listens there.
    case untrusted
  }

  private let stream: UnixStream
  private var lines = LineReader(capacity: 4 * ClientLimits.reply)
  private var poll = Poll<1>()
  private var descriptor: FileDescriptor?

  /// Connects to a listener; `limit` is how long to wait while its backlog is full, nil for not at all.
  package init(connectingTo address: Span<UInt8>, limit: Int64?) throws(Refusal) {
    let stream: UnixStream
    do throws(SystemError) {
      if let limit {
        stream = try UnixStream(connectingTo: address, waitingNanoseconds: limit)
      } else {
        stream = try UnixStream(connectingTo: address)
      }
    } catch {
      throw .unreachable(error)
    }
    guard stream.hasTrustedPeer else { throw .untrusted }
    self.stream = stream
  }

  /// Watches the connection in a poll's slot.
  package func watch<let capacity: Int>(
    _ slot: PollSlot, in poll: inout Poll<capacity>, for events: PollEvents
  ) {
    poll.watch(slot, stream.descriptor, for: events)
  }

  /// Sends as much as the daemon accepts by the deadline, and returns how many bytes that is.
  ///
  /// - Throws: That the daemon has disconnected.
  package mutating func send(
    _ bytes: Span<UInt8>, until deadline: Int64?
  ) throws(SystemError) -> Int {
    var sent = 0
    while sent < bytes.count {
      switch try stream.send(bytes.extracting(sent..<bytes.count)) {
      case .bytes(let count): sent += count
      case .wouldBlock: guard try wait(for: .writable, until: deadline) else { return sent }
      case .end: throw SystemError(.send, errno: EPIPE)
      }
    }
    return sent
  }

  /// The next line; nil if it has not arrived by the deadline.
  ///
  /// - Throws: That the daemon has disconnected, or that its line is too long for any answer.
  package mutating func nextLine(until deadline: Int64?) throws(SystemError) -> Range<Int>? {
    while true {
      switch lines.next() {
      case .line(let range): return range
      case .tooLong: throw SystemError(.receive, errno: EMSGSIZE)
      case nil: break
      }
      var buffer = InlineArray<512, UInt8>(repeating: 0)
      var span = buffer.mutableSpan
      var part = span._mutatingExtracting(first: min(512, lines.room))
      var received = try stream.receiveWithDescriptor(into: &part)
      switch received.transfer {
      case .bytes(let count):
        lines.append(buffer.span.extracting(first: count))
        if let passed = received.descriptor.take() { descriptor = consume passed }
      case .wouldBlock: guard try wait(for: .readable, until: deadline) else { return nil }
      case .end: throw SystemError(.receive, errno: EPIPE)
      }
    }
  }

  /// The bytes of the last line.
  @_lifetime(borrow self)
  package func bytes(of line: Range<Int>) -> Span<UInt8> { lines.bytes(of: line) }

  /// Gives away the last descriptor that came with a line.
  package mutating func takeDescriptor() -> FileDescriptor? { descriptor.take() }

  private mutating func wait(
    for events: PollEvents, until deadline: Int64?
  ) throws(SystemError) -> Bool {
    let rest = deadline.map { $0 - MonotonicClock.nanoseconds }
    guard rest ?? 1 > 0 else { return false }
    poll.watch(.daemon, stream.descriptor, for: events)
    _ = try poll.wait(timeoutNanoseconds: rest)
    return true
  }
}

extension PollSlot {
  fileprivate static let daemon = PollSlot(rawValue: 0)
}
