// SPDX-License-Identifier: Apache-2.0

extension StaticString {
  /// The literal's bytes, which are valid as long as the program runs.
  package var bytes: Span<UInt8> {
    @_lifetime(immortal)
    get {
      // A literal's bytes are constant data of the program: never freed, never written.
      let buffer = unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
      return unsafe _overrideLifetime(buffer.span, copying: ())
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes are exactly those of a word.
  package func isEqual(to word: StaticString) -> Bool {
    let letters = word.bytes
    guard count == letters.count else { return false }
    for index in 0..<count where self[index] != letters[index] { return false }
    return true
  }

  /// Whether the bytes begin with those of a word.
  package func begins(with word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    return count >= length && extracting(first: length).isEqual(to: word)
  }

  /// The first position from `start` on that holds a byte; the count where there is none.
  package func firstPosition(of byte: UInt8, from start: Int = 0) -> Int {
    for index in start..<count where self[index] == byte { return index }
    return count
  }

  /// The range without the spaces and tabs at both ends.
  package func trimmed(in range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, self[first].isBlank { range = first + 1..<range.upperBound }
    while let last = range.last, self[last].isBlank { range = range.lowerBound..<last }
    return range
  }

  /// The first position in a range that holds a space or a tab; the range's end if there is none.
  package func firstBlank(in range: Range<Int>) -> Int {
    for index in range where self[index].isBlank { return index }
    return range.upperBound
  }

  /// The most bytes, at most `limit`, that can be copied without cutting a UTF-8 character in two.
  package func longestCharacterPrefix(of limit: Int) -> Int {
    guard count > limit else { return count }
    var end = Swift.max(limit, 0)
    while end > 0, self[end].continuesCharacter { end -= 1 }
    return end
  }
}

extension UInt8 {
  /// A space or a tab.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// An ASCII digit.
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
