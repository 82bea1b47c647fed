// SPDX-License-Identifier: Apache-2.0

import Control
import Testing
import Text

@Suite struct PlymouthWireTests {
  private func bytes(_ frame: PlymouthFrame) -> [UInt8] {
    (0..<frame.bytes.count).map { frame.bytes[$0] }
  }

  private func bytes(_ code: PlymouthCode, _ text: String) -> [UInt8] {
    bytes(PlymouthFrame(code, text: Array(text.utf8).span))
  }

  @Test func `a text is counted with its NUL, and cut between characters where it is too long`() {
    #expect(bytes(.showMessage, "hi") == [0x4D, 2, 3, 0x68, 0x69, 0])
    #expect(bytes(.showMessage, "") == [0x4D, 2, 1, 0])
    #expect(bytes(PlymouthFrame(.ping)) == [0x50, 0])
    #expect(bytes(.quit, "\u{1}") == [0x51, 2, 2, 1, 0])
    for count in [254, 255, 256, 1000] {
      let frame = bytes(.showMessage, String(repeating: "x", count: count))
      #expect(frame.count == 258 && frame[2] == 255 && frame.last == 0)
    }
    let wide = bytes(.showMessage, String(repeating: "ß", count: 128))
    #expect(wide[2] == 255 && wide.count == 258)
    let odd = bytes(.showMessage, "x" + String(repeating: "ß", count: 128))
    #expect(odd[2] == 254 && odd.count == 257)
  }

  @Test func `requests are read when they are whole`() throws {
    func read(_ bytes: [UInt8]) -> (code: UInt8, argument: [UInt8]?, size: Int)? {
      guard let (request, size) = PlymouthRequest.read(bytes.span) else { return nil }
      let argument = request.argument.map { text in (0..<text.utf8.count).map { text.utf8[$0] } }
      return (request.code, argument, size)
    }
    let whole: [UInt8] = [0x4D, 2, 3, 0x68, 0x69, 0]
    for count in 0..<whole.count { #expect(read(Array(whole.prefix(count))) == nil) }
    #expect(try #require(read(whole + [0x50])) == (0x4D, [0x68, 0x69], 6))
    #expect(try #require(read([0x50, 0, 0x50])) == (0x50, nil, 2))
    // Bytes after the first zero are ignored, and a length that has wrapped around is 0.
    #expect(try #require(read([0x4D, 2, 4, 0x68, 0, 0x69, 0])) == (0x4D, [0x68], 7))
    #expect(try #require(read([0x4D, 2, 0, 0x68])) == (0x4D, [], 3))
  }

  @Test func `replies are read when they are whole`() throws {
    func read(_ bytes: [UInt8]) throws -> PlymouthReply? {
      try PlymouthReply.read(bytes.span)?.reply
    }
    #expect(try read([]) == nil)
    #expect(try read([6]) == .done)
    #expect(try read([0x15]) == .refused)
    #expect(try read([5, 6]) == .noAnswer)
    #expect(try read([2, 3, 0, 0]) == nil)
    #expect(try read([2, 3, 0, 0, 0, 1, 2]) == nil)
    #expect(try read([2, 3, 0, 0, 0, 1, 2, 3]) == .answer(5..<8))
    #expect(try read([2, 0, 0, 0, 0]) == .answer(5..<5))
    #expect(try read([9, 4, 0, 0, 0, 0x61, 0, 0x62, 0]) == .answers(5..<9))
    #expect(throws: PlymouthReplyError.self) { try read([7]) }
    #expect(throws: PlymouthReplyError.self) { try read([2, 0xFF, 0xFF, 0xFF, 0xFF]) }
    #expect(throws: PlymouthReplyError.self) { try read([2, 1, 0x40, 0, 0]) }
  }

  @Test func `nothing that controls a terminal or turns text around is printed`() {
    func escaped(_ text: [UInt8]) -> String {
      var result = InlineText<256>()
      result.append(escaping: text.span)
      let bytes = (0..<result.count).map { result.bytes[$0] }
      return String(decoding: bytes, as: UTF8.self)
    }
    func escaped(_ text: String) -> String { escaped(Array(text.utf8)) }
    #expect(escaped("grüße • 漢 😀 \"\\") == "grüße • 漢 😀 \"\\")
    #expect(escaped("a\u{1B}[2J\r\n\t\u{7F}") == #"a\u001b[2J\u000d\u000a\u0009\u007f"#)
    #expect(escaped("\u{9B}31m") == #"\u009b31m"#)
    for scalar in 0x202A...0x202E {
      let text = String(Character(Unicode.Scalar(UInt32(scalar)) ?? "x"))
      #expect(escaped(text) == "\\u\(String(scalar, radix: 16))")
    }
    for scalar in 0x2066...0x2069 {
      let text = String(Character(Unicode.Scalar(UInt32(scalar)) ?? "x"))
      #expect(escaped(text) == "\\u\(String(scalar, radix: 16))")
    }
    #expect(escaped([0x61, 0xFF, 0xE2, 0x80]) == #"a\ufffd\ufffd\ufffd"#)
    #expect(escaped("\u{2029}\u{202F}\u{205F}\u{2070}") == "\u{2029}\u{202F}\u{205F}\u{2070}")
  }
}
