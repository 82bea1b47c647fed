// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import Motion
import Linux
import Testing
import Stage

/// A name for a socket file that no other test uses.
private func path(_ name: String) -> String { "/tmp/flipbook-\(getpid())-\(name).sock" }

@Suite struct ClientSocketTests {
  @Test func `the socket file is for root and the group, and goes with the table`() throws {
    let name = path("mode")
    do {
      let bench = try ClientTableBench(name)
      var status = stat()
      #expect(unsafe stat(name, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o660)
      #expect(bench.table.clientCount == 0)
    }
    #expect(unsafe access(name, F_OK) != 0)
  }

  @Test func `a socket that somebody listens at is left alone`() throws {
    let name = path("live")
    let first = try ClientTableBench(name)
    #expect(throws: SystemError(.bind, errno: EADDRINUSE)) { _ = try ClientTableBench(name) }
    _ = try Client(connectingTo: name)
    #expect(first.table.clientCount == 0)
  }

  @Test func `a descriptor goes along with its reply and with no other`() throws {
    var bench = try ClientTableBench("@flipbook-passing")
    let client = try bench.client()
    try client.send("snapshot\nstart\n")
    bench.watchOnce()
    let asked = bench.nextRequest()
    let (request, handle) = try #require(asked)
    #expect(request == .snapshot)
    let file = try MemoryFile(name: "test", size: 4096)
    let ok = Array("ok file".utf8)
    bench.table.reply(ok.span, passing: try file.descriptor.duplicated(), to: handle, at: bench.now)
    try bench.settle()
    var buffer = [UInt8](repeating: 0, count: 8)
    var space = buffer.mutableSpan
    let received = try client.stream.receiveWithDescriptor(into: &space)
    let passed = received.takeDescriptor()
    #expect(String(decoding: buffer, as: UTF8.self) == "ok file\n")
    #expect(try passed?.size() == 4096)
    #expect(try client.read() == "ok\n")
  }

  @Test func `standard input is obeyed and then the table closes`() throws {
    let output = try FileDescriptor.pipe()
    var table = try endedTable(holding: "start\nsnapshot\ndo", output: output.writer.number)
    var poll = Poll<264>()
    var requests: [Request] = []
    for _ in 0..<5 {
      table.watch(in: &poll, from: 0)
      _ = try poll.wait(timeoutNanoseconds: 0)
      table.serve(poll, from: 0, at: .zero)
      while let event = table.next(at: .zero) {
        guard case .request(let request, let client) = event else { continue }
        requests.append(request)
        let ok = Array("ok".utf8)
        table.reply(ok.span, to: client, at: .zero)
      }
    }
    var buffer = [UInt8](repeating: 0, count: 200)
    var space = buffer.mutableSpan
    let transfer = try output.reader.read(into: &space)
    let expected =
      "ok\nerror: snapshot: only over the socket\nerror: line: ends without a newline\n"
    #expect(transfer == .bytes(expected.utf8.count))
    #expect(String(decoding: buffer.prefix(expected.utf8.count), as: UTF8.self) == expected)
    #expect(requests == [.command(.start)])
    table.watch(in: &poll, from: 0)
    #expect(try poll.wait(timeoutNanoseconds: 0) == 0)
  }

  // When a reader of standard output ends, the program must not wait for standard input.
  @Test func `standard input is not read because of what happens to standard output`() throws {
    let input = try FileDescriptor.pipe()
    var output = try fullPipe()
    Signals.brokenPipe.ignore()
    let lines = Array("start\n".utf8)
    try input.writer.writeAll(lines.span)
    var table = ClientTable(policy: PeerPolicy(owner: geteuid()))
    let streams = try ClientStream(input: input.reader.number, output: output.writer.number)
    let isAttached = table.attach(streams, speaking: .native, at: .zero)
    #expect(isAttached)
    var poll = Poll<264>()
    try table.turn(&poll, at: .zero)
    // The reply waits for space in the buffer; the client is not dropped for that.
    try table.turn(&poll, at: .zero + .milliseconds(60_000))
    #expect(table.deadline == nil && table.droppedCount == 0)
    // Now there is no reader: the next turn would wait forever in a read.
    output.reader = try FileDescriptor(opening: Path("/dev/null"), for: .readOnly)
    try table.turn(&poll, at: .zero + .milliseconds(60_000))
    #expect(table.deadline == nil)
  }
}

/// A client table with an input that holds a text and then ends.
private func endedTable(holding text: String, output: CInt) throws -> ClientTable {
  let input = try FileDescriptor.pipe()
  let lines = Array(text.utf8)
  try input.writer.writeAll(lines.span)
  var table = ClientTable(policy: PeerPolicy(owner: geteuid()))
  let streams = try ClientStream(input: input.reader.number, output: output)
  let isAttached = table.attach(streams, speaking: .native, at: .zero)
  #expect(isAttached)
  return table
}

/// A full pipe.
private func fullPipe() throws -> Linux.Pipe {
  let pipe = try FileDescriptor.pipe()
  try pipe.writer.setNonblocking()
  let zeros = [UInt8](repeating: 0, count: 4096)
  while case .bytes = try pipe.writer.write(zeros.span) {}
  try pipe.writer.setNonblocking(false)
  return pipe
}

extension ClientTable {
  /// Polls without waiting, serves, and answers all requests.
  fileprivate mutating func turn<let capacity: Int>(
    _ poll: inout Poll<capacity>, at now: Instant
  ) throws {
    watch(in: &poll, from: 0)
    _ = try poll.wait(timeoutNanoseconds: 0)
    serve(poll, from: 0, at: now)
    let ok = Array("ok".utf8)
    while let event = next(at: now) {
      if case .request(_, let client) = event { reply(ok.span, to: client, at: now) }
    }
  }
}
