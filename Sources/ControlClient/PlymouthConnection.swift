// SPDX-License-Identifier: Apache-2.0

internal import CLinux
package import Control
package import Linux

/// A connection to a daemon that speaks Plymouth's protocol; its requests wait for their replies.
///
/// What comes back is in memory for secrets, and nowhere else.
package struct PlymouthConnection: ~Copyable {
  /// Why there is no reply.
  package enum Failure: Error {
    /// The daemon has hung up, or has sent what is no reply.
    case disconnected
    /// It has not answered in time.
    case silent
    /// A signal has stopped its process, and nothing has let that go on.
    case stopped
  }

  /// How often is looked whether the daemon's process is stopped.
  private static let lookNanoseconds: Int64 = 50_000_000

  private static var size: Int { PlymouthReply.largestAnswer + PlymouthReply.headSize }

  /// The process at the other end; nil where the kernel does not say which that is.
  package let daemon: OtherProcess?

  private let stream: UnixStream
  private var memory: SecretMemory
  private var received = 0
  // What is taken from the memory when the next request is sent.
  private var taken = 0
  private var signals: SignalDescriptor?
  private var poll = Poll<3>()

  /// Takes a connection that was just made.
  package init(_ stream: consuming UnixStream) throws(SystemError) {
    let memory = try SecretMemory(size: PlymouthConnection.size)
    let number = try stream.peer().processID
    self.memory = memory
    self.stream = stream
    daemon = OtherProcess(number: number)
    poll.watch(.daemon, self.stream.descriptor)
  }

  /// Sees to it that what comes is wiped when a signal ends this process, and is in no core.
  ///
  /// Whatever a person types may be asked for only after this.
  package mutating func expectSecrets() {
    OwnProcess.forbidDumps()
    guard signals == nil,
      let descriptor = try? SignalDescriptor([.interrupt, .terminate, .hangUp])
    else { return }
    poll.watch(.signals, descriptor.descriptor)
    signals = consume descriptor
  }

  /// Sends a request and waits for its reply: for so long, or without a limit for as long as it takes.
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

  /// Waits on for the reply to a request that was sent before.
  package mutating func awaitReply(limitNanoseconds: Int64) throws(Failure) -> PlymouthReply {
    try takeReply(until: MonotonicClock.nanoseconds + limitNanoseconds)
  }

  /// Waits until the daemon has hung up; no longer than for so long where there is a limit.
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

  /// The bytes of a reply until the next request.
  @_lifetime(borrow self)
  package func bytes(_ range: Range<Int>) -> Span<UInt8> {
    memory.bytes.extracting(range)
  }

  /// Waits for the end of a child, and returns its exit status; a signal wipes what is here meanwhile.
  package mutating func waitForExit(of child: CInt) -> CInt {
    poll.ignore(.daemon)
    let opened = cl_child_open(child)
    guard opened >= 0 else { return cl_wait_for_exit(child) }
    let descriptor = FileDescriptor(adopting: opened)
    poll.watch(.child, descriptor)
    defer { poll.ignore(.child) }
    while true {
      guard (try? poll.wait()) != nil else { return cl_wait_for_exit(child) }
      if !poll[.signals].isEmpty { obeySignal() }
      if !poll[.child].isEmpty { return cl_wait_for_exit(child) }
    }
  }

  /// The number of the process at the other end; 0 where the kernel does not say.
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

  /// Whether the last reply is still here.
  package var holdsReply: Bool { taken > 0 }

  /// Wipes the last reply.
  package mutating func forgetReply() {
    // The daemon sends nothing that was not asked for; should it, that comes next.
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

  /// Reads what comes; a full memory without a reply in it does not happen.
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

  /// Waits until something can be done; where there is a deadline, for a stopped daemon not so long.
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
        if !poll[.signals].isEmpty { obeySignal() }
        if !poll[.daemon].isEmpty { return }
        continue
      }
      // Twice: a stop that is over at once, as of a terminal's job, is none.
      let isStopped = daemonIsStopped
      if isStopped, wasStopped { throw .stopped }
      wasStopped = isStopped
    }
  }

  /// Wipes everything, and lets the signal that has come do what it does.
  private mutating func obeySignal() {
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
