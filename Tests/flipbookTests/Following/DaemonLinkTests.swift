import System
import Testing

@testable import flipbook

/// The daemon's side of a link, driven by hand.
@Suite struct DaemonLinkTests {
  /// Nobody has connected.
  private struct Missing: Error {}

  private static let name = "@flipbook-link-test-\(MonotonicClock.nanoseconds)"

  private func read(_ stream: borrowing UnixStream) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 1024)
    var span = buffer.mutableSpan
    guard case .bytes(let count) = try stream.receive(into: &span) else { return "" }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  private func answer(_ stream: borrowing UnixStream) throws {
    _ = try stream.send(Array("ok\n".utf8).span)
  }

  @Test func `while the daemon is busy only the newest progress waits`() throws {
    let name = Self.name + "-busy"
    let listener = try UnixListener(at: Array(name.utf8).span, mode: 0o600)
    var link = DaemonLink(path: name, recordingTo: nil)
    link.add(["progress 1"])
    link.pump()
    guard let daemon = try listener.accept() else { throw Missing() }
    #expect(try read(daemon) == "progress 1\n")
    link.add(["progress 2", "progress 3"])
    link.pump()
    #expect(try read(daemon) == "")
    try answer(daemon)
    link.pump()
    #expect(try read(daemon) == "progress 3\n")
    let isIdleBefore = link.isIdle
    try answer(daemon)
    link.pump()
    let isIdleAfter = link.isIdle
    #expect(!isIdleBefore && isIdleAfter)
  }

  @Test func `a daemon that was started again is told everything that holds`() throws {
    let name = Self.name + "-again"
    let listener = try UnixListener(at: Array(name.utf8).span, mode: 0o600)
    var link = DaemonLink(path: name, recordingTo: nil)
    link.add(["message a"])
    link.pump()
    do {
      guard let daemon = try listener.accept() else { throw Missing() }
      #expect(try read(daemon) == "message a\n")
      try answer(daemon)
      link.pump()
    }
    link.pump()
    let (isConnected, isIdle) = (link.isConnected, link.isIdle)
    #expect(!isConnected && !isIdle)
  }

  @Test func `without a daemon nothing is waited for`() {
    var link = DaemonLink(path: "/nonexistent/flipbook.sock", recordingTo: nil)
    link.add(["progress 1"])
    link.pump()
    let (isConnected, timeout) = (link.isConnected, link.timeoutNanoseconds)
    #expect(!isConnected)
    #expect(timeout ?? 0 > 0)
  }
}
