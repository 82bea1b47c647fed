// SPDX-License-Identifier: Apache-2.0

/// A `LOCL`: a language of the pack's texts.
package struct LocaleRecord: PackRecord {
  /// ASCII, with zeros after it.
  package var name = InlineArray<16, UInt8>(repeating: 0)
  package var firstText: UInt32 = 0
  /// The scalar of the digit 0.
  package var zeroDigit: UInt32 = 0

  package init() {}

  package static var section: PackSection { .locales }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.begin("16 u8", "name")
    var (isName, hasEnded) = (true, false)
    for index in 0..<16 {
      coder.integer(&name[index])
      let letter = name[index]
      if letter > 0x7E || letter != 0 && (letter <= 0x20 || hasEnded) { isName = false }
      hasEnded = letter == 0
    }
    coder.end()
    coder.require(isName)
    coder.field(&firstText, "first text")
    coder.field(&zeroDigit, "scalar of the digit 0")
    coder.require(Unicode.Scalar(zeroDigit) != nil)
  }

  /// Whether it has as many texts as every other language.
  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    let texts = pack.textCount
    return texts <= PackLimit.texts && pack.count(.texts) == texts * pack.count(.locales)
      && UInt64(firstText) + UInt64(texts) <= UInt64(pack.count(.texts))
  }
}

/// A `TEXT`: a text of a language.
package struct TextRecord: PackRecord {
  package var pieces = 0..<0
  package var isRightToLeft = false

  package init() {}

  package static var section: PackSection { .texts }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.range(&pieces, in: .pieces, UInt32.self, "first piece", UInt16.self, "pieces")
    coder.require(pieces.count <= PackLimit.pieces)
    coder.field(&isRightToLeft, "1: right to left")
  }
}

/// The kind of a piece of a text; the raw values are those of `PIEC`.
package enum PieceKind: UInt8, RecordChoice, Sendable {
  case word, space, placeholder, plain
}

/// The content of a placeholder; the raw values are those of `PIEC`.
package enum Placeholder: UInt8, Sendable {
  case message, percent, eta, keymap, firstNumber, secondNumber
}

/// A `PIEC`: a part of a text.
package struct PieceRecord: PackRecord {
  package var kind = PieceKind.word
  /// The embedding level of a right-to-left text.
  package var level: UInt8 = 0
  package var font: UInt8 = 0
  package var isShaped = false
  /// Placed glyphs of a word, bytes of a plain text.
  package var content = 0..<0
  /// What a placeholder stands for, and its channel or message slot.
  package var placeholder = Placeholder.message
  package var channel: UInt16 = 0
  /// In units of the font.
  package var width: Int32 = 0

  package init() {}

  package static var section: PackSection { .pieces }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&kind, "kind")
    coder.field(&level, "level")
    coder.field(&font, "font")
    coder.field(&isShaped, "1: a word")
    let isPlaceholder = kind == .placeholder
    var first = isPlaceholder ? UInt32(placeholder.rawValue) : UInt32(clamping: content.lowerBound)
    var count = isPlaceholder ? channel : UInt16(clamping: content.count)
    coder.field(&first, "first placed glyph, offset in STRS, or placeholder")
    coder.field(&count, "glyphs, bytes, or channel")
    coder.zeros(2)
    coder.field(&width, "width")
    switch kind {
    case .word:
      content = coder.range(first, count, of: .placedGlyphs)
      let fonts = coder.count(.fonts)
      coder.require(
        Int(count) <= PackLimit.wordGlyphs && font < fonts
          && width.magnitude <= PackLimit.textWidth)
    case .placeholder:
      let value = Placeholder(rawValue: UInt8(clamping: first))
      coder.require(value != nil && count <= 8)
      (placeholder, channel) = (value ?? .message, count)
    case .plain: content = coder.range(first, count, of: .strings)
    case .space: break
    }
  }
}

/// A `KNOW`: a text that programs are known to send, with its translation.
package struct KnownTextRecord: PackRecord {
  package var sent = StringRange()
  package var text: Int?

  package init() {}

  package static var section: PackSection { .knownTexts }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&sent, "text that programs send")
    coder.reference(&text, to: .texts, "text")
    coder.require(text != nil)
  }

  /// Whether it is sorted after the previous one.
  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    if index == 0 { return true }
    let before = pack.string(pack[KnownTextRecord.self, index - 1].sent)
    let text = pack.string(sent)
    // Messages are shorter. Without this limit, comparing texts with the same beginning could take
    // a boot's time.
    let shared = min(before.count, text.count, PackLimit.textBytes)
    for index in 0..<shared where before[index] != text[index] {
      return before[index] < text[index]
    }
    return shared == PackLimit.textBytes || before.count < text.count
  }
}

/// A `PLAC`: a glyph of a shaped word.
package struct PlacedGlyphRecord: PackRecord {
  package var glyph: UInt16 = 0
  package var y: Int16 = 0
  package var x: Int32 = 0

  package init() {}

  package static var section: PackSection { .placedGlyphs }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&glyph, "glyph")
    coder.field(&y, "y")
    coder.field(&x, "x")
    let glyphs = coder.count(.glyphs)
    coder.require(glyph < glyphs && x.magnitude <= PackLimit.textWidth)
  }
}
