// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import FixedPoint
import Motion
import Linux
import Testing
import Stage
import Text

/// A table that reads one pipe, and the bytes written to that pipe.
private struct PipeBench: ~Copyable {
  let path: String
  private var table = ClientTable(policy: PeerPolicy(owner: geteuid()))
  private var poll = Poll<264>()
  var requests: [Request] = []

  init(_ name: String) throws {
    path = "/tmp/flipbook-\(getpid())-\(name)"
    let bytes = Array(path.utf8)
    let pipe = try NamedPipe.make(at: try Path(bytes.span), mode: 0o660)
    let stream = try ClientStream(reading: pipe)
    let isAttached = table.attach(stream, speaking: .psplash, at: .zero)
    #expect(isAttached)
  }

  /// Writes as another process does: opens, writes at once, closes.
  mutating func write(_ text: String) throws {
    let file = unsafe cl_open(path, O_WRONLY | O_NONBLOCK, 0)
    try #require(file >= 0)
    let bytes = Array(text.utf8)
    #expect(unsafe CLinux.write(file, bytes, bytes.count) == bytes.count)
    _ = close(file)
    for _ in 0..<20 { try turn() }
  }

  mutating func turn() throws {
    table.watch(in: &poll, from: 0)
    _ = try poll.wait(timeoutNanoseconds: 0)
    table.serve(poll, from: 0, at: .zero)
    while let event = table.next(at: .zero) {
      switch event {
      case .request(let request, let client):
        requests.append(request)
        let ok = Array("ok".utf8)
        table.reply(ok.span, to: client, at: .zero)
      case .command(let command): requests.append(.command(command))
      case .answered: continue
      }
    }
  }

  /// The number of descriptors with events.
  mutating func readyCount() throws -> Int {
    table.watch(in: &poll, from: 0)
    return try poll.wait(timeoutNanoseconds: 0)
  }
}

private func message(_ text: String) -> Request {
  let bytes = Array(text.utf8)
  return .command(.message(Message(truncating: bytes.span)))
}

private func progress(_ percent: Int) throws -> Request {
  .command(.progress(channel: 1, percent: try #require(Percent(Fixed(percent, over: 1)))))
}

@Suite struct PsplashTests {
  @Test func `records end with a zero or a newline and may come together or in pieces`() throws {
    var bench = try PipeBench("records")
    try bench.write("PROGRESS 1\0MSG a b\0")
    try bench.write("PROGRESS 42\nPROG")
    try bench.write("RESS 50.7\0\0\n \t\0QU")
    #expect(
      bench.requests == [try progress(1), message("a b"), try progress(42), try progress(50)])
    try bench.write("IT\0")
    #expect(bench.requests.last == .quit(retains: false))
  }

  @Test(arguments: [
    ("PROGRESS -30", 30), ("PROGRESS +7", 7), ("PROGRESS 250", 100), ("PROGRESS x", 0),
    ("PROGRESS", 0), ("PROGRESS 99999999999999999999", 100), ("  PROGRESS   5", 5),
  ])
  func `numbers are read as C does, and of a negative one the magnitude counts`(
    record: String, percent: Int
  ) throws {
    // The cases run at the same time: each has a pipe of its own.
    var bench = try PipeBench("numbers-\(percent)-\(record.utf8.count)")
    try bench.write(record + "\0")
    #expect(bench.requests == [try progress(percent)])
  }

  @Test func `a step after 100 % resets progress`() throws {
    var bench = try PipeBench("steps")
    try bench.write("PROGRESS 100\0PROGRESS 0\0PROGRESS 5\0")
    #expect(
      bench.requests == [try progress(100), .command(.reset), try progress(0), try progress(5)])
  }

  /// What `swupdate-progress -p` of SWUpdate 2022.12 wrote while it installed two files.
  private func captured() throws -> String {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = "/\(folder)/Captures/psplash-swupdate-progress-2022.12.bin"
    let file = try FileDescriptor(opening: Path(Array(path.utf8).span), for: .readOnly)
    var bytes = [UInt8](repeating: 0, count: try file.size())
    var span = bytes.mutableSpan
    _ = try file.read(into: &span)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [1, 7, 4000])
  func `all that a real SWUpdate writes is shown, however it is cut`(size: Int) throws {
    var bench = try PipeBench("real-\(size)")
    var rest = try captured()[...]
    while !rest.isEmpty {
      try bench.write(String(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(bench.requests.last == .quit(retains: false))
    #expect(bench.requests.dropLast().last == message("SUCCESS"))
    for step in ["step 1 of 2", "step 2 of 2"] { #expect(bench.requests.contains(message(step))) }
    let whole = try progress(100)
    // Each of the two files ends at 100 %, after which progress is reset.
    let ends = bench.requests.indices.filter { bench.requests[$0] == whole }
    #expect(ends.count == 2)
    for end in ends {
      let next = bench.requests[(end + 1)...].first {
        if case .command(.message) = $0 { false } else { true }
      }
      #expect(next == .command(.reset))
    }
    let last = bench.requests.last {
      if case .command(.progress) = $0 { true } else { false }
    }
    #expect(try last == progress(0))
  }

  @Test func `unknown words and records that are too long are ignored`() throws {
    var bench = try PipeBench("unknown")
    try bench.write("ALIVE\0progress 5\0PROGRESSX 5\0" + String(repeating: "x", count: 3000))
    try bench.write("PROGRESS 9\0MSG\0")
    #expect(bench.requests == [message("")])
  }

  @Test func `the end of a writer is no end, and nothing is left to read`() throws {
    var bench = try PipeBench("writers")
    try bench.write("PROGRESS 5\0")
    let ready = try bench.readyCount()
    #expect(ready == 0)
    try bench.write("PROGRESS 6\0")
    #expect(bench.requests.count == 2)
  }

  @Test func `the pipe is for its group, goes at the end, and is not taken from others`() throws {
    let path: String
    do {
      let bench = try PipeBench("file")
      path = bench.path
      var status = stat()
      #expect(unsafe stat(path, &status) == 0)
      #expect(status.st_mode == S_IFIFO | 0o660)
      #expect(throws: SystemError(.bind, errno: EADDRINUSE)) { _ = try PipeBench("file") }
    }
    #expect(unsafe access(path, F_OK) != 0)
    // A killed program has left a pipe without a reader.
    #expect(unsafe mkfifo(path, 0o600) == 0)
    _ = try PipeBench("file")
    #expect(unsafe access(path, F_OK) != 0)
  }
}
