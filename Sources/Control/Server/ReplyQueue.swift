// SPDX-License-Identifier: Apache-2.0

/// Pending replies to a client: a bounded queue of bytes.
package struct ReplyQueue: ~Copyable {
  private let capacity: Int
  // Empty until it is needed, so that an unused slot costs nothing.
  private var bytes: [UInt8] = []
  private var start = 0
  private var end = 0

  /// A queue for at most `capacity` bytes.
  package init(capacity: Int) {
    self.capacity = capacity
  }

  /// Whether it has its buffer.
  var hasRoom: Bool { !bytes.isEmpty }

  /// Allocates its buffer, unless it has one already.
  mutating func makeRoom() {
    if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: capacity) }
  }

  /// Whether no byte is pending.
  package var isEmpty: Bool { start == end }

  /// How many bytes fit.
  package var room: Int { capacity - (end - start) }

  /// The pending bytes, oldest first.
  package var pending: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(start..<end) }
  }

  /// Queues bytes, at most `room` of them.
  package mutating func append(_ reply: Span<UInt8>) {
    precondition(reply.count <= room, "more bytes than there is room for")
    makeRoom()
    if end + reply.count > capacity { moveToFront() }
    for index in 0..<reply.count {
      bytes[end + index] = reply[index]
    }
    end += reply.count
  }

  /// Removes the oldest bytes, which have been sent, and wipes them: some are secrets.
  package mutating func removeFirst(_ count: Int) {
    precondition(count <= end - start, "more bytes than there are")
    for index in start..<start + count { bytes[index] = 0 }
    start += count
    if start == end {
      start = 0
      end = 0
    }
  }

  /// Removes and wipes all bytes.
  package mutating func removeAll() {
    for index in start..<end { bytes[index] = 0 }
    start = 0
    end = 0
  }

  private mutating func moveToFront() {
    for index in start..<end {
      bytes[index - start] = bytes[index]
    }
    for index in max(start, end - start)..<end { bytes[index] = 0 }
    end -= start
    start = 0
  }
}
