// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import FixedPoint
import Motion
import Testing
import Stage
import Text

/// A request without an argument.
private func plain(_ code: Character) -> [UInt8] { [code.asciiValue ?? 0, 0] }

/// A request with an argument, as the client writes it.
private func request(_ code: Character, _ argument: String) -> [UInt8] {
  [code.asciiValue ?? 0, 2, UInt8(truncatingIfNeeded: argument.utf8.count + 1)]
    + Array(argument.utf8) + [0]
}

private func message(_ text: String) -> Request {
  let bytes = Array(text.utf8)
  return .command(.message(Message(truncating: bytes.span)))
}

private func progress(_ percent: Int) throws -> Request {
  .command(.progress(channel: 1, percent: try #require(Percent(Fixed(percent, over: 1)))))
}

private let unknown = Request.command(.progressUnknown(channel: 1))

/// A table with clients of Plymouth's protocol.
private func plymouth(_ name: String) throws -> ClientTableBench {
  try ClientTableBench("@flipbook-plymouth-\(name)", speaking: .plymouth)
}

/// The replies that a new client gets for its bytes.
private func answer(_ bytes: [UInt8], _ bench: inout ClientTableBench) throws -> [UInt8] {
  let client = try bench.client()
  try client.send(bytes: bytes)
  try bench.settle()
  return try client.readBytes()
}

/// Expects the replies that a new client gets for its bytes.
private func expect(
  _ bytes: [UInt8], _ expected: [UInt8], _ bench: inout ClientTableBench,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let reply = try answer(bytes, &bench)
  #expect(reply == expected, "of \(bytes)", sourceLocation: sourceLocation)
}

@Suite struct PlymouthTests {
  @Test func `every request of the table has its reply`() throws {
    var bench = try plymouth("table")
    for code in "PSAa!l$rHDVQ" {
      try expect(plain(code), [0x06], &bench)
    }
    for (code, argument) in [
      ("P", "zz"), ("U", "foo.service"), ("C", "updates"), ("C", "nonsense"), ("u", "42"),
      ("u", "abc"), ("M", "hi"), ("M", ""), ("m", "hi"), ("L", "yn"), ("Q", ""), ("Q", "\u{1}"),
    ] {
      try expect(request(Character(code), argument), [0x06], &bench)
    }
    for code in "xZ?~ " { try expect(plain(code), [0x15], &bench) }
    try expect(plain("c"), [0x05], &bench)
    // There are no prompts without a keyboard.
    try expect(request("*", "Pass"), [0x05], &bench)
    try expect(plain("W"), [0x05], &bench)
    try expect(request("K", "yn"), [], &bench)
  }

  @Test func `a request that fails is answered with NAK`() throws {
    var bench = try plymouth("fails")
    bench.answer = "error: not on the active VT"
    try expect(plain("V"), [0x15], &bench)
    #expect(bench.requests == [.hasActiveTerminal])
  }

  @Test func `quit retains when the argument is not empty`() throws {
    var bench = try plymouth("quit")
    _ = try answer(request("Q", ""), &bench)
    _ = try answer(request("Q", "\u{1}"), &bench)
    _ = try answer([0x51, 0x00], &bench)
    #expect(bench.requests == [.quit(retains: false), .quit(retains: true), .quit(retains: false)])
  }

  @Test func `requests in one write are answered in order and those in pieces when whole`() throws {
    var bench = try plymouth("pieces")
    try expect(plain("P") + request("U", "x") + plain("P"), [6, 6, 6], &bench)
    let client = try bench.client()
    let other = try bench.client()
    for byte in request("M", "grüß") {
      #expect(try client.readBytes() == [])
      try client.send(bytes: [byte])
      try other.send(bytes: plain("P"))
      try bench.settle()
      #expect(try other.readBytes() == [0x06])
    }
    #expect(try client.readBytes() == [0x06])
    #expect(bench.requests.last == message("grüß"))
  }

  @Test func `odd requests of real clients are taken as they are meant`() throws {
    var bench = try plymouth("odd")
    _ = try answer(request("M", "before"), &bench)
    // 255 bytes make the client's length wrap around to 0: its request is cut off there.
    try expect([0x4D, 0x02, 0x00] + plain("P"), [6, 6], &bench)
    #expect(bench.requests.last == message(""))
    // Neither 00 nor 02, and an argument without its zero.
    try expect([0x50, 0x07], [0x06], &bench)
    try expect([0x4D, 0x02, 0x02, 0x68, 0x69], [0x06], &bench)
    #expect(bench.requests.last == message("hi"))
    try expect([0x4D, 0x02, 0xFF] + [UInt8](repeating: 0x78, count: 255), [0x06], &bench)
    #expect(bench.requests.last == message(String(repeating: "x", count: 255)))
  }

  @Test func `a client that is gone before the reply has still been heard`() throws {
    var bench = try plymouth("gone")
    do {
      let client = try bench.client()
      try client.send(bytes: request("C", "shutdown") + request("M", "low battery"))
    }
    try bench.settle()
    #expect(bench.requests.contains(message("low battery")))
    #expect(bench.table.clientCount == 0)
  }

  @Test func `an unfinished request is dropped after a while and an idle client is kept`() throws {
    var bench = try plymouth("unfinished")
    let idle = try bench.client()
    let half = try bench.client()
    try half.send(bytes: [0x4D, 0x02, 0x05, 0x61])
    try bench.settle()
    #expect(bench.table.deadline == .zero + .milliseconds(10_000))
    bench.now = .zero + .milliseconds(10_000)
    try bench.settle()
    #expect(try half.read() == "<end>")
    bench.now = .zero + .milliseconds(3_600_000)
    try bench.settle()
    #expect(try idle.read() == "" && bench.table.clientCount == 1 && bench.table.deadline == nil)
  }

  @Test func `who is not root is refused whatever it asks and cannot crowd others out`() throws {
    var bench = try ClientTableBench(
      "@flipbook-plymouth-untrusted", speaking: .plymouth, policy: PeerPolicy(owner: 12345))
    // Root, which is always trusted, may run the test.
    guard geteuid() != 0 else { return }
    try expect(plain("P") + request("M", "x"), [0x15, 0x15], &bench)
    #expect(bench.requests.isEmpty)
  }
}

@Suite struct PlymouthSessionTests {
  @Test func `a boot's milestones show that it goes on once`() throws {
    var bench = try plymouth("boot")
    _ = try answer(request("U", "a.service") + request("U", "b.mount"), &bench)
    #expect(bench.requests == [unknown])
  }

  @Test func `a command that follows from a request comes with who waits for the reply`() throws {
    var bench = try plymouth("handle")
    let client = try bench.client()
    try client.send(bytes: request("U", "a.service"))
    bench.watchOnce()
    let found = bench.nextRequest()
    let next = try #require(found)
    #expect(next.request == unknown)
    #expect(try client.readBytes() == [])
    let ok = Array("ok".utf8)
    bench.table.reply(ok.span, to: next.client, at: .zero)
    #expect(try client.readBytes() == [0x06])
  }

  @Test func `milestones stay out of what others report`() throws {
    var session = PlymouthSession()
    session.recordOthers(.start)
    let name = Array("a.service".utf8)
    _ = session.handle(PlymouthRequest(code: 0x55, argument: Message(name.span)), at: .zero)
    let command = session.nextCommand()
    #expect(command == nil)
  }

  @Test func `updates have a title that stays, and progress without small steps back`() throws {
    var bench = try plymouth("updates")
    _ = try answer(request("C", "updates"), &bench)
    let title = message("Installing updates. Do not turn off")
    #expect(bench.requests == [.command(.reset), try progress(0), title])
    for percent in ["10", "50", "20", "abc", "150", "100", "100"] {
      _ = try answer(request("u", percent), &bench)
    }
    #expect(bench.requests[3...] == [try progress(10), try progress(50), try progress(100)])
    _ = try answer(request("M", "Installing Updates - 50%"), &bench)
    _ = try answer(request("M", ""), &bench)
    let both = message("Installing updates. Do not turn off.\nInstalling Updates - 50%")
    #expect(bench.requests[6...] == [both, title])
    _ = try answer(request("C", "reboot"), &bench)
    #expect(bench.requests[8...] == [.command(.reset), unknown, message("Restarting")])
    // The current mode once more, and an unknown mode, change nothing.
    _ = try answer(request("C", "reboot") + request("C", "nonsense"), &bench)
    #expect(bench.requests.count == 11)
  }

  /// PackageKit's: 100 of its cache, then the update; the next part begins at 0, or lower.
  @Test func `progress begins again with a client's next part`() throws {
    var bench = try plymouth("parts")
    _ = try answer(request("C", "updates"), &bench)
    for percent in ["100", "0", "20", "40", "39", "100", "60", "80", "0", "5"] {
      _ = try answer(request("u", percent), &bench)
    }
    let shown = try [100, 0, 20, 40, 100, 60, 80, 0, 5].map { try progress($0) }
    #expect(Array(bench.requests[3...]) == shown)
  }

  @Test func `another client's message stands alone in a mode with a title`() throws {
    var session = PlymouthSession()
    session.begin(.updates)
    while session.nextCommand() != nil {}
    session.recordOthers(.message(Message("Rebooting soon")))
    let command = session.nextCommand()
    #expect(command == nil)
  }

  @Test(arguments: [
    ("shutdown", "Shutting down", false), ("reboot", "Restarting", false),
    ("updates", "Installing updates. Do not turn off", true),
    ("system-upgrade", "Upgrading the system. Do not turn off", true),
    ("firmware-upgrade", "Upgrading firmware. Do not turn off", true),
    ("system-reset", "Resetting the system. Do not turn off", true),
  ])
  func `each mode has its title and resets progress, and boot-up goes back to none`(
    mode: String, title: String, hasPercentage: Bool
  ) throws {
    var bench = try plymouth("mode-\(mode)")
    try expect(request("C", mode), [0x06], &bench)
    let beginning = hasPercentage ? try progress(0) : unknown
    #expect(bench.requests == [.command(.reset), beginning, message(title)])
    try expect(request("C", "boot-up"), [0x06], &bench)
    #expect(bench.requests[3...] == [.command(.reset), unknown, message("")])
  }

  @Test func `progress that comes with its mode follows it`() throws {
    var bench = try plymouth("together")
    _ = try answer(request("C", "system-upgrade") + request("u", "30"), &bench)
    #expect(bench.requests.first == .command(.reset))
    let title = message("Upgrading the system. Do not turn off")
    #expect(bench.requests.last { $0 != title } == (try progress(30)))
  }

  @Test func `a check of the disks shows its text and how far it is`() throws {
    var bench = try plymouth("fsck")
    let client = try bench.client()
    // As systemd-fsckd does: one connection, with a watch for control-C that is still open.
    try client.send(
      bytes: request("K", "\u{3}") + request("M", "fsckd-cancel-msg:Press Ctrl+C to cancel"))
    try bench.settle()
    #expect(try client.readBytes() == [0x06])
    #expect(bench.requests == [message("Press Ctrl+C to cancel")])
    try client.send(bytes: request("U", "fsckd:2:45.5:Checking 2 disks: 45.5% done"))
    try bench.settle()
    #expect(bench.requests[2] == message("Checking 2 disks: 45.5% done"))
    try client.send(bytes: request("U", "fsckd:1:100:Checking 1 disk"))
    try client.send(bytes: request("M", ""))
    try bench.settle()
    #expect(bench.requests.contains(try progress(99)))
    #expect(bench.requests.suffix(2) == [unknown, message("")])
    _ = try answer(request("U", "fsck:md5sums:7"), &bench)
    #expect(bench.requests.last == (try progress(7)))
  }

  @Test func `hiding a message takes it away only while it is shown`() throws {
    var bench = try plymouth("hide")
    _ = try answer(request("M", "a") + request("M", "keys:b"), &bench)
    _ = try answer(request("m", "a"), &bench)
    #expect(bench.requests.last == message("b"))
    _ = try answer(request("m", "keys:b"), &bench)
    #expect(bench.requests.last == message(""))
  }

  @Test func `what cannot be shown of a message is replaced`() throws {
    var bench = try plymouth("bytes")
    _ = try answer([0x4D, 0x02, 0x06, 0x61, 0x0A, 0x62, 0xFF, 0x63, 0x00], &bench)
    #expect(bench.requests == [message("a b?c")])
  }

  @Test func `a new root directory is asked for before the reply`() throws {
    var bench = try plymouth("root")
    let client = try bench.client()
    try client.send(bytes: request("R", "/sysroot") + plain("P"))
    bench.watchOnce()
    let asked = bench.nextRequest()
    let (root, handle) = try #require(asked)
    #expect(try client.readBytes() == [])
    let path = Array("/sysroot".utf8)
    #expect(root == .changeRoot(Message(truncating: path.span)))
    let ok = Array("ok".utf8)
    bench.table.reply(ok.span, to: handle, at: .zero)
    #expect(try client.readBytes() == [0x06])
  }
}
