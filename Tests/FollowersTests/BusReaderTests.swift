// SPDX-License-Identifier: Apache-2.0

import Support
import Testing
import Text

@testable import Followers

/// What dbus-daemon 1.14 sent to a follower of RAUC 1.8.
@Suite struct BusReaderTests {
  private func messages(
    _ bytes: [UInt8], inPiecesOf size: Int = 4096
  ) throws(BusReader.Fault) -> [BusMessage] {
    var reader = BusReader()
    var messages: [BusMessage] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes.span.extracting(start..<min(start + size, bytes.count)))
      while let message = try reader.next() { messages.append(message) }
    }
    return messages
  }

  private func events(_ messages: [BusMessage]) -> [ProgressEvent] {
    var rauc = RaucProgress()
    var calls = rauc.greet()
    var open: [BusCall] = []
    var events: [ProgressEvent] = []
    for message in messages {
      // The capture's calls: Hello, two AddMatch, GetNameOwner, and GetAll twice.
      let call: BusCall? =
        switch message.replySerial {
        case 4: calls[2]
        case 5, 6: open.isEmpty ? nil : open.removeFirst()
        default: nil
        }
      var more: [BusCall] = []
      events += rauc.events(for: message, answering: call, calls: &more)
      open += more
    }
    calls = []
    return events
  }

  @Test(arguments: [1, 7, 16, 100, 4096])
  func `a real bus is read, however its bytes are cut`(size: Int) throws {
    let bytes = try Captures.bytes("rauc-bus-1.8.bin")
    let messages = try messages(bytes, inPiecesOf: size)
    #expect(messages == (try self.messages(bytes)))
    #expect(messages.first?.kind == .reply && messages.first?.replySerial == 1)
    #expect(messages.contains { $0.isSignal("org.freedesktop.DBus", "NameAcquired") })
    let properties = try #require(messages.first { $0.replySerial == 5 })
    #expect(properties.body.first?.entry("Operation")?.text == "idle")
    #expect(properties.body.first?.entry("Progress")?.list.count == 3)
    #expect(properties.body.first?.entry("Compatible")?.text == "Test")
  }

  @Test func `a real installation is followed to its end`() throws {
    let events = events(try messages(try Captures.bytes("rauc-bus-1.8.bin")))
    #expect(events.first == .started && events.last == .succeeded)
    #expect(events.contains(.message("Copying image to rootfs.1")))
    #expect(events.contains(.overall(Percentage(whole: 40))))
  }

  @Test func `a real refusal is followed to its reason`() throws {
    let events = events(try messages(try Captures.bytes("rauc-bus-refused-1.8.bin")))
    guard case .failed(let reason) = events.last else {
      Issue.record("no failure: \(events)")
      return
    }
    #expect(reason.position(of: ("Compatible mismatch" as StaticString).bytes) != nil)
  }

  @Test func `a bus that refuses the client is distinguished from one that is none`() {
    #expect(throws: BusReader.Fault.refused) { try messages(Array("REJECTED EXTERNAL\r\n".utf8)) }
    #expect(throws: BusReader.Fault.malformed) { try messages(Array("HTTP/1.1 200 OK\r\n".utf8)) }
    #expect(throws: BusReader.Fault.malformed) {
      try messages([UInt8](repeating: 0x4F, count: 600))
    }
    #expect(throws: BusReader.Fault.malformed) {
      try messages(Array("OK 1\r\n".utf8) + [UInt8](repeating: 0x6C, count: 16))
    }
  }

  /// A signal in little or big endian with a body.
  private func signal(_ signature: String, _ body: [UInt8], isBig: Bool = false) -> [UInt8] {
    func word(_ number: Int) -> [UInt8] {
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return isBig ? bytes.reversed() : bytes
    }
    let field = [8, 1, 0x67, 0, UInt8(signature.utf8.count)] + Array(signature.utf8) + [0]
    let padding = [UInt8](repeating: 0, count: (8 - field.count % 8) % 8)
    return [isBig ? 0x42 : 0x6C, 4, 0, 1] + word(body.count) + word(7) + word(field.count) + field
      + padding + body
  }

  private func body(_ signature: String, _ body: [UInt8], isBig: Bool = false) throws
    -> [BusValue]
  {
    let bytes = signal(signature, body, isBig: isBig)
    return try BusMessage(parsing: bytes.span).body
  }

  @Test func `each type of D-Bus has its value, in both byte orders`() throws {
    #expect(try body("yb", [7, 0, 0, 0, 1, 0, 0, 0]) == [.integer(7), .integer(1)])
    #expect(try body("nq", [0xFF, 0xFF, 0xFE, 0xFF]) == [.integer(-1), .integer(65534)])
    #expect(
      try body("iu", [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        == [.integer(-2), .integer(4_294_967_295)])
    #expect(try body("x", [UInt8](repeating: 0xFF, count: 8)) == [.integer(-1)])
    #expect(try body("t", [UInt8](repeating: 0xFF, count: 8)) == [.integer(.max)])
    #expect(try body("d", [0, 0, 0, 0, 0, 0, 0xE0, 0x3F]) == [.double(bits: (0.5).bitPattern)])
    #expect(
      try body("d", [0x3F, 0xE0, 0, 0, 0, 0, 0, 0], isBig: true) == [
        .double(bits: (0.5).bitPattern)
      ])
    #expect(try body("s", [0, 0, 0, 2, 0x68, 0x69, 0], isBig: true) == [.text("hi")])
    #expect(try body("g", [1, 0x73, 0]) == [.text("s")])
    #expect(try body("v", [1, 0x79, 0, 9]) == [.integer(9)])
    #expect(
      try body("a(yy)", [10, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 3, 4])
        == [.list([.list([.integer(1), .integer(2)]), .list([.integer(3), .integer(4)])])])
    #expect(try body("ayy", [2, 0, 0, 0, 1, 2, 5]) == [.list([]), .integer(5)])
    #expect(try body("asy", [0, 0, 0, 0, 5]) == [.list([]), .integer(5)])
  }

  @Test(
    arguments: [
      ("s", [255, 255, 255, 255, 0]), ("s", [1, 0, 0, 0, 0x61, 0x61]), ("s", []),
      ("a", [0, 0, 0, 0]),
      ("as", [9, 0, 0, 0]), ("(y", [1]), ("()", []), ("z", [1]), ("v", [2, 0x79, 0x79, 0, 1, 1]),
      ("ai", [3, 0, 0, 0, 1, 1, 1]), ("x", [1, 2, 3, 4]),
    ] as [(String, [UInt8])])
  func `a malformed body is refused`(signature: String, bytes: [UInt8]) {
    #expect(throws: BusReader.Fault.malformed) { try body(signature, bytes) }
  }

  @Test func `a message that is too deep or has too many values has no body`() throws {
    var deep: [UInt8] = [1, 0x79, 0, 1]
    for _ in 0..<40 { deep = [1, 0x76, 0] + deep }
    #expect(try body("v", deep) == [])
    let count = BusCursor.mostValues + 1
    let many = (0..<4).map { UInt8(truncatingIfNeeded: (2 * count) >> (8 * $0)) }
    #expect(try body("an", many + [UInt8](repeating: 1, count: 2 * count)) == [])
    // The array itself and the message's signature are values, too.
    let fewer = (0..<4).map { UInt8(truncatingIfNeeded: (2 * count - 6) >> (8 * $0)) }
    #expect(try body("an", fewer + [UInt8](repeating: 1, count: 2 * count - 6)) != [])
  }

  @Test func `a message beyond the limit is skipped, and the next is read`() throws {
    let long = signal("ay", [UInt8](repeating: 0, count: BusReader.largestMessage))
    let short = signal("y", [5])
    let read = try messages(Array("OK 1\r\n".utf8) + long + short)
    #expect(read.map(\.body) == [[.integer(5)]])
    let last = signal("ay", [UInt8](repeating: 0, count: BusReader.largestMessage - 32))
    #expect(try messages(Array("OK 1\r\n".utf8) + last + short).count == 2)
  }
}
