// SPDX-License-Identifier: Apache-2.0

internal import CLinux
package import Control
package import Linux

/// A connection to a daemon that speaks Plymouth's protocol; requests block until their replies.
///
/// Replies are stored only in memory for secrets.
package struct PlymouthConnection: ~Copyable {
  /// Why there is no reply.
  package enum Failure: Error {
    /// The daemon has disconnected, or has sent an invalid reply.
    case disconnected
    /// The daemon has not answered in time.
    case silent
    /// The daemon's process is stopped by a signal.
    case stopped
  }

  /// How often the state of the daemon's process is checked.
  private static let lookNanoseconds: Int64 = 50_000_000

  private static var size: Int { PlymouthReply.largestAnswer + PlymouthReply.headSize }

  /// The process at the other end; nil where the kernel does not report it.
  package let daemon: OtherProcess?

  private let stream: UnixStream
  private var memory: SecretMemory
  private var received = 0
  // The bytes of the last reply, which are removed when the next request is sent.
  private var taken = 0
  private var signals: SignalDescriptor?
  private var poll = Poll<3>()

  /// Takes over a new connection.
  package init(_ stream: consuming UnixStream) throws(SystemError) {
    let memory = try SecretMemory(size: PlymouthConnection.size)
    let number = try stream.peer().processID
    self.memory = memory
    self.stream = stream
    daemon = OtherProcess(number: number)
    poll.watch(.daemon, self.stream.descriptor)
  }

  /// Prepares for secrets: a signal that ends this process wipes the replies, and no core has them.
  ///
  /// Call it before a request that a person answers.
  package mutating func expectSecrets() {
    OwnProcess.forbidDumps()
    guard signals == nil,
      let descriptor = try? SignalDescriptor([.interrupt, .terminate, .hangUp])
    else { return }
    poll.watch(.signals, descriptor.descriptor)
    signals = consume descriptor
  }

  /// Sends a request and waits for its reply, up to the limit if there is one.
  package mutating func ask(
    _ request: borrowing PlymouthFrame, limitNanoseconds: Int64?
  ) throws(Failure) -> PlymouthReply {
    let deadline = limitNanoseconds.map { MonotonicClock.nanoseconds + $0 }
    forgetReply()
    var sent = 0
    while sent < request.bytes.count {
      switch try? stream.send(request.bytes.extracting(sent..<request.bytes.count)) {
      case .bytes(let count): sent += count
      case .wouldBlock: try wait(for: .writable, until: deadline)
      case .end, nil: throw .disconnected
      }
    }
    return try takeReply(until: deadline)
  }

  /// Waits for the reply to an earlier request.
  package mutating func awaitReply(limitNanoseconds: Int64) throws(Failure) -> PlymouthReply {
    try takeReply(until: MonotonicClock.nanoseconds + limitNanoseconds)
  }

  /// Waits until the daemon has disconnected, up to the limit if there is one.
  package mutating func waitForEnd(limitNanoseconds: Int64? = nil) throws(Failure) {
    let deadline = limitNanoseconds.map { MonotonicClock.nanoseconds + $0 }
    while true {
      forgetReply()
      do throws(Failure) {
        try receive(until: deadline ?? .max)
      } catch {
        if case .disconnected = error { return }
        throw error
      }
      taken = received
    }
  }

  /// The bytes of a reply, valid until the next request.
  @_lifetime(borrow self)
  package func bytes(_ range: Range<Int>) -> Span<UInt8> {
    memory.bytes.extracting(range)
  }

  /// Whether an answer is a refusal, for which the daemon sends a single Control-C.
  package func isRefusal(_ answer: Range<Int>) -> Bool {
    answer.count == 1 && memory[answer.lowerBound] == 0x03
  }

  /// Waits for the end of a child, and returns its exit status; a signal meanwhile wipes the replies.
  package mutating func waitForExit(of child: CInt) -> CInt {
    poll.ignore(.daemon)
    let opened = cl_child_open(child)
    guard opened >= 0 else { return cl_wait_for_exit(child) }
    let descriptor = FileDescriptor(adopting: opened)
    poll.watch(.child, descriptor)
    defer { poll.ignore(.child) }
    while true {
      guard (try? poll.wait()) != nil else { return cl_wait_for_exit(child) }
      if !poll[.signals].isEmpty { reraiseSignal() }
      if !poll[.child].isEmpty { return cl_wait_for_exit(child) }
    }
  }

  /// The PID of the process at the other end; 0 where the kernel does not report it.
  package var daemonNumber: Int32 {
    switch daemon {
    case .some(let daemon): daemon.number
    case .none: 0
    }
  }

  private var daemonIsStopped: Bool {
    switch daemon {
    case .some(let daemon): daemon.isStopped
    case .none: false
    }
  }

  /// Whether the last reply is still stored.
  package var holdsReply: Bool { taken > 0 }

  /// Wipes the last reply.
  package mutating func forgetReply() {
    // The daemon sends no unrequested bytes; if it did, they would be read next.
    let rest = received - taken
    let first = taken
    for index in 0..<rest {
      let byte = memory[first + index]
      memory[index] = byte
    }
    memory.wipe(rest..<received)
    received = rest
    taken = 0
  }

  private mutating func takeReply(until deadline: Int64?) throws(Failure) -> PlymouthReply {
    while true {
      if let reply = try takeReply() { return reply }
      try receive(until: deadline)
    }
  }

  private mutating func takeReply() throws(Failure) -> PlymouthReply? {
    guard let (reply, size) = try heldReply() else { return nil }
    taken = size
    return reply
  }

  private func heldReply() throws(Failure) -> (reply: PlymouthReply, size: Int)? {
    do throws(PlymouthReplyError) {
      return try PlymouthReply.read(memory.bytes.extracting(first: received))
    } catch {
      throw .disconnected
    }
  }

  /// Reads the available bytes; the memory is large enough for any reply.
  private mutating func receive(until deadline: Int64?) throws(Failure) {
    while true {
      switch try? memory.read(stream.descriptor, into: received..<PlymouthConnection.size) {
      case .bytes(let count):
        received += count
        return
      case .wouldBlock: try wait(for: .readable, until: deadline)
      case .end, nil: throw .disconnected
      }
    }
  }

  /// Waits for events, until the deadline if there is one; for a stopped daemon not so long.
  private mutating func wait(
    for events: PollEvents, until deadline: Int64?
  ) throws(Failure) {
    poll.watch(.daemon, stream.descriptor, for: events)
    var wasStopped = false
    while true {
      var rest: Int64?
      if let deadline {
        let left = deadline - MonotonicClock.nanoseconds
        guard left > 0 else { throw .silent }
        rest = min(left, PlymouthConnection.lookNanoseconds)
      }
      guard let ready = try? poll.wait(timeoutNanoseconds: rest) else { throw .disconnected }
      if ready == 0, deadline == nil { continue }
      if ready > 0 {
        if !poll[.signals].isEmpty { reraiseSignal() }
        if !poll[.daemon].isEmpty { return }
        continue
      }
      // Twice: a short stop, as of a terminal's job, does not count.
      let isStopped = daemonIsStopped
      if isStopped, wasStopped { throw .stopped }
      wasStopped = isStopped
    }
  }

  /// Wipes everything, and lets the received signal take its default action.
  private mutating func reraiseSignal() {
    memory.wipe(0..<PlymouthConnection.size)
    received = 0
    taken = 0
    poll.ignore(.signals)
    signals = nil
  }
}

extension PollSlot {
  fileprivate static let daemon = PollSlot(rawValue: 0)
  fileprivate static let signals = PollSlot(rawValue: 1)
  fileprivate static let child = PollSlot(rawValue: 2)
}
