// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Console

@Suite struct ConsoleParserTests {
  /// The text of a line after some bytes; line 0 is the last.
  private func line(_ number: Int = 0, of input: String) throws -> String {
    let text = try parsed(Array(input.utf8))
    var line = ""
    for column in 0..<text.length(ofLine: number) {
      line.unicodeScalars.append(text.cell(column, ofLine: number).character)
    }
    return line
  }

  private func parsed(_ bytes: [UInt8]) throws -> ConsoleText {
    guard var text = ConsoleText() else { throw NoMemory() }
    var parser = ConsoleParser()
    for byte in bytes { parser.feed(byte, to: &text) }
    return text
  }

  private struct NoMemory: Error {}

  @Test func `lines end with LF, whether or not CR comes first`() throws {
    #expect(try line(1, of: "one\ntwo") == "one")
    #expect(try line(of: "one\r\ntwo") == "two")
    #expect(try line(1, of: "a\n\nb") == "")
  }

  @Test(arguments: [
    ("[ *  ] wait\r[  * ]", "[  * ] wait"),
    ("[ *  ] wait\r\u{1B}[K[  OK  ] done", "[  OK  ] done"),
    ("abc\u{8}\u{8}X", "aXc"),
    ("a\tb", "a       b"),
    ("abc\u{1B}[2K", ""),
    ("abc\r\u{1B}[1Kx", "xbc"),
  ])
  func `CR, BS, TAB and EL change the line`(input: String, expected: String) throws {
    #expect(try line(of: input) == expected)
  }

  @Test(arguments: [
    "\u{1B}[2J\u{1B}[10;5Hx", "\u{1B}[?25lx", "\u{1B}]0;title\u{7}x", "\u{1B}]8;;http://a\u{1B}\\x",
    "\u{1B}(0x", "\u{1B}cx", "\u{1B}Pq#0\u{1B}\\x", "\u{1B}[12;\u{18}x", "\u{0}\u{E}\u{F}x",
    "\u{1B}[>0;1mx", "\u{1B}[38;5;x" + "\u{8}\u{7F}" + "mx",
  ])
  func `other sequences and controls are dropped`(input: String) throws {
    #expect(try line(of: input).hasSuffix("x"))
    #expect(try !line(of: input).unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func `a character of several bytes ends a sequence that was cut off`() throws {
    #expect(try line(of: "a\u{1B}[… b") == "a… b")
  }

  @Test func `a string that does not end hides one line at most`() throws {
    #expect(try line(of: "\u{1B}]0;never\nnext") == "next")
  }

  @Test func `colours follow SGR`() throws {
    func cell(_ input: String) throws -> ConsoleCell {
      try parsed(Array(input.utf8)).cell(0, ofLine: 0)
    }
    #expect(try cell("x") == ConsoleCell("x", 7, on: 0))
    #expect(try cell("\u{1B}[0;1;31mx") == ConsoleCell("x", 9, on: 0))
    #expect(try cell("\u{1B}[32;44mx") == ConsoleCell("x", 2, on: 4))
    #expect(try cell("\u{1B}[7mx") == ConsoleCell("x", 0, on: 7))
    #expect(try cell("\u{1B}[31m\u{1B}[mx") == ConsoleCell("x", 7, on: 0))
    #expect(try cell("\u{1B}[93mx") == ConsoleCell("x", 11, on: 0))
    // Red of the colour cube, a grey, and true colours.
    #expect(try cell("\u{1B}[38;5;196mx") == ConsoleCell("x", 9, on: 0))
    #expect(try cell("\u{1B}[38;5;240mx") == ConsoleCell("x", 8, on: 0))
    #expect(try cell("\u{1B}[38;2;0;255;0;1mx") == ConsoleCell("x", 10, on: 0))
    // A sequence with more parameters than are kept.
    #expect(
      try cell("\u{1B}[" + String(repeating: "0;", count: 40) + "31mx")
        == ConsoleCell("x", 7, on: 0))
  }

  @Test func `malformed UTF-8 becomes replacement characters`() throws {
    func characters(_ bytes: [UInt8]) throws -> [UInt32] {
      let text = try parsed(bytes)
      return (0..<text.length(ofLine: 0)).map { text.cell($0, ofLine: 0).character.value }
    }
    #expect(try characters([0xE2, 0x80, 0xA6]) == [0x2026])
    #expect(try characters([0xE2, 0x80, 0x41]) == [0xFFFD, 0x41])
    #expect(try characters([0xFF, 0x41]) == [0xFFFD, 0x41])
    // An overlong form and a surrogate.
    #expect(try characters([0xE0, 0x80, 0x80]) == [0xFFFD])
    #expect(try characters([0xED, 0xA0, 0x80]) == [0xFFFD])
    // CSI as one C1 character.
    #expect(try characters([0xC2, 0x9B, 0x41]) == [0x41])
  }

  @Test func `a long line continues in the next, and old lines are forgotten`() throws {
    let text = try parsed(Array(repeating: UInt8(ascii: "a"), count: ConsoleText.width + 3))
    #expect(text.length(ofLine: 0) == 3)
    #expect(text.length(ofLine: 1) == ConsoleText.width)
    let many = try parsed(Array(repeating: 0x0A, count: 1000))
    #expect(many.lineCount == ConsoleText.height)
  }

  @Test func `no bytes leave the bounds`() throws {
    var generator = Generator()
    // Mostly the bytes of sequences.
    let frequent = Array("\u{1B}[0123456789;mKHJ]P\\\r\n\t\u{8}".utf8)
    for _ in 0..<200 {
      let bytes = (0..<2000).map { _ -> UInt8 in
        let value = generator.next()
        let other = UInt8(truncatingIfNeeded: value >> 8)
        return value & 3 == 0 ? other : frequent[Int(value >> 8 & 0xFFFF) % frequent.count]
      }
      let text = try parsed(bytes)
      #expect(text.column <= ConsoleText.width && text.lineCount <= ConsoleText.height)
      for number in 0..<text.lineCount {
        #expect(text.length(ofLine: number) <= ConsoleText.width)
        for column in 0..<text.length(ofLine: number) {
          let value = text.cell(column, ofLine: number).character.value
          #expect(value >= 0x20 && !(0x7F...0x9F ~= value))
        }
      }
    }
  }

  private struct Generator {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }
}
