// SPDX-License-Identifier: Apache-2.0

package import Linux

/// A client's byte stream in both directions; no call blocks.
package struct ClientStream: ~Copyable {
  /// The descriptor to read from.
  let input: FileDescriptor
  private let output: FileDescriptor?
  // Kept so that its `deinit` removes the file.
  private let pipe: NamedPipe?

  /// Whether it is a socket.
  ///
  /// Else it stays for the whole run, and a reply cannot carry a descriptor.
  let isSocket: Bool

  /// A connection.
  init(_ socket: consuming UnixStream) {
    input = socket.takeDescriptor()
    output = nil
    pipe = nil
    isSocket = true
  }

  /// A named pipe, to read from only.
  package init(reading pipe: NamedPipe) throws(SystemError) {
    input = try pipe.open()
    output = nil
    self.pipe = pipe
    isSocket = false
  }

  /// A pair such as standard input and output; the stream duplicates both descriptors.
  ///
  /// The parent process shares them, so they are not made nonblocking: a read comes only after `poll`
  /// reported data, and a write polls first.
  package init(input: CInt, output: CInt) throws(SystemError) {
    let first = try FileDescriptor(duplicating: input)
    let second = try FileDescriptor(duplicating: output)
    self.input = first
    self.output = consume second
    pipe = nil
    isSocket = false
  }

  /// Adds it to a poll set: the output when data waits to be written, else the input.
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
        // Not watched without events to wait for: `poll` would report the reader's hang-up forever.
        poll.ignore(slot)
      }
    case .none: poll.watch(slot, input, for: events)
    }
  }

  /// Reads the bytes that have arrived.
  func receive(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Transfer {
    try input.read(into: &buffer)
  }

  /// Sends as many bytes as fit.
  func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
    switch output {
    case .some(let output):
      guard try output.isWritable() else { return .wouldBlock }
      // A pipe that is writable takes this many bytes without waiting: PIPE_BUF.
      return try output.write(bytes.extracting(first: min(bytes.count, 4096)))
    case .none: return isSocket ? try UnixStream.send(bytes, over: input) : .end
    }
  }

  /// Sends as many bytes as fit over a socket, and a descriptor with the first one.
  func send(
    _ bytes: Span<UInt8>, passing descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Transfer {
    guard isSocket else { return try send(bytes) }
    return try UnixStream.send(bytes, passing: descriptor, over: input)
  }
}
