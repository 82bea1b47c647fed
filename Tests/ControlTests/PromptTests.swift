// SPDX-License-Identifier: Apache-2.0

import CLinux
import Control
import Motion
import Linux
import Testing
import Stage
import Text

/// A request with an argument, as Plymouth's client writes it.
func promptRequest(_ code: Character, _ argument: String) -> [UInt8] {
  [code.asciiValue ?? 0, 2, UInt8(truncatingIfNeeded: argument.utf8.count + 1)]
    + Array(argument.utf8) + [0]
}

/// A table with clients of Plymouth's protocol, and with a keyboard for prompts.
///
/// The cases of one test run at the same time: each has a name of its own.
func promptBench(_ name: String) throws -> ClientTableBench {
  let number = UInt64.random(in: 0...UInt64.max)
  var bench = try ClientTableBench("@flipbook-prompt-\(name)-\(number)", speaking: .plymouth)
  bench.table.hasKeyboard = true
  return bench
}

/// An answer as it goes over the wire.
func promptAnswer(_ text: String) -> [UInt8] {
  [2, UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8)
}

private func ask(_ question: String, _ entry: EntryField) -> Request {
  .command(
    .prompt(Prompt(question: Message(truncating: Array(question.utf8).span), entry: entry)))
}

extension ClientTableBench {
  mutating func type(_ text: String, from source: Int = 0) throws {
    for byte in text.utf8 { table.type(byte, from: source, at: now) }
    try settle()
  }

  /// The last state of the field: bullets, a text, Caps Lock; nil without a field.
  var typed: String? {
    for request in requests.reversed() {
      guard case .command(.prompt(let prompt)) = request else { continue }
      guard let entry = prompt?.entry else { return nil }
      let warning = entry.isCapsLockOn ? "(Caps Lock) " : ""
      switch entry.kind {
      case .none: return nil
      case .secret: return warning + String(repeating: "•", count: entry.bulletCount)
      case .text: return warning + string(entry.text)
      }
    }
    return nil
  }

  /// The layout's name beside the field that is shown last.
  var keymap: String? {
    for request in requests.reversed() {
      guard case .command(.prompt(let prompt?)) = request else { continue }
      let entry = prompt.entry
      let letters = (0..<8).map { UInt8(truncatingIfNeeded: entry.keymap >> (8 * $0)) }
      return String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    }
    return nil
  }

  /// The number of messages that the stage has got.
  var messageCount: Int {
    requests.filter { if case .command(.message) = $0 { true } else { false } }.count
  }

  /// The stage's question, or else its last message; nil before both.
  var shown: String? {
    let prompts = requests.compactMap { request -> Prompt?? in
      if case .command(.prompt(let prompt)) = request { prompt } else { nil }
    }
    if let prompt = prompts.last ?? nil { return string(prompt.question.utf8) }
    for request in requests.reversed() {
      if case .command(.message(let message)) = request { return string(message.utf8) }
    }
    return prompts.isEmpty ? nil : ""
  }
}

@Suite struct PromptTests {
  @Test func `a password is answered and shown as bullets`() throws {
    var bench = try promptBench("password")
    let client = try bench.client()
    try client.send(bytes: promptRequest("*", "Pass:"))
    try bench.settle()
    #expect(bench.shown == "Pass:" && bench.typed == "")
    let count = bench.messageCount
    try bench.type("geheimß")
    #expect(bench.typed == "•••••••")
    // A key does not change the question.
    #expect(bench.shown == "Pass:" && bench.messageCount == count)
    #expect(try client.readBytes() == [])
    try bench.type("\r")
    #expect(try client.readBytes() == promptAnswer("geheimß"))
    #expect(bench.shown == "" && bench.typed == nil && bench.table.wantsKeys == false)
  }

  @Test(arguments: [
    ("secret", "secret"), ("", ""), ("ab\u{7f}c", "ac"), ("aä\u{8}b", "ab"), ("\u{7f}a", "a"),
    ("two words\u{17}more", "two more"), ("x y  \u{17}z", "x z"), ("all\u{15}new", "new"),
    ("a\u{1b}[Ab\u{1b}OPc\u{1b}d", "abcd"), ("a\u{1}\tb", "ab"), ("x\u{3}", "\u{3}"),
    ("x\u{4}", "\u{3}"),
  ])
  func `what is typed can be corrected and given up`(typed: String, expected: String) throws {
    var bench = try promptBench("edit")
    let client = try bench.client()
    try client.send(bytes: [0x2A, 0x00])
    try bench.settle()
    let isCancelled = expected == "\u{3}"
    try bench.type(typed + (isCancelled ? "" : "\n"))
    #expect(try client.readBytes() == promptAnswer(expected))
  }

  @Test func `no answer is longer than its memory and no character is cut`() throws {
    var bench = try promptBench("long")
    let client = try bench.client()
    try client.send(bytes: promptRequest("W", "?"))
    try bench.settle()
    try bench.type(String(repeating: "ä", count: 400) + "\r")
    let reply = try client.readBytes()
    #expect(reply.count == 5 + 512 && reply[1] == 0 && reply[2] == 2)
    #expect(reply[5...].elementsEqual(String(repeating: "ä", count: 256).utf8))
  }

