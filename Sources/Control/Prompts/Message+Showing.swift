// SPDX-License-Identifier: Apache-2.0

internal import Animations
internal import Linux

extension Message {
  /// Takes a text from who knows where: what cannot be shown becomes blanks and question marks.
  init(showing text: Span<UInt8>) {
    var shown = InlineText<256>()
    var position = 0
    while position < text.count, !shown.isTruncated {
      var length = UTF8Check.characterLength(in: text, at: position)
      if length > 0 {
        shown.append(text.extracting(position..<position + length))
      } else {
        length = UTF8Check.controlLength(in: text, at: position)
        shown.append(byte: length > 0 ? 0x20 : UInt8(ascii: "?"))
      }
      position += max(length, 1)
    }
    self.init(truncating: shown.bytes)
  }

  /// A text that is part of the program.
  init(_ text: StaticString) {
    self.init(truncating: text.bytes)
  }

  /// Whether a byte is in the text.
  func contains(_ byte: UInt8) -> Bool {
    for index in 0..<count where utf8[index] == byte { return true }
    return false
  }
}
