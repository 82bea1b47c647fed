internal import System

/// Where a client's bytes come from and where the replies go; nothing here ever waits.
protocol LineTransport: ~Copyable {
  /// Whether a descriptor can go along with a reply.
  static var canPassDescriptors: Bool { get }

  /// Reads what is there.
  func receive(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Transfer

  /// Sends what fits.
  func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer

  /// Sends what fits, and with its first byte a descriptor.
  func send(
    _ bytes: Span<UInt8>, passing descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Transfer
}

extension UnixStream: LineTransport {
  static var canPassDescriptors: Bool { true }
}

/// Standard input and output, as the two directions of one client.
///
/// They are shared with whoever started the program, so they are not made nonblocking: a read comes
/// only after a poll said that it does not wait, a write asks first.
struct StandardStreams: LineTransport, ~Copyable {
  /// To read from.
  let input: FileDescriptor
  private let output: FileDescriptor

  static var canPassDescriptors: Bool { false }

  /// Takes descriptors of its own for the two.
  init(input: CInt, output: CInt) throws(SystemError) {
    let first = try FileDescriptor(duplicating: input)
    let second = try FileDescriptor(duplicating: output)
    self.input = first
    self.output = second
  }

  /// For polling: replies that wait are tried again when this is writable.
  var outputNumber: CInt { output.number }

  func receive(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Transfer {
    try input.read(into: &buffer)
  }

  func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
    var poll = Poll<1>()
    poll.watch(PollSlot(rawValue: 0), output, for: .writable)
    guard try poll.wait(timeoutNanoseconds: 0) > 0 else { return .wouldBlock }
    // A pipe that is writable takes this many bytes without waiting: PIPE_BUF.
    return try output.write(bytes.extracting(first: min(bytes.count, 4096)))
  }

  func send(
    _ bytes: Span<UInt8>, passing descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> Transfer {
    try send(bytes)
  }
}
