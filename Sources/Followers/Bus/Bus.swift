// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Linux
package import Text

/// A nonblocking connection to a D-Bus, or to a service that listens itself, by a Unix socket.
///
/// It authenticates as this process's user (`EXTERNAL`), says `Hello`, and queues calls until the socket accepts
/// them. The protocol is in the *D-Bus Specification*, versions 0.26 and later.
package struct Bus: ~Copyable {
  /// The address of a bus.
  package struct Address: Equatable {
    /// The address in D-Bus's own form, such as `unix:path=/run/dbus/system_bus_socket`.
    package var text: LongText
    /// Whether a service listens there itself, without a message bus.
    package var isDirect = false

    /// An address in D-Bus's own form.
    package init(text: LongText, isDirect: Bool = false) {
      (self.text, self.isDirect) = (text, isDirect)
    }
  }

  /// The time limit for the bus to accept this client.
  private static var greetingNanoseconds: Int64 { 25_000_000_000 }

  /// The most bytes that wait for the bus to read them: some hundred calls.
  private static var largestBacklog: Int { 65536 }

  private let stream: UnixStream
  private var reader = BusReader()
  private var unsent = LongText()
  private var lastSerial: UInt32 = 0
  /// The serial number of `Hello`; 0 where there is no bus to greet.
  private var helloSerial: UInt32 = 0
  private var greetingDeadline: Int64?

  /// Connects; calls may be added at once.
  package init(connectingTo address: Address) throws(SystemError) {
    stream = try Bus.connect(to: address.text.bytes)
    greetingDeadline = MonotonicClock.nanoseconds + Bus.greetingNanoseconds
    // The client's first byte is a zero, and the name of its user is in hexadecimal digits.
    unsent.append(byte: 0)
    unsent.append("AUTH EXTERNAL ")
    let user: LongText = "\(Int64(geteuid()))"
    for index in 0..<user.count {
      unsent.append("3")
      unsent.append(byte: user.bytes[index])
    }
    unsent.append("\r\nBEGIN\r\n")
    guard !address.isDirect else { return }
    lastSerial = 1
    helloSerial = lastSerial
    BusWriter.append(.toBus("Hello"), serial: helloSerial, to: &unsent)
  }

  /// Watches for its events in a poll's slot.
  package func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
    poll.watch(
      slot, stream.descriptor, for: unsent.isEmpty ? .readable : [.readable, .writable])
  }

  /// When it has to continue without an event, by the monotonic clock in nanoseconds; nil for
  /// never.
  package var deadline: Int64? { greetingDeadline }

  /// Adds a call to those to send, and returns the serial number that its reply will have.
  package mutating func add(_ call: BusCall) throws(SystemError) -> UInt32 {
    guard unsent.count < Bus.largestBacklog else { throw SystemError(.send, errno: EAGAIN) }
    // No message has the serial number 0.
    lastSerial = lastSerial == .max ? 1 : lastSerial + 1
    BusWriter.append(call, serial: lastSerial, to: &unsent)
    return lastSerial
  }

  /// Sends as much as the bus accepts now.
  package mutating func send() throws(SystemError) {
    while !unsent.isEmpty {
      switch try stream.send(unsent.bytes) {
      case .bytes(let count): unsent = unsent[count...]
      case .wouldBlock: return
      case .end: throw SystemError(.send, errno: ECONNRESET)
      }
    }
  }

  /// Reads once; false where nothing has come.
  ///
  /// All of its messages are to be taken before the next read.
  package mutating func receive() throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16384)
    var span = buffer.mutableSpan
    switch try stream.receive(into: &span) {
    case .bytes(let count): reader.append(buffer.span.extracting(first: count))
    case .wouldBlock:
      guard greetingDeadline ?? .max > MonotonicClock.nanoseconds else {
        throw SystemError(.connect, errno: ETIMEDOUT)
      }
      return false
    case .end: throw SystemError(.receive, errno: ECONNRESET)
    }
    return true
  }

  /// The next received message; nil when there is none.
  package mutating func next() throws(SystemError) -> BusMessage? {
    do throws(BusReader.Fault) {
      while let message = try reader.next() {
        guard helloSerial != 0, message.isAnswer, message.replySerial == helloSerial else {
          return message
        }
        helloSerial = 0
        if case .error = message.kind { throw .refused }
      }
    } catch {
      switch error {
      case .refused: throw SystemError(.connect, errno: EACCES)
      case .malformed: throw SystemError(.receive, errno: EBADMSG)
      }
    }
    if helloSerial == 0, reader.isAccepted { greetingDeadline = nil }
    return nil
  }

  /// Connects to the first address that accepts a connection, of a list with semicolons.
  private static func connect(to addresses: Span<UInt8>) throws(SystemError) -> UnixStream {
    var failure = SystemError(.connect, errno: EINVAL)
    var start = 0
    while start < addresses.count {
      let end = addresses.firstPosition(of: UInt8(ascii: ";"), from: start)
      if let name = BusAddress.socket(of: addresses.extracting(start..<end)) {
        do throws(SystemError) {
          return try UnixStream(connectingTo: name.bytes)
        } catch {
          failure = error
        }
      }
      start = end + 1
    }
    throw failure
  }
}
