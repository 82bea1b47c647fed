// SPDX-License-Identifier: Apache-2.0

/// Finds what must not reach a text on the stage.
enum UTF8Check {
  /// The position of the first byte that is a control character (other than a tab), one that changes
  /// the direction of writing among them, or not part of well-formed UTF-8.
  ///
  /// Well-formed as in table 3-7 of The Unicode Standard: no overlong form, no surrogate, nothing
  /// above U+10FFFF.
  static func firstFault(in text: Span<UInt8>) -> Int? {
    var position = 0
    while position < text.count {
      let length = characterLength(in: text, at: position)
      if length == 0 { return position }
      position += length
    }
    return nil
  }

  /// How many bytes the control character has that is the fault; 0 when it is not UTF-8.
  static func controlLength(in text: Span<UInt8>, at position: Int) -> Int {
    let lead = text[position]
    if lead < 0x80 { return 1 }
    guard position + 1 < text.count else { return 0 }
    let second = text[position + 1]
    if lead == 0xC2 { return 0x80...0x9F ~= second ? 2 : 0 }
    guard lead == 0xE2, position + 2 < text.count else { return 0 }
    return isDirection(second, text[position + 2]) ? 3 : 0
  }

  /// Whether U+2000 and so on is one that turns around how the text beside it is shown, so that it
  /// reads as something else: U+202A to U+202E, U+2066 to U+2069.
  private static func isDirection(_ second: UInt8, _ third: UInt8) -> Bool {
    second == 0x80 && 0xAA...0xAE ~= third || second == 0x81 && 0xA6...0xA9 ~= third
  }

  /// How many bytes the character at a position has; 0 if there is none that may be shown.
  static func characterLength(in text: Span<UInt8>, at position: Int) -> Int {
    let lead = text[position]
    switch lead {
    case 0x09, 0x20...0x7E: return 1
    case 0xC2...0xDF: return hasTail(text, at: position, length: 2, second: 0x80...0xBF) ? 2 : 0
    case 0xE0: return hasTail(text, at: position, length: 3, second: 0xA0...0xBF) ? 3 : 0
    case 0xED: return hasTail(text, at: position, length: 3, second: 0x80...0x9F) ? 3 : 0
    case 0xE1...0xEF: return hasTail(text, at: position, length: 3, second: 0x80...0xBF) ? 3 : 0
    case 0xF0: return hasTail(text, at: position, length: 4, second: 0x90...0xBF) ? 4 : 0
    case 0xF4: return hasTail(text, at: position, length: 4, second: 0x80...0x8F) ? 4 : 0
    case 0xF1...0xF3: return hasTail(text, at: position, length: 4, second: 0x80...0xBF) ? 4 : 0
    default: return 0
    }
  }

  private static func hasTail(
    _ text: Span<UInt8>, at position: Int, length: Int, second: ClosedRange<UInt8>
  ) -> Bool {
    guard position + length <= text.count, second ~= text[position + 1] else { return false }
    for offset in 2..<length where !(0x80...0xBF ~= text[position + offset]) {
      return false
    }
    // C1 control characters, U+0080 to U+009F, are controls in two bytes; some others have three.
    return controlLength(in: text, at: position) == 0
  }
}
