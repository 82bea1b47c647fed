// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Finds characters that must not reach a text on the stage.
enum UTF8Check {
  /// The position of the first byte that is a control character (other than a tab), one that changes
  /// the direction of writing among them, or not part of well-formed UTF-8.
  ///
  /// Such are control characters other than a tab, characters that change the direction of writing,
  /// and bytes that are not well-formed UTF-8. Well-formed is as in table 3-7 of The Unicode Standard:
  /// no overlong form, no surrogate, nothing above U+10FFFF.
  static func firstFault(in text: Span<UInt8>) -> Int? {
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
  static func controlLength(in text: Span<UInt8>, at position: Int) -> Int {
    guard let (scalar, length) = scalar(in: text, at: position) else { return 0 }
    // A tab is a fault to some.
    return scalar.isASCII || isControl(scalar) ? length : 0
  }

  /// The length of the character at a position; 0 if it must not be shown.
  static func characterLength(in text: Span<UInt8>, at position: Int) -> Int {
    guard let (scalar, length) = scalar(in: text, at: position) else { return 0 }
    return isControl(scalar) ? 0 : length
  }

  /// The scalar at a position and its length; nil when it is not UTF-8.
  static func scalar(
    in text: Span<UInt8>, at position: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    var reader = UTF8Reader(at: position)
    guard let scalar = reader.next(in: text), !reader.isMalformed else { return nil }
    return (scalar, reader.position - position)
  }

  /// Whether it controls a terminal, or turns around how the text beside it is shown, so that it reads
  /// as something else.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
