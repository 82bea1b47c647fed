// SPDX-License-Identifier: Apache-2.0

/// Untrusted text for a terminal: nothing in it may control the terminal or change the direction of the text
/// beside it.
///
/// Control characters, and those that change the direction of writing, are written as `\u001b`. Bytes that
/// are not UTF-8 are written as `\ufffd`. JSON has these escapes, too.
enum TerminalText {
  /// The length of the character at a position; 0 where it needs an escape.
  static func printableLength(of text: Span<UInt8>, at position: Int) -> Int {
    text[position] == 0x09 ? 0 : UTF8Check.characterLength(in: text, at: position)
  }

  /// The code point to escape at a position, and how many bytes it has.
  static func escaped(
    _ text: Span<UInt8>, at position: Int
  ) -> (codePoint: UInt32, length: Int) {
    guard UTF8Check.controlLength(in: text, at: position) > 0,
      let (scalar, length) = UTF8Check.scalar(in: text, at: position)
    else { return (0xFFFD, 1) }
    return (scalar.value, length)
  }
}

extension InlineText {
  /// Appends untrusted text, with escapes for characters that must not reach a terminal.
  package mutating func append(escaping text: Span<UInt8>) {
    var position = 0
    while position < text.count { position += append(escapingCharacterOf: text, at: position) }
  }

  /// Appends the character at a position, or its escape, and returns how many bytes it is.
  package mutating func append(escapingCharacterOf text: Span<UInt8>, at position: Int) -> Int {
    let length = TerminalText.printableLength(of: text, at: position)
    if length > 0 {
      append(text.extracting(position..<position + length))
      return length
    }
    let escaped = TerminalText.escaped(text, at: position)
    append(escape: escaped.codePoint)
    return escaped.length
  }

  /// Appends a code point, of at most 16 bits, as `\uXXXX`.
  package mutating func append(escape codePoint: UInt32) {
    append("\\u")
    for index: UInt32 in 0..<4 {
      let shift = 12 - 4 * index
      let digit = UInt8(truncatingIfNeeded: codePoint >> shift & 0xF)
      append(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
