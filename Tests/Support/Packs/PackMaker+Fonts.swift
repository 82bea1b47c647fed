// SPDX-License-Identifier: Apache-2.0

package import Theme

extension PackMaker {
  /// A font of boxes as high as its 10 units of capitals, each 10 units from the next.
  ///
  /// `A` is 8 wide, `B` a composite of it 2 further right and kerned to 2 units nearer behind `A`, `1` 2 wide, `2` 4,
  /// U+05D0 6, the ellipsis 1.
  package mutating func boxFont() {
    let widths: [UInt8?] = [9, nil, 8, nil, 1, 6, 2, 4]
    for (glyph, width) in widths.enumerated() {
      var record = GlyphRecord()
      var stream: [UInt8] = []
      if let width { stream = [2, 1, 3, width, 9, 10, 37, width] }
      if glyph == 3 { stream = [1, 1, 2, 0, 2, 0, 0, 0] }
      record.outline = add(bytes: stream, to: .outlines)
      record.advance = 10
      if glyph != 1 {
        let left = glyph == 3 ? 2 : 0
        record.box = OutlineBox(left: left, bottom: 0, right: left + Int(width ?? 8), top: 10)
      }
      add(record)
    }
    let ranges: [(scalar: UInt32, glyph: Int, count: Int)] = [
      (0x20, 1, 1), (0x28, 6, 2), (0x31, 6, 2), (0x41, 2, 2), (0x5D0, 5, 1), (0x2026, 4, 1),
    ]
    for range in ranges {
      var record = CharacterRecord()
      record.first = range.scalar
      record.glyphs = range.glyph..<range.glyph + range.count
      add(record)
    }
    var font = FontRecord()
    font.capHeight = 10
    font.glyphs = 0..<widths.count
    (font.ellipsis, font.bullet, font.space) = (4, 2, 1)
    font.characters = 0..<ranges.count
    (font.kerning, font.rows, font.columns) = (0, 2, 2)
    add(font)
    add(
      bytes: [0, 0, 1, 0, 0, 0, 0, 0] + [0, 0, 0, 1, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 254, 255],
      to: .kerning)
  }

  /// A theme of the box font in which `A` is joined, to the glyphs of `B` before and of `2` behind another one, both are a
  /// ligature with the glyph of U+05D0, and `1` is a mark 3 units to the right and 5 above each of them.
  package static func shapingSample(
    _ change: (inout JoinRecord, inout LigatureRecord, inout MarkRecord, inout AnchorRecord)
      -> Void = { _, _, _, _ in }
  ) -> PackMaker {
    var pack = fontSample()
    pack.minorVersion = PackHeader.shapingMinor
    var join = JoinRecord()
    (join.glyph, join.initial, join.medial, join.final) = (2, 3, 3, 7)
    var ligature = LigatureRecord()
    (ligature.first, ligature.second, ligature.glyph) = (3, 7, 5)
    var mark = MarkRecord()
    (mark.glyph, mark.group, mark.order, mark.x, mark.y) = (6, 1, 230, -1, 2)
    var anchor = AnchorRecord()
    (anchor.glyph, anchor.group, anchor.x, anchor.y) = (2, 1, 2, 7)
    change(&join, &ligature, &mark, &anchor)
    pack.add(join)
    pack.add(ligature)
    pack.add(mark)
    pack.add(anchor)
    return pack
  }

  /// A word of the box font: `1` and `2` in exchanged positions, which only shaping can cause.
  package mutating func word(level: UInt8) -> PieceRecord {
    var piece = PieceRecord()
    piece.level = level
    piece.content = count(.placedGlyphs)..<count(.placedGlyphs) + 2
    piece.width = 10
    for (glyph, x) in [(7, 0), (6, 6)] as [(UInt16, Int32)] {
      var placed = PlacedGlyphRecord()
      (placed.glyph, placed.x) = (glyph, x)
      add(placed)
    }
    return piece
  }

  /// A theme that shows its message in the box font, 10 pt high, in lines of 100 pt from the left.
  package static func fontSample(
    lines: UInt8 = 2, slot: UInt16 = 1, _ change: (inout StageRecord) -> Void = { _ in }
  ) -> PackMaker {
    var pack = PackMaker()
    pack.stage(change)
    pack.background(0x0000_00FF)
    pack.boxFont()
    var space = PieceRecord()
    space.kind = .space
    let words = [pack.word(level: 1), space, pack.word(level: 1), space, pack.word(level: 2)]
    pack.texts([[pack.placeholder(.message, slot)], words, [pack.plain("AB A")]])
    for (sent, text) in [("known", 2), ("words", 1)] {
      var known = KnownTextRecord()
      (known.sent, known.text) = (pack.string(sent), text)
      pack.add(known)
    }
    var text = text(0, 0, 0, color: 0xFFFF_FFFF)
    (text.placement.width, text.properties.size) = (Length(100), Length(10))
    (text.properties.font, text.properties.lines, text.properties.alignment) = (0, lines, .start)
    pack.node(.text, text)
    return pack
  }
}
