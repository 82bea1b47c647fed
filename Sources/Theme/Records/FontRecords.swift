// SPDX-License-Identifier: Apache-2.0

/// A `FONT`: a font of the pack.
package struct FontRecord: PackRecord {
  package var capHeight: UInt16 = 0
  package var ascent: Int16 = 0
  package var descent: Int16 = 0
  package var kind: UInt8 = 0
  package var glyphs = 0..<0
  /// Special glyphs, counted from the font's first.
  package var missing: UInt16 = 0
  package var ellipsis: UInt16 = 0
  package var bullet: UInt16 = 0
  package var replacement: UInt16 = 0
  package var space: UInt16 = 0
  /// The ranges of its characters.
  package var characters = 0..<0
  /// The offset of its table in `KERN`; nil without kerning.
  package var kerning: UInt32?
  package var rows: UInt8 = 0
  package var columns: UInt8 = 0

  package init() {}

  package static var section: PackSection { .fonts }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&capHeight, "cap height")
    coder.require(capHeight > 0)
    coder.field(&ascent, "ascent")
    coder.field(&descent, "descent")
    coder.field(&kind, "kind (0 filled)")
    coder.require(kind <= 1)
    coder.zeros(1)
    coder.range(&glyphs, in: .glyphs, UInt32.self, "first glyph", UInt16.self, "glyphs")
    coder.field(&missing, "missing character")
    coder.field(&ellipsis, "ellipsis")
    coder.field(&bullet, "bullet")
    coder.field(&replacement, "replacement")
    coder.field(&space, "space")
    let largest = max(missing, ellipsis, max(bullet, replacement, space))
    coder.require(largest < glyphs.count)
    coder.range(
      &characters, in: .characters, UInt32.self, "first range", UInt32.self, "ranges")
    var offset = kerning ?? .max
    coder.field(&offset, "kerning (4294967295: none)")
    kerning = offset == .max ? nil : offset
    coder.field(&rows, "rows")
    coder.field(&columns, "columns")
  }

  /// Whether its kerning table exists, with each glyph in one of its rows and columns.
  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    guard let kerning else { return true }
    let size = 2 * glyphs.count + 2 * Int(rows) * Int(columns)
    guard UInt64(kerning) + UInt64(size) <= UInt64(pack.count(.kerning)) else { return false }
    let classes = pack.bytes(.kerning, Int(kerning), count: 2 * glyphs.count)
    for index in classes.indices
    where classes[index] >= (index < glyphs.count ? rows : columns) {
      return false
    }
    return true
  }
}

/// A `GLYF`: a glyph of a font.
package struct GlyphRecord: PackRecord {
  package var outline = 0..<0
  package var advance: Int16 = 0
  package var box = OutlineBox()

  package init() {}

  package static var section: PackSection { .glyphs }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.range(&outline, in: .outlines, UInt32.self, "outline", UInt16.self, "length")
    coder.field(&advance, "advance")
    box.code(&coder)
  }

  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    pack.isOutline(outline, box: box, isGlyph: true)
  }
}

/// A `CMAP`: glyphs of consecutive characters of a font.
package struct CharacterRecord: PackRecord {
  package var first: UInt32 = 0
  package var glyphs = 0..<0
  package var font: UInt16 = 0

  package init() {}

  package static var section: PackSection { .characters }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&first, "first character")
    coder.range(&glyphs, in: .glyphs, UInt32.self, "first glyph", UInt16.self, "characters")
    let end = UInt64(first) + UInt64(glyphs.count)
    coder.require(!glyphs.isEmpty && first <= 0x10FFFF && end <= 0x110000)
    coder.field(&font, "font")
    let fonts = coder.count(.fonts)
    coder.require(font < fonts)
  }

  /// Whether it is sorted after the previous range of its font.
  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    if index == 0 { return true }
    let before = pack[CharacterRecord.self, index - 1]
    return before.font != font || before.first + UInt32(before.glyphs.count) <= first
  }
}
