// SPDX-License-Identifier: Apache-2.0

import Linux

@testable import FlipbookDisplay

/// The manager of a seat in a test: it grants connections, lends a file as a card, and records all requests.
final class FakeSeat: @unchecked Sendable {
  /// Why there is no connection; nil to grant one.
  var refusal: String?
  /// What the next reads of events return.
  var events: [SeatConnection.Event] = []
  /// Why the next read of events fails.
  var failure: SystemError?
  /// All requests, in order.
  private(set) var requests: [String] = []
  private var connectionCount = 0
  /// The end that makes the descriptor of connections readable.
  private let bell: FileDescriptor
  private let reader: FileDescriptor

  init() throws {
    let pair = try UnixStream.pair()
    bell = try pair.first.descriptor.duplicated()
    reader = try pair.second.descriptor.duplicated()
  }

  /// The descriptor of connections.
  var descriptor: CInt { reader.number }

  /// Makes the descriptor readable, with events to read.
  func report(_ events: SeatConnection.Event...) throws {
    self.events += events
    _ = try bell.writeAll([0].span)
  }

  func connector() -> Seat.Connector {
    { () throws(DisplayError) in try self.connect() }
  }

  private func connect() throws(DisplayError) -> SeatConnection {
    if let refusal { throw DisplayError(refusal) }
    connectionCount += 1
    let end = End(self, connectionCount)
    requests.append("connect \(connectionCount)")
    return SeatConnection(
      descriptor: descriptor,
      events: { () throws(SystemError) in
        if let failure = self.failure { throw failure }
        var bytes = [UInt8](repeating: 0, count: 16)
        var span = bytes.mutableSpan
        _ = try self.reader.read(into: &span)
        defer { self.events = [] }
        return self.events
      },
      acknowledge: { end.seat.requests.append("acknowledge") },
      open: { path throws(SystemError) in
        let name = String(copying: path.bytes)
        let file = try FileDescriptor(opening: Path("/dev/zero"), for: .readWrite)
        self.requests.append("open \(name)")
        return LentCard(file) { self.requests.append("give back \(name)") }
      })
  }

  /// Records that a connection is released.
  private final class End {
    let seat: FakeSeat
    private let number: Int

    init(_ seat: FakeSeat, _ number: Int) { (self.seat, self.number) = (seat, number) }

    deinit { seat.requests.append("disconnect \(number)") }
  }

  /// The requests since the last call.
  func takeRequests() -> [String] {
    defer { requests = [] }
    return requests
  }
}
