// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import Control
import Foundation
import Linux
import Text
import Testing

@testable import Followers

/// The daemon's side of a connection, driven by hand.
@Suite struct DaemonClientTests {
  /// No client has connected.
  private struct Missing: Error {}

  private static let name = "@flipbook-client-test-\(MonotonicClock.nanoseconds)"

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
    var client = DaemonClient(path: LongText(name), recordingTo: nil)
    client.add(["progress 1"])
    client.pump()
    guard let daemon = try listener.accept() else { throw Missing() }
    #expect(try read(daemon) == "progress 1\n")
    client.add(["progress 2", "progress 3"])
    client.pump()
    #expect(try read(daemon) == "")
    try answer(daemon)
    client.pump()
    #expect(try read(daemon) == "progress 3\n")
    let isIdleBefore = client.isIdle
    try answer(daemon)
    client.pump()
    let isIdleAfter = client.isIdle
    #expect(!isIdleBefore && isIdleAfter)
  }

  @Test func `a daemon that was started again is sent everything that holds`() throws {
    let name = Self.name + "-again"
    let listener = try UnixListener(at: Array(name.utf8).span, mode: 0o600)
    var client = DaemonClient(path: LongText(name), recordingTo: nil)
    client.add(["message a"])
    client.pump()
    do {
      guard let daemon = try listener.accept() else { throw Missing() }
      #expect(try read(daemon) == "message a\n")
      try answer(daemon)
      client.pump()
    }
    client.pump()
    let (isConnected, isIdle) = (client.isConnected, client.isIdle)
    #expect(!isConnected && !isIdle)
  }

  @Test func `without a daemon nothing is waited for`() {
    var client = DaemonClient(path: "/nonexistent/flipbook.sock", recordingTo: nil)
    client.add(["progress 1"])
    client.pump()
    let (isConnected, timeout) = (client.isConnected, client.timeoutNanoseconds)
    #expect(!isConnected)
    #expect(timeout ?? 0 > 0)
  }

  /// A source that has nothing to say.
  private struct Silence: ProgressSource, ~Copyable {
    func watch<let capacity: Int>(_ slot: PollSlot, in poll: inout Poll<capacity>) {
      poll.ignore(slot)
    }
    var deadline: Int64? { nil }
    mutating func advance(into events: inout [ProgressEvent]) -> Bool { true }
  }

  @Test func `the end is sent to a daemon that is away just then`() throws {
    let name = Self.name + "-away"
    var session: FollowSession<Silence>
    do {
      let listener = try UnixListener(at: Array(name.utf8).span, mode: 0o600)
      session = FollowSession(
        Silence(), model: ProgressModel(),
        client: DaemonClient(path: LongText(name), recordingTo: nil))
      session.handle([.started])
      guard let daemon = try listener.accept() else { throw Missing() }
      #expect(try read(daemon) == "reset\n")
    }
    // It is gone, which is seen now, and the next attempt is not due yet.
    session.handle([.succeeded])
    let again = Daemon(name)
    let thread = Thread { again.serve() }
    thread.start()
    session.flush(atMost: 60_000_000_000)
    #expect(again.end() == "done")
  }

  @Test func `without a daemon there is no wait at the end`() {
    let path = "/nonexistent/flipbook.sock"
    var session = FollowSession(
      Silence(), model: ProgressModel(),
      client: DaemonClient(path: LongText(path), recordingTo: nil))
    session.handle([.started, .succeeded])
    // For ever, if it were to wait.
    session.flush(atMost: .max / 2)
  }
}

/// A daemon that comes late, takes every line and says that it is well.
private final class Daemon: @unchecked Sendable {
  private let name: String
  private let ended = DispatchSemaphore(value: 0)
  // Written by the thread before the semaphore's signal, and read after it.
  private var last = ""

  init(_ name: String) { self.name = name }

  /// The last line that was received, once the client is gone or has said that all is done.
  func end() -> String {
    _ = ended.wait(timeout: .now() + 60)
    return last
  }

  func serve() {
    defer { ended.signal() }
    usleep(100_000)
    guard let listener = try? UnixListener(at: Array(name.utf8).span, mode: 0o600) else { return }
    var client: UnixStream?
    var lines = LineReader(capacity: 4096)
    let limit = MonotonicClock.nanoseconds + 60_000_000_000
    while MonotonicClock.nanoseconds < limit, last != "done" {
      usleep(2000)
      if client == nil { client = try? listener.accept() }
      var buffer = [UInt8](repeating: 0, count: 1024)
      var span = buffer.mutableSpan
      guard case .bytes(let count) = try? client?.receive(into: &span) else { continue }
      lines.append(buffer.span.extracting(first: count))
      while case .line(let range) = lines.next() {
        last = String(copying: lines.bytes(of: range))
        _ = try? client?.send(Array("ok\n".utf8).span)
      }
    }
  }
}
