// SPDX-License-Identifier: Apache-2.0

/// A word that the compiler shaped, within a text: a byte that UTF-8 never has, and the number of its piece.
package enum ShapedWord {
  /// How many bytes of a text it takes.
  package static var size: Int { 4 }

  /// Its first byte.
  package static var mark: UInt8 { 0xF8 }

  /// The number of the piece at a position of a text; nil for a character.
  package static func piece(in text: Span<UInt8>, at position: Int) -> Int? {
    guard text[position] == mark, position + size <= text.count else { return nil }
    return Int(text[position + 1]) << 16 | Int(text[position + 2]) << 8 | Int(text[position + 3])
  }
}
