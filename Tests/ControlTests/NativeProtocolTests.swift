// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import Motion
import Linux
import Testing
import Stage

@Suite struct NativeProtocolTests {
  @Test func `each line gets one reply in order`() throws {
    var bench = try ClientTableBench("@flipbook-order")
    let client = try bench.client()
    try client.send("start\nbogus\nmessage a\r\n\nprogress 5\n")
    try bench.settle()
    let unknown = "error: unknown command 'bogus': not progress, message, eta, start, done, fail, "
    #expect(
      try client.read() == """
        ok
        \(unknown)reset or quit
        ok
        error: empty line: a command is expected
        ok

        """)
    #expect(bench.requests.count == 3)
  }

  @Test func `a client that has closed without reading is obeyed to its last line`() throws {
    var bench = try ClientTableBench("@flipbook-closed")
    do {
      let client = try bench.client()
      try client.send("start\nprogress 5\ndone\n")
    }
    try bench.settle()
    #expect(bench.requests.count == 3)
    #expect(bench.table.clientCount == 0)
  }

  @Test func `of what a client has queued that has gone its buffer alone is obeyed`() throws {
    var bench = try ClientTableBench("@flipbook-gone")
    do {
      let client = try bench.client()
      try client.send("start\n" + String(repeating: "progress 5\n", count: 5000))
    }
    try bench.settle()
    #expect(bench.requests.first == .command(.start))
    #expect(bench.requests.count == 1 + (ClientLimits.line - 6) / 11)
    #expect(bench.table.clientCount == 0)
  }

  @Test func `a client that goes is obeyed although others use up the turns`() throws {
    var bench = try ClientTableBench("@flipbook-going")
    do {
      let client = try bench.client()
      try client.send(String(repeating: "done\n", count: 100))
    }
    for _ in 0..<200 { try bench.turn(budget: 1) }
    #expect(bench.requests.count == 100)
    #expect(bench.table.clientCount == 0)
  }

  @Test func `after a half-close everything is answered and then the connection ends`() throws {
    var bench = try ClientTableBench("@flipbook-half")
    let client = try bench.client()
    try client.send("start\ndone\nresid")
    shutdown(client.stream.descriptor.number, CInt(SHUT_WR))
    try bench.settle()
    #expect(try client.read() == "ok\nok\nerror: line: ends without a newline\n<end>")
    #expect(bench.requests.count == 2)
    #expect(bench.table.clientCount == 0)
  }

  @Test func `a line that is too long is refused once and the next one is obeyed`() throws {
    var bench = try ClientTableBench("@flipbook-long")
    let client = try bench.client()
    for _ in 0..<20 {
      try client.send(String(repeating: "x", count: 1000))
      try bench.settle()
    }
    try client.send("\nstart\n")
    try bench.settle()
    #expect(try client.read() == "error: line: longer than 1023 bytes\nok\n")
  }

  @Test func `a greedy client is served one request per turn and so are the others`() throws {
    var bench = try ClientTableBench("@flipbook-greedy")
    let greedy = try bench.client()
    let modest = try bench.client()
    try greedy.send(String(repeating: "done\n", count: 1000))
    try modest.send("start\n")
    try bench.turn(budget: 2)
    #expect(bench.requests.contains(.command(.start)))
    #expect(try modest.read() == "ok\n")
  }

  @Test func `lines that are no requests use up the turn as well`() throws {
    var bench = try ClientTableBench("@flipbook-garbage")
    var numbers: [CInt] = []
    for _ in 0..<20 {
      let client = try bench.client()
      try client.send(String(repeating: "\n", count: 100))
      numbers.append(try client.stream.descriptor.duplicated().release())
    }
    try bench.turn(budget: 64)
    var answers = 0
    for number in numbers {
      let client = Client(UnixStream(adopting: FileDescriptor(adopting: number)))
      answers += try client.read().filter { $0 == "\n" }.count
    }
    #expect(answers == 64)
  }

  @Test func `a deferred request comes up again before those after it`() throws {
    var bench = try ClientTableBench("@flipbook-postponed")
    let client = try bench.client()
    try client.send("snapshot\nstart\n")
    try bench.turn(budget: 0)
    let asked = bench.nextRequest()
    let (request, handle) = try #require(asked)
    #expect(request == .snapshot)
    bench.table.deferRequest(request, of: handle, until: .zero + .milliseconds(100))
    #expect(bench.table.deadline == .zero + .milliseconds(100))
    try bench.settle()
    #expect(bench.requests.isEmpty)
    bench.now = .zero + .milliseconds(100)
    try bench.settle()
    #expect(bench.requests == [.snapshot, .command(.start)])
    #expect(try client.read() == "ok\nok\n")
    #expect(bench.table.deadline == nil)
  }

  @Test func `a request that is deferred without a time waits to be resumed`() throws {
    var bench = try ClientTableBench("@flipbook-waiting")
    let client = try bench.client()
    try client.send("deactivate\nstart\n")
    try bench.turn(budget: 0)
    let asked = bench.nextRequest()
    let (request, handle) = try #require(asked)
    #expect(request == .deactivate)
    bench.table.deferRequest(request, of: handle, until: nil)
    #expect(bench.table.deadline == nil)
    bench.now = .zero + .milliseconds(60_000)
    try bench.settle()
    #expect(bench.requests.isEmpty && bench.table.clientCount == 1)
    bench.table.resume(at: bench.now)
    try bench.settle()
    #expect(bench.requests == [.deactivate, .command(.start)])
    #expect(try client.read() == "ok\nok\n")
  }

  @Test func `a reply does not reach the client that came to the slot afterwards`() throws {
    var bench = try ClientTableBench("@flipbook-handle")
    let asked = try askAndLeave(&bench)
    let (request, handle) = try #require(asked)
    #expect(request == .status)
    for _ in 0..<3 {
      bench.watchOnce()
      let next = bench.nextRequest()
      #expect(next?.request == nil)
    }
    #expect(bench.table.clientCount == 0)
    let other = try bench.client()
    let ok = Array("ok state=secret".utf8)
    bench.table.reply(ok.span, to: handle, at: .zero)
    bench.table.deferRequest(.snapshot, of: handle, until: .zero)
    try bench.settle()
    #expect(try other.read() == "" && bench.requests.isEmpty)
  }

  /// The request of a client that hangs up before the reply.
  private func askAndLeave(
    _ bench: inout ClientTableBench
  ) throws -> (request: Request, client: ClientHandle)? {
    let client = try bench.client()
    try client.send("status\n")
    bench.watchOnce()
    return bench.nextRequest()
  }

  @Test func `a client that never reads is paused and then dropped`() throws {
    var bench = try ClientTableBench("@flipbook-slow")
    bench.answer = String(repeating: "x", count: 700)
    let slow = try bench.client()
    let other = try bench.client()
    var sent = 0
    for _ in 0..<5000 {
      sent += try slow.send("status\n")
      try bench.turn()
    }
    let served = bench.requests.count
    // Its requests stay in the kernel, until the buffer there is full.
    #expect(sent / 7 > served && sent / 7 < 5000)
    #expect(bench.table.deadline == .zero + .milliseconds(5000))
    try other.send("status\n")
    try bench.settle()
    #expect(try other.read() == bench.answer + "\n")
    bench.now = .zero + .milliseconds(5000)
    try bench.turn()
    #expect(bench.table.clientCount == 1 && bench.table.droppedCount == 1)
    #expect(bench.table.deadline == nil)
  }

  @Test func `a client that reads again after a pause gets every reply`() throws {
    var bench = try ClientTableBench("@flipbook-pause")
    bench.answer = String(repeating: "x", count: 700)
    let client = try bench.client()
    var sent = 0
    var read = ""
    for _ in 0..<2000 {
      sent += try client.send("status\n")
      try bench.turn()
    }
    for _ in 0..<3000 {
      read += try client.read()
      try bench.turn()
    }
    #expect(sent % 7 == 0 && bench.requests.count == sent / 7)
    #expect(read.utf8.count == sent / 7 * 701)
    #expect(bench.table.droppedCount == 0)
  }

  @Test func `two hundred clients at once are all served`() throws {
    let name = "@flipbook-crowd"
    var bench = try ClientTableBench(name)
    var numbers: [CInt] = []
    for index in 0..<200 {
      let client = try Client(connectingTo: name)
      try client.send("progress \(index)\nstart\n")
      numbers.append(try client.stream.descriptor.duplicated().release())
      if index % 50 == 49 { try bench.settle() }
    }
    #expect(bench.table.clientCount == 200)
    #expect(bench.requests.count == 400)
    for number in numbers {
      let client = Client(UnixStream(adopting: FileDescriptor(adopting: number)))
      #expect(try client.read() == "ok\nok\n")
    }
    try bench.settle()
    #expect(bench.table.clientCount == 0)
  }

  @Test func `when all places are taken whoever is silent for longest makes room`() throws {
    var bench = try ClientTableBench("@flipbook-full")
    var numbers: [CInt] = []
    for _ in 0..<ClientLimits.clients {
      let client = try bench.client()
      numbers.append(try client.stream.descriptor.duplicated().release())
    }
    #expect(throws: Refused(text: "no place")) { _ = try bench.client() }
    bench.now = .zero + .milliseconds(1000)
    let silent = Client(UnixStream(adopting: FileDescriptor(adopting: numbers[3])))
    for number in numbers where number != numbers[3] {
      _ = unsafe CLinux.write(number, "start\n", 6)
    }
    // One byte of an unfinished line is no activity.
    try silent.send("s")
    try bench.settle()
    let late = try bench.client()
    try late.send("start\n")
    try bench.settle()
    #expect(try late.read() == "ok\n")
    #expect(try silent.read() == "<end>")
    #expect(bench.table.droppedCount == 1 && bench.table.clientCount == ClientLimits.clients)
    for number in numbers where number != numbers[3] { _ = CLinux.close(number) }
  }

  @Test func `random bytes in random pieces leave it as it was`() throws {
    var bench = try ClientTableBench("@flipbook-random")
    var generator = SplitMix(seed: 5)
    for _ in 0..<100 {
      let client = try bench.client()
      for _ in 0..<generator.next() % 8 {
        let piece = (0..<generator.next() % 700).map { _ in
          UInt8(truncatingIfNeeded: generator.next() % 64 + (generator.next() % 2) * 64)
        }
        if !piece.isEmpty { _ = try client.stream.send(piece.span) }
        if generator.next() % 3 == 0 { _ = try client.read() }
        try bench.turn()
      }
    }
    try bench.settle()
    #expect(bench.table.clientCount == 0)
  }
}
