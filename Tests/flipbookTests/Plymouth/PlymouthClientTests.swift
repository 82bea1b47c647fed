import CLinux
import Foundation
import System
import Testing

@testable import flipbook

/// The built tool against a daemon that answers by the capture of the real one.
@Suite(.serialized) struct PlymouthClientTests {
  /// What came of one run.
  private struct Outcome: Equatable {
    var requests: [[UInt8]] = []
    var status: Int32 = 0
    var output = ""
  }

  /// A daemon for one client; hangs up after the replies where it is told so.
  private func play(
    _ arguments: [String], _ replies: [[UInt8]], hangsUp: Bool = false
  ) throws -> Outcome {
    let address = "@flipbook-plymouth-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let listener = try UnixListener(at: Array(address.utf8).span, mode: 0o600)
    let process = Process()
    let output = Foundation.Pipe()
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: program).deletingLastPathComponent()
      .appendingPathComponent("flipbook")
    process.arguments = ["plymouth"] + arguments
    process.environment = ["PLY_BOOT_SOCKET_PATH": address, "PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var outcome = Outcome()
    try serve(listener, replies, hangsUp, while: { process.isRunning }, into: &outcome.requests)
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    outcome.output = String(decoding: data, as: UTF8.self)
    outcome.status = process.terminationStatus
    return outcome
  }

  private func serve(
    _ listener: borrowing UnixListener, _ replies: [[UInt8]], _ hangsUp: Bool,
    while isRunning: () -> Bool, into requests: inout [[UInt8]]
  ) throws {
    let end = MonotonicClock.nanoseconds + DaemonProcess.patience
    var stream: UnixStream?
    while stream == nil {
      guard isRunning() else { return }
      try #require(MonotonicClock.nanoseconds < end, "nobody connects")
      stream = try listener.accept()
      usleep(2000)
    }
    var received: [UInt8] = []
    var rest = replies[...]
    while isRunning() {
      try #require(MonotonicClock.nanoseconds < end, "it does not end")
      var buffer = [UInt8](repeating: 0, count: 4096)
      var span = buffer.mutableSpan
      switch try stream?.receive(into: &span) {
      case .bytes(let count): received += buffer[..<count]
      case .wouldBlock: usleep(2000)
      case .end, nil: return
      }
      while let size = PlymouthClientTests.frameSize(received) {
        requests.append(Array(received[..<size]))
        received.removeFirst(size)
        if let reply = rest.popFirst() { _ = try stream?.send(reply.span) }
      }
      if hangsUp, rest.isEmpty { return }
    }
  }

  private static func frameSize(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[1] == 2 else { return 2 }
    guard bytes.count >= 3, bytes.count >= 3 + Int(bytes[2]) else { return nil }
    return 3 + Int(bytes[2])
  }

  @Test func `every call of the real client sends the same bytes and ends the same way`() throws {
    let calls = try PlymouthCapture().calls
    #expect(calls.count > 50)
    for call in calls {
      // The mode that the captured version forgets to send, and the texts that break it.
      guard call.arguments.last != "--system-reset", call.arguments.first != "reload",
        call.arguments.allSatisfy({ $0.utf8.count <= 254 + 7 })
      else { continue }
      let outcome = try play(
        call.arguments, call.replies, hangsUp: call.arguments == ["--wait"])
      #expect(outcome.requests == call.requests, "\(call.arguments)")
      #expect(outcome.status == call.status, "\(call.arguments)")
    }
  }

  @Test func `an answer goes to standard output as it is`() throws {
    let secret = Array("\u{2}\u{6}\0\0\0secret".utf8)
    let asked = try play(["ask-for-password", "--dont-pause-progress"], [secret])
    #expect(asked.output == "secret" && asked.status == 0)
    let piped = try play(["watch-keystroke", "--command=cat"], [secret])
    #expect(piped.output == "secret" && piped.status == 0)
  }

  @Test func `a password that was answered before is tried first`() throws {
    let cached = [9, 8, 0, 0, 0] + Array("abc\0def\0".utf8)
    let outcome = try play(
      ["ask-for-password", "--command=grep -q def"], [[6], cached, [6]])
    #expect(outcome.status == 0)
    #expect(outcome.requests == [[0x41, 0], [0x63, 0], [0x61, 0]])
  }

  @Test func `texts of any length are sent as whole frames`() throws {
    for count in [254, 255, 256, 5000] {
      let text = String(repeating: "x", count: count)
      let outcome = try play(["display-message", "--text=\(text)"], [[6]])
      #expect(outcome.status == 0)
      #expect(outcome.requests.first?.count == 258)
    }
  }

  @Test func `a daemon that hangs up is status 2, unless its end is waited for`() throws {
    #expect(try play(["deactivate"], [], hangsUp: true).status == 2)
    #expect(try play(["--wait", "quit"], [[6]], hangsUp: true).status == 0)
  }

  @Test func `without a daemon it is status 1, and waiting for its end is over`() throws {
    func status(_ words: [String]) throws -> Int32 {
      let process = Process()
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      process.executableURL = URL(fileURLWithPath: program).deletingLastPathComponent()
        .appendingPathComponent("flipbook")
      process.arguments = ["plymouth"] + words
      process.environment = ["PLY_BOOT_SOCKET_PATH": "/nonexistent/plymouth"]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    #expect(try status(["--ping"]) == 1)
    #expect(try status(["quit"]) == 1)
    #expect(try status(["--wait"]) == 0)
    #expect(try status(["--help"]) == 0)
  }
}
