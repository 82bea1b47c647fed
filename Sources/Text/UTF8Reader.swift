// SPDX-License-Identifier: Apache-2.0

/// Reads Unicode scalars from UTF-8 that may be malformed.
///
/// Malformed bytes read as U+FFFD, one for each longest part that could have begun a scalar, as The
/// Unicode Standard, section 3.9, recommends. It never traps, and the following text is read as
/// written.
/// Well-formed is as in its table 3-7: no overlong form, no surrogate, nothing above U+10FFFF.
package struct UTF8Reader {
  /// The index of the first byte that has not been read.
  package private(set) var position: Int

  /// Whether the bytes read last are malformed.
  package private(set) var isMalformed = false

  /// Starts to read at an index.
  package init(at position: Int = 0) {
    self.position = position
  }

  /// The next scalar, nil at the end of the text.
  package mutating func next(in text: Span<UInt8>) -> Unicode.Scalar? {
    guard position < text.count else { return nil }
    let lead = text[position]
    position += 1
    isMalformed = false
    if lead < 0x80 { return Unicode.Scalar(lead) }
    isMalformed = true
    guard var (value, missing, range) = Self.start(of: lead) else { return "\u{FFFD}" }
    while missing > 0 {
      guard position < text.count, range.contains(text[position]) else { return "\u{FFFD}" }
      value = value << 6 | UInt32(text[position] & 0x3F)
      position += 1
      missing -= 1
      range = 0x80...0xBF
    }
    isMalformed = false
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// The properties of a lead byte of a longer sequence: its bits, the number of missing bytes, and
  /// the range of the second byte.
  private static func start(
    of lead: UInt8
  ) -> (value: UInt32, missing: Int, range: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (UInt32(lead & 0x1F), 1, 0x80...0xBF)
    case 0xE0: (0, 2, 0xA0...0xBF)
    case 0xED: (0x0D, 2, 0x80...0x9F)
    case 0xE1...0xEF: (UInt32(lead & 0x0F), 2, 0x80...0xBF)
    case 0xF0: (0, 3, 0x90...0xBF)
    case 0xF1...0xF3: (UInt32(lead & 0x07), 3, 0x80...0xBF)
    case 0xF4: (4, 3, 0x80...0x8F)
    default: nil
    }
  }
}

extension UInt8 {
  /// Whether it is a UTF-8 continuation byte.
  package var continuesCharacter: Bool { self & 0xC0 == 0x80 }
}
