// SPDX-License-Identifier: Apache-2.0

import Support
import CLinux
import Linux
import Text
import Testing
import ToolSupport

@testable import Followers

/// SWUpdate's end of the socket, driven by hand.
@Suite struct SWUpdateSourceTests {
  /// No client has connected.
  private struct Missing: Error {}

  /// Where SWUpdate is to listen, in a folder of its own.
  private func path(_ name: String) -> String {
    let folder = "/tmp/flipbook-\(getpid())-\(name).prog"
    _ = unsafe mkdir(folder, 0o700)
    return "\(folder)/swupdateprog"
  }

  /// Sleeps until the source wants to go on by itself.
  private func waitForDeadline(of source: borrowing SWUpdateSource) throws {
    var pause = Poll<1>()
    while let rest = source.deadline.map({ $0 - MonotonicClock.nanoseconds }), rest > 0 {
      _ = try pause.wait(timeoutNanoseconds: rest)
    }
  }

  /// Makes a file to which no client can connect.
  private func makeFile(_ path: String) throws {
    let number = unsafe creat(path, 0o600)
    try #require(number >= 0)
    close(number)
  }

  /// Looks at what the folder has reported, as it would be driven.
  private func advance(_ source: inout SWUpdateSource) throws -> Int64 {
    var poll = Poll<1>()
    var events: [ProgressEvent] = []
    source.watch(PollSlot(rawValue: 0), in: &poll)
    try #require(try poll.wait(timeoutNanoseconds: DaemonProcess.timeout) == 1)
    _ = try source.advance(into: &events)
    return source.deadline ?? 0
  }

  @Test func `what else comes to the folder is no reason to look`() throws {
    let path = path("others") + ".mine"
    let folder = String(path.dropLast("swupdateprog.mine".count))
    for name in ["a", "swupdateprog", "swupdateprog.mine"] { _ = unsafe unlink(folder + name) }
    var source = SWUpdateSource(paths: ["/nonexistent/swupdateprog", LongText(path)], weights: nil)
    var events: [ProgressEvent] = []
    for _ in 0..<4 {
      try waitForDeadline(of: source)
      _ = try source.advance(into: &events)
    }
    var poll = Poll<1>()
    source.watch(PollSlot(rawValue: 0), in: &poll)
    let limit = MonotonicClock.nanoseconds + DaemonProcess.timeout
    var isLearnt = false
    while !isLearnt {
      try #require(MonotonicClock.nanoseconds < limit, "each pause was over by then")
      let deadline = source.deadline
      _ = unsafe unlink(folder + "a")
      try makeFile(folder + "a")
      let next = try advance(&source)
      // Where the pause was over by then it has looked anyhow, whatever came.
      isLearnt = MonotonicClock.nanoseconds < deadline ?? 0
      if isLearnt { #expect(next == deadline) }
    }
    // The name that it is called by is what counts: it has looked, and looks again soon.
    let deadline = source.deadline
    try makeFile(path)
    let next = try advance(&source)
    #expect(next != deadline && next < MonotonicClock.nanoseconds + 10_000_000)
  }

  @Test func `a peer that sends malformed input repeatedly is asked less and less often`() throws {
    let path = path("malformed")
    let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
    var source = SWUpdateSource(paths: [LongText(path)], weights: nil)
    var events: [ProgressEvent] = []
    let malformed = [UInt8](repeating: 0xFF, count: 5000)
    var pause: Int64 = 0
    for _ in 0..<4 {
      try waitForDeadline(of: source)
      _ = try source.advance(into: &events)
      guard let client = try listener.accept() else { throw Missing() }
      #expect(try client.send(malformed.span) == .bytes(malformed.count))
      let before = MonotonicClock.nanoseconds
      _ = try source.advance(into: &events)
      pause = (source.deadline ?? before) - before
    }
    // 100, 200, 400 and 800 ms; a connection that counted as a success would have it 100 each time.
    #expect(pause >= 800_000_000)
    #expect(events.isEmpty)
  }

  @Test func `after a message it is looked again soon`() throws {
    let path = path("soon")
    let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
    var source = SWUpdateSource(paths: [LongText(path)], weights: nil)
    var events: [ProgressEvent] = []
    let start = SWUpdateBytes(status: 1, steps: 1).bytes(.y2022)
    let run = SWUpdateBytes(status: 2, steps: 1, step: 1, image: "a").bytes(.y2022)
    var next: Int64 = 0
    for _ in 0..<4 {
      try waitForDeadline(of: source)
      _ = try source.advance(into: &events)
      guard let client = try listener.accept() else { throw Missing() }
      _ = try client.send((start + run).span)
      _ = try source.advance(into: &events)
      _ = consume client
      _ = try source.advance(into: &events)
      next = (source.deadline ?? .max) - MonotonicClock.nanoseconds
    }
    #expect(next <= 100_000_000)
    #expect(events.filter { $0 == .started }.count == 4)
  }

  @Test func `a socket that appears is seen at once, however long the pause is by then`() throws {
    let path = path("appears")
    var source = SWUpdateSource(paths: ["/nonexistent/swupdateprog", LongText(path)], weights: nil)
    var events: [ProgressEvent] = []
    for _ in 0..<4 {
      try waitForDeadline(of: source)
      _ = try source.advance(into: &events)
    }
    var poll = Poll<1>()
    source.watch(PollSlot(rawValue: 0), in: &poll)
    // What else comes to the folder says nothing.
    while try poll.wait(timeoutNanoseconds: 0) > 0 { _ = try source.advance(into: &events) }
    let listener = try UnixListener(at: Array(path.utf8).span, mode: 0o600)
    let limit = MonotonicClock.nanoseconds + DaemonProcess.timeout
    var client: UnixStream?
    // Only as it would be driven: by events, and by its deadline where an event has brought it near.
    while client == nil {
      guard MonotonicClock.nanoseconds < limit else { throw Missing() }
      source.watch(PollSlot(rawValue: 0), in: &poll)
      let isSoon = (source.deadline ?? .max) < MonotonicClock.nanoseconds + 10_000_000
      guard try poll.wait(timeoutNanoseconds: 100_000_000) > 0 || isSoon else { continue }
      _ = try source.advance(into: &events)
      client = try listener.accept()
    }
    #expect(events.isEmpty)
  }
}