  @Test func `where no more fits the field says so until something is erased`() throws {
    var bench = try promptBench("full")
    bench.table.set(capsLock: false, keymap: 0x6564)
    let client = try bench.client()
    try client.send(bytes: promptRequest("*", "?"))
    try bench.settle()
    try bench.type(String(repeating: "x", count: 512))
    #expect(bench.keymap == "de")
    try bench.type("y")
    #expect(bench.keymap == "full")
    try bench.type("\u{7F}")
    #expect(bench.keymap == "de")
    try bench.type("yz")
    #expect(bench.keymap == "full")
    try bench.type("\r")
    let reply = try client.readBytes()
    #expect(reply.count == 5 + 512 && reply.suffix(2) == [0x78, 0x79])
  }

  @Test func `a question is shown as it is typed, in place of other messages`() throws {
    var bench = try promptBench("question")
    let client = try bench.client()
    let other = try bench.client()
    try client.send(bytes: promptRequest("W", "Name?"))
    try bench.settle()
    try other.send(bytes: promptRequest("M", "hello"))
    try bench.type("Zoë")
    #expect(bench.shown == "Name?" && bench.typed == "Zoë")
    try bench.type("\r")
    #expect(try client.readBytes() == promptAnswer("Zoë"))
    #expect(bench.shown == "hello")
  }

  @Test func `a prompt goes with its client and what was typed is not for the next one`() throws {
    var bench = try promptBench("gone")
    let next = try bench.client()
    do {
      let client = try bench.client()
      try client.send(bytes: promptRequest("*", "first"))
      try bench.settle()
      try next.send(bytes: promptRequest("*", "second"))
      try bench.type("abc")
      #expect(bench.shown == "first" && bench.typed == "•••")
    }
    try bench.settle()
    #expect(bench.shown == "second" && bench.typed == "")
    bench.now = bench.now + .milliseconds(500)
    try bench.type("d\r")
    #expect(try next.readBytes() == promptAnswer("d"))
  }

  @Test func `who only stopped sending still gets the answer`() throws {
    var bench = try promptBench("half")
    let client = try bench.client()
    try client.send(bytes: promptRequest("*", "Pass"))
    shutdown(client.stream.descriptor.number, CInt(SHUT_WR))
    try bench.settle()
    try bench.type("x\r")
    #expect(try client.readBytes() == promptAnswer("x"))
    #expect(bench.table.clientCount == 0)
  }

  @Test func `other requests of the same client are answered meanwhile`() throws {
    var bench = try promptBench("meanwhile")
    let client = try bench.client()
    try client.send(bytes: promptRequest("K", "\u{3}") + [0x50, 0x00] + promptRequest("M", "x"))
    try bench.settle()
    #expect(try client.readBytes() == [6, 6])
    try bench.type("a\u{3}")
    #expect(try client.readBytes() == promptAnswer("\u{3}"))
  }

  @Test func `a key goes to who watches for it, else to the password`() throws {
    var bench = try promptBench("keys")
    let watcher = try bench.client()
    let client = try bench.client()
    try watcher.send(bytes: promptRequest("K", "yn"))
    try bench.settle()
    try client.send(bytes: [0x2A, 0x00])
    try bench.settle()
    try bench.type("ab")
    #expect(try watcher.readBytes() == [])
    try bench.type("\r")
    #expect(try client.readBytes() == promptAnswer("ab"))
    try bench.type("n")
    #expect(try watcher.readBytes() == promptAnswer("n"))
  }

  @Test func `a watch that is removed gets a reply`() throws {
    var bench = try promptBench("ignored")
    let watcher = try bench.client()
    let other = try bench.client()
    try watcher.send(bytes: promptRequest("K", "Yy"))
    try bench.settle()
    try other.send(bytes: promptRequest("L", "Y") + promptRequest("L", "Yy"))
    try bench.settle()
    #expect(try watcher.readBytes() == [0x05] && other.readBytes() == [6, 6])
  }

  @Test func `passwords are remembered for a while`() throws {
    var bench = try promptBench("cache")
    let client = try bench.client()
    for password in ["secret", ""] {
      try client.send(bytes: [0x2A, 0x00])
      try bench.settle()
      try bench.type(password + "\r")
      #expect(try client.readBytes() == promptAnswer(password))
    }
    try client.send(bytes: [0x63, 0x00])
    try bench.settle()
    #expect(try client.readBytes() == [9, 8, 0, 0, 0] + Array("secret\0\0".utf8))
    let deadline = bench.table.deadline
    #expect(deadline == .zero + .milliseconds(150_000))
    bench.now = .zero + .milliseconds(150_000)
    try client.send(bytes: [0x63, 0x00])
    try bench.settle()
    #expect(try client.readBytes() == [0x05] && bench.table.deadline == nil)
  }

