// SPDX-License-Identifier: Apache-2.0

import Support
import CLinux
import Linux
import Testing

/// What the real daemon replied to each request, against the built one.
@Suite struct PlymouthRepliesTests {
  /// One line of the capture.
  private struct Exchange {
    var name: String
    var request: [UInt8]
    var reply: [UInt8]
    /// Whether the connection has ended after it.
    var isLast: Bool
  }

  private func exchanges() throws -> [Exchange] {
    try Captures.lines("plymouthd-replies-22.02.122.txt").compactMap { bytes in
      let line = String(decoding: bytes, as: UTF8.self)
      guard let name = line.firstRange(of: " tx "), let reply = line.firstRange(of: " rx ") else {
        return nil
      }
      let words = line[reply.upperBound...].split(separator: " ")
      return Exchange(
        name: line[..<name.lowerBound].trimmingBlanks,
        request: line[name.upperBound..<reply.lowerBound].split(separator: " ")
          .compactMap { UInt8($0, radix: 16) },
        reply: words.compactMap { UInt8($0, radix: 16) }, isLast: words.last == "EOF")
    }
  }

  /// The bytes of a reply; none may come until the daemon has replied to a later request.
  private func reply(
    to exchange: Exchange, at name: String, count: Int
  ) throws -> (bytes: [UInt8], hasEnded: Bool) {
    let client = try UnixStream(connectingTo: Array(name.utf8).span)
    #expect(try client.send(exchange.request.span) == .bytes(exchange.request.count))
    if count == 0 {
      // Clients are served in turn: a later client has its reply, so this client would, too.
      for _ in 0..<3 { #expect(try PlymouthRepliesTests.ping(name) == [6]) }
    }
    var bytes: [UInt8] = []
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while true {
      var buffer = [UInt8](repeating: 0, count: 64)
      var span = buffer.mutableSpan
      switch try client.receive(into: &span) {
      case .bytes(let count): bytes += buffer[..<count]
      case .end: return (bytes, true)
      case .wouldBlock:
        if bytes.count >= count, !exchange.isLast { return (bytes, false) }
        try #require(MonotonicClock.nanoseconds < end, "no reply to \(exchange.name)")
        usleep(1000)
      }
    }
  }

  private static func ping(_ name: String) throws -> [UInt8] {
    let client = try UnixStream(connectingTo: Array(name.utf8).span)
    _ = try client.send([0x50, 0].span)
    let end = MonotonicClock.nanoseconds + DaemonProcess.timeout
    while MonotonicClock.nanoseconds < end {
      var buffer = [UInt8](repeating: 0, count: 64)
      var span = buffer.mutableSpan
      if case .bytes(let count) = try client.receive(into: &span) { return Array(buffer[..<count]) }
      usleep(1000)
    }
    return []
  }

  @Test(arguments: [false, true])
  func `each request of the capture has the real daemon's reply`(hasKeyboard: Bool) throws {
    let name = "@flipbook-replies-\(getpid())-\(hasKeyboard)"
    let path = DaemonProcess.socketPath("replies-\(hasKeyboard)")
    // A folder without devices: keyboards may come.
    let daemon = try DaemonProcess([
      "--output", "memory:64x64", "--no-stdin", "--socket", path, "--plymouth", name,
      "--plymouth-user", "\(geteuid())", "--keyboard", hasKeyboard ? "/" : "none",
    ])
    _ = try TestClient(path: path).wait(for: "frames=1")
    var compared = 0
    for exchange in try exchanges() {
      switch exchange.name {
      // By another user: test-plymouth's untrusted users do the same.
      case "ping uid (uid=1000)": continue
      // Without a question it is not known there: the splash had no keyboard, but took questions.
      case "password (no splash)", "password after show": if hasKeyboard { continue }
      case "question": if !hasKeyboard { continue }
      // The daemon's end was the answer.
      case "ping after quit": continue
      default: break
      }
      let (bytes, hasEnded) = try reply(to: exchange, at: name, count: exchange.reply.count)
      #expect(bytes == exchange.reply, "\(exchange.name)")
      #expect(hasEnded == exchange.isLast, "\(exchange.name)")
      compared += 1
    }
    #expect(compared == (hasKeyboard ? 26 : 27))
    #expect(try daemon.end().status == 0)
  }
}

extension Substring {
  /// Without the blanks at its end.
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
