// SPDX-License-Identifier: Apache-2.0

package import Linux

/// Where a client's bytes come from and where the replies go; nothing here ever waits.
package struct ClientStream: ~Copyable {
  /// To read from.
  let input: FileDescriptor
  private let output: FileDescriptor?
  // Kept for its end, when its file goes.
  private let pipe: NamedPipe?

  /// Whether it is a socket; else it is there for good, and no descriptor can go along with a reply.
  let isSocket: Bool

  /// A connection.
  init(_ socket: consuming UnixStream) {
    input = socket.takeDescriptor()
    output = nil
    pipe = nil
    isSocket = true
  }

  /// Only to be read.
  package init(reading pipe: NamedPipe) throws(SystemError) {
    input = try pipe.open()
    output = nil
    self.pipe = pipe
    isSocket = false
  }

  /// A pair such as standard input and output, of which this takes descriptors of its own.
  ///
  /// They are shared with whoever started the program, so they are not made nonblocking: a read comes
  /// only after a poll said that it does not wait, a write asks first.
  package init(input: CInt, output: CInt) throws(SystemError) {
    let first = try FileDescriptor(duplicating: input)
    let second = try FileDescriptor(duplicating: output)
    self.input = first
    self.output = consume second
    pipe = nil
    isSocket = false
  }

  /// Enters it into a poll; the replies' end where it is to be written to.
  func watch<let capacity: Int>(
    in poll: inout Poll<capacity>, _ slot: PollSlot, for events: PollEvents
  ) {
    switch output {
    case .some(let output):
      if events.contains(.writable) {
        poll.watch(slot, output, for: .writable)
      } else if events.contains(.readable) {
        poll.watch(slot, input)
      } else {
        // Not watched while nothing is awaited: an end that is not read would be found forever.
        poll.ignore(slot)
      }
    case .none: poll.watch(slot, input, for: events)
    }
  }

  /// Reads what is there.
  func receive(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Transfer {
    try input.read(into: &buffer)
  }

  /// Sends what fits.
  func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
    switch output {
    case .some(let output):
      guard try output.isWritable() else { return .wouldBlock }
      // A pipe that is writable takes this many bytes without waiting: PIPE_BUF.
      return try output.write(bytes.extracting(first: min(bytes.count, 4096)))
    case .none: return isSocket ? try UnixStream.send(bytes, over: input) : .end
    }
  }

  /// Sends what fits over a socket, and with its first byte a descriptor.
  func send(
    _ bytes: Span<UInt8>, passing descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Transfer {
    guard isSocket else { return try send(bytes) }
    return try UnixStream.send(bytes, passing: descriptor, over: input)
  }
}
