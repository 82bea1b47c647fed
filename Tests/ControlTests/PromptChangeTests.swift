// SPDX-License-Identifier: Apache-2.0

import Control
import Motion
import Testing

/// Keys and messages while the current question changes.
@Suite struct PromptChangeTests {
  /// A bench with two questions; the first was half answered and withdrawn.
  private func interrupted(_ next: borrowing Client, _ bench: inout ClientTableBench) throws {
    do {
      let client = try bench.client()
      try client.send(bytes: promptRequest("*", "Disk"))
      try bench.settle()
      try next.send(bytes: promptRequest("W", "Name?"))
      try bench.type("my-se")
    }
    try bench.settle()
    #expect(bench.shown == "Name?" && bench.typed == "")
  }

  @Test func `the rest of a password is not for the next question`() throws {
    var bench = try promptBench("rest")
    let next = try bench.client()
    try interrupted(next, &bench)
    for letter in ["c", "r", "e", "t"] {
      bench.now = bench.now + .milliseconds(400)
      try bench.type(letter)
    }
    #expect(bench.typed == "")
    bench.now = bench.now + .milliseconds(499)
    try bench.type("\r")
    #expect(try next.readBytes() == [])
    // Enter ended the input for the previous question.
    try bench.type("me\r")
    #expect(try next.readBytes() == promptAnswer("me"))
  }

  @Test func `after half a second without a key the next question is answered`() throws {
    var bench = try promptBench("quiet")
    let next = try bench.client()
    try interrupted(next, &bench)
    bench.now = bench.now + .milliseconds(300)
    try bench.type("c")
    bench.now = bench.now + .milliseconds(500)
    try bench.type("me\r")
    #expect(try next.readBytes() == promptAnswer("me"))
  }

  @Test(arguments: [(false, ""), (true, "ab")])
  func `what was typed before a question went and is read after it is for nobody`(
    isRead: Bool, typed: String
  ) throws {
    var bench = try promptBench("unread")
    let next = try bench.client()
    do {
      let client = try bench.client()
      try client.send(bytes: promptRequest("*", "Disk"))
      try bench.settle()
      try next.send(bytes: promptRequest("W", "Name?"))
      try bench.settle()
    }
    try bench.settle()
    if isRead { bench.table.recordRead() }
    try bench.type("ab")
    #expect(bench.shown == "Name?" && bench.typed == typed)
  }

  @Test func `where nothing was typed nothing is dropped`() throws {
    var bench = try promptBench("nothing")
    let next = try bench.client()
    do {
      let client = try bench.client()
      try client.send(bytes: promptRequest("*", "Disk"))
      try bench.settle()
      try bench.type("a\u{7f}")
    }
    try bench.settle()
    try next.send(bytes: promptRequest("*", "Next"))
    try bench.settle()
    try bench.type("x\r")
    #expect(try next.readBytes() == promptAnswer("x"))
  }

  @Test func `what one place types when another one has answered is for nobody`() throws {
    var bench = try promptBench("places")
    let first = try bench.client()
    let next = try bench.client()
    try first.send(bytes: promptRequest("*", "Disk"))
    try bench.settle()
    try next.send(bytes: promptRequest("W", "Name?"))
    try bench.settle()
    try bench.type("ab")
    try bench.type("\u{15}cd\r", from: 1)
    #expect(try first.readBytes() == promptAnswer("cd"))
    try bench.type("rest")
    #expect(bench.typed == "")
    try bench.type("me\r", from: 1)
    #expect(try next.readBytes() == promptAnswer("me"))
  }

  @Test func `a watcher takes no key of a password`() throws {
    var bench = try promptBench("watcher")
    let any = try bench.client()
    let letter = try bench.client()
    let client = try bench.client()
    try any.send(bytes: [0x4B, 0x00])
    try letter.send(bytes: promptRequest("K", "x\u{3}"))
    try client.send(bytes: promptRequest("*", "Disk"))
    try bench.settle()
    try bench.type("xyx\r")
    #expect(try client.readBytes() == promptAnswer("xyx"))
    #expect(try any.readBytes() == [] && letter.readBytes() == [])
    try bench.type("q")
    #expect(try any.readBytes() == promptAnswer("q"))
  }

  @Test func `a watcher for Control-C has it while nothing is typed`() throws {
    var bench = try promptBench("control")
    let watcher = try bench.client()
    let client = try bench.client()
    try watcher.send(bytes: promptRequest("K", "\u{3}") + promptRequest("K", "\u{3}"))
    try client.send(bytes: promptRequest("*", "Disk"))
    try bench.settle()
    try bench.type("\u{3}")
    #expect(try watcher.readBytes() == promptAnswer("\u{3}"))
    try bench.type("a\u{3}")
    #expect(try watcher.readBytes() == [] && client.readBytes() == promptAnswer("\u{3}"))
  }

  @Test func `a message of the unlock goes after five seconds`() throws {
    var bench = try promptBench("unlock")
    let client = try bench.client()
    try client.send(bytes: promptRequest("M", "before"))
    try client.send(bytes: promptRequest("*", "Disk"))
    try bench.settle()
    try bench.type("x\r")
    #expect(bench.shown == "before")
    bench.now = bench.now + .milliseconds(29_000)
    try client.send(bytes: promptRequest("M", "set up successfully"))
    try bench.settle()
    #expect(bench.shown == "set up successfully")
    let deadline = bench.table.deadline
    #expect(deadline == bench.now + .milliseconds(5_000))
    bench.now = bench.now + .milliseconds(5_000)
    try bench.settle()
    #expect(bench.shown == "")
    // Later messages stay.
    try client.send(bytes: promptRequest("M", "Press F1"))
    try bench.settle()
    bench.now = bench.now + .milliseconds(60_000)
    try bench.settle()
    #expect(bench.shown == "Press F1")
  }

  @Test(arguments: ["S", "R"])
  func `it goes at once when the root is there`(code: Character) throws {
    var bench = try promptBench("root")
    let client = try bench.client()
    try client.send(bytes: promptRequest("*", "Disk"))
    try bench.settle()
    try bench.type("x\r")
    try client.send(bytes: promptRequest("M", "set up successfully"))
    try bench.settle()
    #expect(bench.shown == "set up successfully")
    try client.send(bytes: promptRequest(code, "/nowhere"))
    try bench.settle()
    #expect(bench.shown == "")
  }

  @Test func `messages of a check of disks and of other modes stay`() throws {
    var bench = try promptBench("stay")
    let client = try bench.client()
    try client.send(bytes: promptRequest("*", "Disk"))
    try bench.settle()
    try bench.type("x\r")
    try client.send(bytes: promptRequest("M", "fsckd-cancel-msg:Press Ctrl+C"))
    try bench.settle()
    bench.now = bench.now + .milliseconds(6_000)
    try bench.settle()
    #expect(bench.shown == "Press Ctrl+C")
    try client.send(bytes: promptRequest("C", "shutdown") + promptRequest("*", "Disk"))
    try bench.settle()
    try bench.type("x\r")
    try client.send(bytes: promptRequest("M", "Please wait"))
    try bench.settle()
    bench.now = bench.now + .milliseconds(6_000)
    try bench.settle()
    #expect(bench.shown == "Please wait")
  }
}
