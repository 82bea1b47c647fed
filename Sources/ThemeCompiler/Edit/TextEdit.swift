// SPDX-License-Identifier: Apache-2.0

/// A change to a file's text: bytes in a range are replaced.
package struct TextEdit: Equatable, Sendable {
  /// The replaced bytes; empty for an insertion.
  package var range: Range<Int>
  package var text: String

  /// A text with the change.
  package func applied(to source: [UInt8]) -> [UInt8] {
    Array(source[..<range.lowerBound]) + Array(text.utf8) + Array(source[range.upperBound...])
  }
}

/// The lines of a file, to go from the positions of a parser to bytes.
struct SourceLines {
  private let source: [UInt8]
  /// The first byte of each line.
  private let starts: [Int]

  init(_ source: [UInt8]) {
    self.source = source
    starts =
      [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// The byte of a position; its column counts characters (Unicode scalars).
  func offset(of position: SourcePosition) -> Int {
    guard position.line <= starts.count else { return source.count }
    var offset = starts[position.line - 1]
    var column = 1
    while column < position.column, offset < source.count {
      offset += 1
      // The other bytes of a character begin with the bits 10.
      while offset < source.count, source[offset] & 0xC0 == 0x80 { offset += 1 }
      column += 1
    }
    return offset
  }

  /// The byte after the last one of a line, before its end.
  func end(ofLine line: Int) -> Int {
    var end = line < starts.count ? starts[line] - 1 : source.count
    if end > starts[line - 1], source[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }

  /// The text of a line before a position.
  func text(before position: SourcePosition) -> String {
    String(decoding: source[starts[position.line - 1]..<offset(of: position)], as: UTF8.self)
  }

  /// How the file ends its lines.
  var lineEnd: String { source.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n" }
}
