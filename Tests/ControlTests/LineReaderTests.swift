// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

/// Feeds bytes in pieces and returns the lines; `!` stands for a line that was too long.
private func lines(_ input: [UInt8], capacity: Int, pieces: () -> Int) -> [String] {
  var reader = LineReader(capacity: capacity)
  var result: [String] = []
  var rest = input[...]
  while !rest.isEmpty {
    let piece = Array(rest.prefix(min(max(pieces(), 1), reader.room)))
    rest = rest.dropFirst(piece.count)
    reader.append(piece.span)
    while let item = reader.next() {
      switch item {
      case .line(let range): result.append(string(reader.bytes(of: range)))
      case .tooLong: result.append("!")
      }
    }
  }
  return result
}

@Suite struct LineReaderTests {
  @Test(arguments: [1, 2, 3, 5, 7, 16])
  func `lines come out the same however the bytes are split`(piece: Int) {
    let input = Array("start\r\n\nmessage a b\n\rx\r\r\nlast\nunfinished".utf8)
    let expected = ["start", "", "message a b", "\rx\r", "last"]
    #expect(lines(input, capacity: 16, pieces: { piece }) == expected)
  }

  @Test func `a line that just fits is a line and one byte more is too long`() {
    #expect(lines(Array("1234567\n".utf8), capacity: 8, pieces: { 8 }) == ["1234567"])
    #expect(lines(Array("12345678\nok\n".utf8), capacity: 8, pieces: { 8 }) == ["!", "ok"])
  }

  @Test(arguments: [1, 3, 8])
  func `after a line that is too long the next line is read`(piece: Int) {
    let input = Array((String(repeating: "x", count: 1000) + "\nok\n").utf8)
    #expect(lines(input, capacity: 8, pieces: { piece }) == ["!", "ok"])
  }

  @Test func `zero bytes and high bytes are bytes like any other`() {
    let input: [UInt8] = [0, 0xFF, 0x0A, 0, 0x0A]
    var reader = LineReader(capacity: 8)
    reader.append(input.span)
    #expect(reader.next() == .line(0..<2))
    #expect(reader.next() == .line(3..<4))
    #expect(reader.next() == nil)
  }

  @Test func `it knows whether it is inside of a line`() {
    var reader = LineReader(capacity: 4)
    var inside = [reader.isInsideLine]
    for piece in ["a", "\n", "aaaa", "\n"] {
      reader.append(Array(piece.utf8).span)
      while reader.next() != nil {}
      inside.append(reader.isInsideLine)
    }
    #expect(inside == [false, true, false, true, false])
  }

  @Test func `there is always room once everything has been taken out`() {
    var generator = SplitMix(seed: 1)
    var reader = LineReader(capacity: 16)
    for _ in 0..<10_000 {
      let room = reader.room
      #expect(room > 0)
      let count = 1 + Int(generator.next() % UInt64(room))
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() % 12 + 4) }
      reader.append(bytes.span)
      while reader.next() != nil {}
    }
  }

  @Test func `random bytes in random pieces give what a split of the whole gives`() {
    var generator = SplitMix(seed: 2)
    for _ in 0..<200 {
      let input = (0..<500).map { _ in
        generator.next() % 9 == 0 ? UInt8(0x0A) : UInt8(0x60 + generator.next() % 8)
      }
      var expected: [String] = []
      for line in input.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
        expected.append(line.count < 32 ? String(decoding: line, as: UTF8.self) : "!")
      }
      var pieces = generator
      let found = lines(input, capacity: 32, pieces: { Int(pieces.next() % 40) })
      // The last line has no end: the test does not compare whether it is too long already.
      #expect(found.prefix(expected.count) == expected[...])
    }
  }
}
