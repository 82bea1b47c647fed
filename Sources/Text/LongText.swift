// SPDX-License-Identifier: Apache-2.0

/// A text in UTF-8 on the heap, built up from parts, such as the line of an error.
///
/// A copy is one word. An `InlineText` would copy all of its bytes each time an error is rethrown. Two texts are
/// equal if their bytes are: a `String` is compared by tables that Embedded Swift does not have.
package struct LongText: Equatable, Sendable {
  private var storage: [UInt8] = []

  /// An empty text.
  package init() {}

  /// A copy of bytes that are UTF-8 already.
  package init(_ text: Span<UInt8>) { append(text) }

  /// The text's bytes.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { storage.span }
  }

  /// The number of bytes.
  package var count: Int { storage.count }

  /// Whether there are no bytes.
  package var isEmpty: Bool { storage.isEmpty }

  /// Appends bytes that are UTF-8 already.
  package mutating func append(_ text: Span<UInt8>) {
    for index in 0..<text.count { storage.append(text[index]) }
  }

  /// Appends a literal.
  package mutating func append(_ text: StaticString) { append(text.bytes) }

  /// Appends one byte; for ASCII only.
  package mutating func append(byte: UInt8) { storage.append(byte) }

  /// Appends another text.
  package mutating func append(contentsOf other: LongText) { storage += other.storage }

  /// Appends a whole number in decimal.
  package mutating func append(_ number: Int64) {
    var digits = InlineText<32>()
    digits.append(number)
    append(digits.bytes)
  }

  /// Appends untrusted bytes as `InlineText` does: in quotes, and safe for one line of a log.
  package mutating func append(quoting text: Span<UInt8>) {
    // Two quotes, 32 characters and an ellipsis of three bytes.
    var quoted = InlineText<64>()
    quoted.append(quoting: text)
    append(quoted.bytes)
  }
}

extension LongText {
  /// A copy of untrusted bytes on one line: control characters and line ends become spaces, and malformed bytes
  /// U+FFFD.
  package init(onOneLine text: Span<UInt8>) {
    var reader = UTF8Reader()
    var start = 0
    while let scalar = reader.next(in: text) {
      switch scalar.value {
      case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: append(byte: 0x20)
      default:
        if reader.isMalformed {
          append("\u{FFFD}")
        } else {
          append(text.extracting(start..<reader.position))
        }
      }
      start = reader.position
    }
  }

  /// The text without spaces at its ends.
  package var trimmed: LongText {
    var range = 0..<count
    while let first = range.first, storage[first] == 0x20 { range = first + 1..<range.upperBound }
    while let last = range.last, storage[last] == 0x20 { range = range.lowerBound..<last }
    return self[range]
  }

  /// A part of the text; the positions are those of bytes, between characters.
  package subscript(range: Range<Int>) -> LongText { LongText(bytes.extracting(range)) }

  /// The part of the text from a position on.
  package subscript(range: PartialRangeFrom<Int>) -> LongText { self[range.lowerBound..<count] }

  /// The part of the text up to a position.
  package subscript(range: PartialRangeUpTo<Int>) -> LongText { self[0..<range.upperBound] }

  /// The first position, from `start` on, at which bytes are found; nil where they are not.
  package func position(of part: Span<UInt8>, from start: Int = 0) -> Int? {
    guard count >= part.count else { return nil }
    for position in start..<max(start, count - part.count + 1) {
      var index = 0
      while index < part.count, storage[position + index] == part[index] { index += 1 }
      if index == part.count { return position }
    }
    return nil
  }

  /// Whether the text begins with a literal.
  package func hasPrefix(_ word: StaticString) -> Bool { bytes.begins(with: word) }

  /// Whether the text ends with a literal.
  package func hasSuffix(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    return count >= length && bytes.extracting(last: length).isEqual(to: word)
  }
}

extension LongText: ExpressibleByStringInterpolation {
  /// A text from literals and values between them.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = LongText()

    /// An empty text; the counts are hints.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a literal.
    package mutating func appendLiteral(_ literal: StaticString) { text.append(literal) }

    /// Appends another text.
    package mutating func appendInterpolation(_ other: LongText) { text.append(contentsOf: other) }

    /// Appends a literal that is a value.
    package mutating func appendInterpolation(_ word: StaticString) { text.append(word) }

    /// Appends a whole number in decimal.
    package mutating func appendInterpolation(_ number: Int) { text.append(Int64(number)) }

    /// Appends a whole number in decimal.
    package mutating func appendInterpolation(_ number: Int64) { text.append(number) }
  }

  /// A literal.
  package init(stringLiteral literal: StaticString) { append(literal) }

  /// A literal with values in it.
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
}
