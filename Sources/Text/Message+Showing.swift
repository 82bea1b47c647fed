// SPDX-License-Identifier: Apache-2.0

extension InlineText {
  /// Copies the text of a client or a keyboard: control characters become blanks, other invalid bytes
  /// become question marks.
  package init(showing text: Span<UInt8>) {
    self.init()
    var position = 0
    while position < text.count, !isTruncated {
      var length = UTF8Check.characterLength(in: text, at: position)
      if length > 0 {
        append(text.extracting(position..<position + length))
      } else {
        length = UTF8Check.controlLength(in: text, at: position)
        append(byte: length > 0 ? 0x20 : UInt8(ascii: "?"))
      }
      position += max(length, 1)
    }
  }
}

extension Message {
  /// Copies untrusted text in a form that can be drawn.
  package init(showing text: Span<UInt8>) {
    let shown = InlineText<256>(showing: text)
    self.init(truncating: shown.bytes)
  }

  /// A text that is part of the program.
  package init(_ text: StaticString) {
    self.init(truncating: text.bytes)
  }

  /// Joins two texts; what does not fit is cut off.
  package init(_ first: Message, _ separator: StaticString, _ second: Message) {
    var text = InlineText<256>()
    text.append(first.utf8)
    text.append(separator)
    text.append(second.utf8)
    self.init(truncating: text.bytes)
  }

  /// Whether a byte is in the text.
  package func contains(_ byte: UInt8) -> Bool {
    for index in 0..<count where utf8[index] == byte { return true }
    return false
  }
}