  // The terminal may hang up during a prompt.
  @Test func `when nobody can be asked any more every prompt is answered so`() throws {
    var bench = try promptBench("refused")
    let client = try bench.client()
    let watcher = try bench.client()
    try client.send(bytes: [0x2A, 0x00, 0x57, 0x00])
    try watcher.send(bytes: [0x4B, 0x00])
    try bench.settle()
    try bench.type("\u{1b}")
    bench.table.refusePrompts(at: bench.now)
    try bench.settle()
    #expect(try client.readBytes() == [0x05, 0x05] && watcher.readBytes() == [])
    #expect(bench.shown == "")
  }

  @Test func `more prompts than there is room for are refused at once`() throws {
    var bench = try promptBench("many")
    let client = try bench.client()
    for _ in 0..<20 { try client.send(bytes: [0x4B, 0x00]) }
    try bench.settle()
    #expect(try client.readBytes() == [5, 5, 5, 5])
  }

  /// Types an answer and sends it to the client.
  private func enter(_ bench: inout ClientTableBench, _ text: String, _ client: borrowing Client)
    throws
  {
    try bench.type(text + "\r")
    _ = try client.readBytes()
  }

  private func shakes(_ bench: borrowing ClientTableBench) -> Int {
    bench.requests.filter { $0 == .command(.shake) }.count
  }

  @Test func `a password that is asked for again shakes, once it is shown`() throws {
    var bench = try promptBench("shake")
    let client = try bench.client()
    try client.send(bytes: [0x2A, 0x00])
    try bench.settle()
    try enter(&bench, "wrong", client)
    #expect(shakes(bench) == 0)
    try client.send(bytes: [0x2A, 0x00])
    try bench.settle()
    #expect(bench.typed == "" && bench.requests.last == .command(.shake))
    #expect(bench.requests.last == .command(.shake) && bench.shown == "Password:")
    try bench.type("r")
    #expect(shakes(bench) == 1)
  }

  @Test func `another client with the same words has had the wrong password, too`() throws {
    var bench = try promptBench("shake-words")
    for count in 0..<3 {
      let client = try bench.client()
      try client.send(bytes: promptRequest("*", "Disk:"))
      try bench.settle()
      #expect(shakes(bench) == count)
      try enter(&bench, "wrong", client)
    }
    let other = try bench.client()
    try other.send(bytes: promptRequest("*", "Other disk:"))
    try bench.settle()
    #expect(shakes(bench) == 2)
  }

  @Test func `after a while, after giving up, and of questions nothing was wrong`() throws {
    var bench = try promptBench("shake-not")
    let client = try bench.client()
    try client.send(bytes: promptRequest("*", "a"))
    try bench.settle()
    try enter(&bench, "x", client)
    bench.now = Instant(nanoseconds: 10_000_000_000)
    try client.send(bytes: promptRequest("*", "a"))
    try bench.settle()
    try bench.type("\u{3}")
    try client.send(bytes: promptRequest("*", "a"))
    try bench.settle()
    try enter(&bench, "x", client)
    try client.send(bytes: promptRequest("W", "a"))
    try bench.settle()
    try enter(&bench, "x", client)
    try client.send(bytes: promptRequest("*", "a"))
    try bench.settle()
    #expect(shakes(bench) == 0)
  }

  @Test func `caps Lock is shown beside a password and not beside a question`() throws {
    var bench = try promptBench("caps")
    let client = try bench.client()
    bench.table.set(capsLock: true)
    try client.send(bytes: promptRequest("*", "Pass:"))
    try bench.settle()
    #expect(bench.shown == "Pass:" && bench.typed == "(Caps Lock) ")
    try bench.type("a")
    #expect(bench.typed == "(Caps Lock) •")
    bench.table.set(capsLock: false)
    try bench.settle()
    #expect(bench.shown == "Pass:" && bench.typed == "•")
    bench.table.set(capsLock: true)
    try bench.type("\r")
    try client.send(bytes: promptRequest("W", "Name:"))
    try bench.settle()
    #expect(bench.shown == "Name:" && bench.typed == "")
  }

  @Test func `the layout's name is shown beside a password and a question`() throws {
    var bench = try promptBench("layout")
    let client = try bench.client()
    bench.table.set(capsLock: false, keymap: 0x6564)
    #expect(bench.table.entry.keymap == 0, "nobody is asked")
    try client.send(bytes: promptRequest("*", "Pass:"))
    try bench.settle()
    #expect(bench.requests.last == ask("Pass:", EntryField(bulletCount: 0, keymap: 0x6564)))
    bench.table.set(capsLock: false, keymap: 0x7566)
    try bench.settle()
    #expect(bench.requests.last == ask("Pass:", EntryField(bulletCount: 0, keymap: 0x7566)))
    // Characters of two bytes each, with one bullet each.
    try bench.type("äß")
    #expect(bench.typed == "••")
    try bench.type("\u{7F}\r")
    try client.send(bytes: promptRequest("W", "Name:"))
    try bench.settle()
    #expect(bench.table.entry.keymap == 0x7566)
  }
}
