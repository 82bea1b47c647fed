// SPDX-License-Identifier: Apache-2.0

/// Finds characters that must not reach a text on the stage.
package enum UTF8Check {
  /// The position of the first byte that must not be shown; nil without one.
  ///
  /// Such are control characters other than a tab, characters that change the direction of writing or are
  /// invisible, and bytes that are not well-formed UTF-8. Well-formed is as in table 3-7 of The Unicode
  /// Standard: no overlong form, no surrogate, nothing above U+10FFFF.
  package static func firstFault(in text: Span<UInt8>) -> Int? {
    var position = 0
    while position < text.count {
      let length = characterLength(in: text, at: position)
      if length == 0 { return position }
      position += length
    }
    return nil
  }

  /// The length of the control character at a position; 0 when it is not UTF-8 or no control
  /// character.
  package static func controlLength(in text: Span<UInt8>, at position: Int) -> Int {
    guard let (scalar, length) = scalar(in: text, at: position) else { return 0 }
    // Some callers refuse a tab.
    return scalar.isASCII || isControl(scalar, at: position, in: text) ? length : 0
  }

  /// The length of the character at a position; 0 if it must not be shown.
  package static func characterLength(in text: Span<UInt8>, at position: Int) -> Int {
    guard let (scalar, length) = scalar(in: text, at: position) else { return 0 }
    return isControl(scalar, at: position, in: text) ? 0 : length
  }

  /// The scalar at a position and its length; nil when it is not UTF-8.
  package static func scalar(
    in text: Span<UInt8>, at position: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    var reader = UTF8Reader(at: position)
    guard let scalar = reader.next(in: text), !reader.isMalformed else { return nil }
    return (scalar, reader.position - position)
  }

  /// Whether a scalar controls a terminal, or is invisible and changes how the text beside it reads.
  ///
  /// Corresponds to the general categories Cc and Cf where these affect how a line is ordered, joined or
  /// compared (UTS #39, section 3.1.1; tags belong to no script).
  private static func isControl(
    _ scalar: Unicode.Scalar, at position: Int, in text: Span<UInt8>
  ) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F,
      0xFEFF, 0xE0000...0xE007F:
      true
    case 0x200C, 0x200D: !joins(before: position, in: text)
    default: false
    }
  }

  /// Whether the scalar before a position belongs to an emoji or to a script with joined letters.
  ///
  /// Only there a joiner or a non-joiner (U+200C, U+200D) has an effect.
  private static func joins(before position: Int, in text: Span<UInt8>) -> Bool {
    var start = position - 1
    while start > 0, text[start].continuesCharacter { start -= 1 }
    guard start >= 0, let (scalar, _) = scalar(in: text, at: start) else { return false }
    switch scalar.value {
    case 0x0600..<0x1100, 0x1700..<0x1C80, 0x2600..<0x27C0, 0xA800..<0xAC00, 0xFB50..<0xFE10,
      0xFE70..<0xFEFF, 0x1_0A00..<0x1_2000, 0x1_E800..<0x2_0000:
      return true
    default: return false
    }
  }
}
