// SPDX-License-Identifier: Apache-2.0

import Control
package import Linux

/// A connection to the daemon for requests that wait for their answer.
package struct DaemonConnection: ~Copyable {
  /// The daemon's answer.
  package struct Answer: ~Copyable {
    /// The text behind `ok`.
    package var text: String
    /// The descriptor that came with the answer.
    package var descriptor: FileDescriptor?
  }

  private static let socket = PollSlot(rawValue: 0)

  private let path: String
  private let timeout: Milliseconds
  private let stream: UnixStream
  private var lines = LineReader(capacity: 65536)
  private var poll = Poll<1>()

  /// Connects to the daemon; a daemon that is too busy for too long counts as unreachable.
  ///
  /// - Parameters:
  ///   - path: the daemon's socket.
  ///   - timeout: the time limit for connecting and for each answer.
  /// - Throws: `ToolError` with the status `unreachable`.
  package init(path: String, timeout: Milliseconds) throws(ToolError) {
    self.path = path
    self.timeout = timeout
    do throws(SystemError) {
      stream = try UnixStream(
        connectingTo: Array(path.utf8).span,
        waitingNanoseconds: timeout.nanoseconds)
    } catch {
      throw ToolError(.unreachable, "no daemon at \(path): \(error.words)")
    }
  }

  /// Sends one line and waits for the answer: up to the timeout, or without a limit.
  package mutating func ask(
    _ line: String, waitingForEver waitsForEver: Bool = false
  ) throws(ToolError) -> Answer {
    let deadline = MonotonicClock.nanoseconds + timeout.nanoseconds
    try send(Array("\(line)\n".utf8), before: deadline)
    let answer = try receive(before: waitsForEver ? nil : deadline)
    let text = answer.text
    guard text == "ok" || text.hasPrefix("ok ") else {
      throw ToolError(.refused, text.hasPrefix("error: ") ? String(text.dropFirst(7)) : text)
    }
    return Answer(text: String(text.dropFirst(3)), descriptor: answer.descriptor)
  }

  /// Waits for the next line that the daemon sends unasked; nil when the daemon has hung up.
  package mutating func nextLine() throws(ToolError) -> String? {
    do throws(ToolError) {
      return try receive(before: nil).text
    } catch {
      if error == silence { return nil }
      throw error
    }
  }

  private mutating func send(_ bytes: [UInt8], before deadline: Int64) throws(ToolError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch try? stream.send(Array(rest).span) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock: try wait(for: .writable, until: deadline)
      case .end, nil: throw silence
      }
    }
  }

  private mutating func receive(before deadline: Int64?) throws(ToolError) -> Answer {
    var descriptor: FileDescriptor?
    while true {
      switch lines.next() {
      case .line(let range):
        return Answer(
          text: String(copying: lines.bytes(of: range)), descriptor: descriptor.take())
      case .tooLong: throw silence
      case nil: break
      }
      var buffer = [UInt8](repeating: 0, count: min(lines.room, 4096))
      var span = buffer.mutableSpan
      guard var received = try? stream.receiveWithDescriptor(into: &span) else { throw silence }
      switch received.transfer {
      case .bytes(let count):
        lines.append(buffer.span.extracting(first: count))
        if let passed = received.descriptor.take() { descriptor = consume passed }
      case .wouldBlock: try wait(for: .readable, until: deadline)
      case .end: throw silence
      }
    }
  }

  private mutating func wait(
    for events: PollEvents, until deadline: Int64?
  ) throws(ToolError) {
    let rest = deadline.map { $0 - MonotonicClock.nanoseconds }
    poll.watch(DaemonConnection.socket, stream.descriptor, for: events)
    guard rest ?? 1 > 0, (try? poll.wait(timeoutNanoseconds: rest)) != nil else { throw silence }
  }

  private var silence: ToolError {
    ToolError(.unreachable, "the daemon at \(path) does not answer")
  }
}

extension String {
  /// Copies UTF-8; invalid bytes become U+FFFD.
  package init(copying bytes: Span<UInt8>) {
    self.init(decoding: [UInt8](copying: bytes), as: UTF8.self)
  }
}

extension [UInt8] {
  /// Copies bytes that belong to another owner.
  package init(copying bytes: Span<UInt8>) {
    self.init()
    reserveCapacity(bytes.count)
    for index in bytes.indices { append(bytes[index]) }
  }
}
