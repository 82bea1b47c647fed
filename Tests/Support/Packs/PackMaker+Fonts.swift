// SPDX-License-Identifier: Apache-2.0

internal import Theme

extension PackMaker {
  /// A font of boxes as high as its 10 units of capitals, each 10 units from the next.
  ///
  /// `A` is 8 wide, `B` a composite of it 2 further right and kerned to 2 units nearer behind `A`, `1` 2 wide, `2` 4,
  /// U+05D0 6, the ellipsis 1.
  package mutating func boxFont() {
    let widths: [UInt8?] = [9, nil, 8, nil, 1, 6, 2, 4]
    for (glyph, width) in widths.enumerated() {
      var record = Record(.glyphs)
      var stream: [UInt8] = []
      if let width { stream = [2, 1, 3, width, 9, 10, 37, width] }
      if glyph == 3 { stream = [1, 1, 2, 0, 2, 0, 0, 0] }
      record.put(UInt32(add(bytes: stream, to: .outlines)), at: 0)
      record.put(UInt16(stream.count), at: 4)
      record.put(UInt16(10), at: 6)
      if glyph != 1 {
        let left: UInt16 = glyph == 3 ? 2 : 0
        record.put(left, at: 8)
        record.put(left + UInt16(width ?? 8), at: 12)
        record.put(UInt16(10), at: 14)
      }
      add(record, to: .glyphs)
    }
    let ranges: [(scalar: UInt32, glyph: UInt32, count: UInt16)] = [
      (0x20, 1, 1), (0x28, 6, 2), (0x31, 6, 2), (0x41, 2, 2), (0x5D0, 5, 1), (0x2026, 4, 1),
    ]
    for range in ranges {
      var record = Record(.characters)
      record.put(range.scalar, at: 0)
      record.put(range.glyph, at: 4)
      record.put(range.count, at: 8)
      add(record, to: .characters)
    }
    var font = Record(.fonts)
    font.put(UInt16(10), at: FontField.capHeight)
    font.put(UInt16(widths.count), at: FontField.glyphs)
    for (field, glyph) in [(FontField.ellipsis, 4), (FontField.bullet, 2), (20, 0)] {
      font.put(UInt16(glyph), at: field)
    }
    font.put(UInt16(1), at: FontField.space)
    font.put(UInt32(ranges.count), at: FontField.ranges)
    (font.bytes[FontField.rows], font.bytes[FontField.columns]) = (2, 2)
    add(font, to: .fonts)
    _ = add(
      bytes: [0, 0, 1, 0, 0, 0, 0, 0] + [0, 0, 0, 1, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 254, 255],
      to: .kerning)
  }

  /// A word of the box font: `1` and `2` in exchanged positions, which only shaping can cause.
  package mutating func word(level: UInt8) -> Record {
    let first = sections[Int(PackSection.placedGlyphs.rawValue), default: []].count / 8
    for (glyph, x) in [(7, 0), (6, 6)] {
      var placed = Record(.placedGlyphs)
      placed.put(UInt16(glyph), at: 0)
      placed.put(UInt32(x), at: 4)
      add(placed, to: .placedGlyphs)
    }
    var piece = Record(.pieces)
    piece.bytes[PieceField.level] = level
    piece.put(UInt32(first), at: PieceField.first)
    piece.put(UInt16(2), at: PieceField.count)
    piece.put(UInt32(10), at: PieceField.width)
    return piece
  }

  /// A theme that shows its message in the box font, 10 pt high, in lines of 100 pt from the left.
  package static func fontSample(
    lines: UInt8 = 2, slot: UInt16 = 1, _ change: (inout Record) -> Void = { _ in }
  ) -> PackMaker {
    var pack = PackMaker()
    pack.stage(change)
    pack.background(0x0000_00FF)
    pack.boxFont()
    let space = { () -> Record in
      var piece = Record(.pieces)
      piece.bytes[PieceField.kind] = PieceKind.space.rawValue
      return piece
    }()
    let words = [pack.word(level: 1), space, pack.word(level: 1), space, pack.word(level: 2)]
    pack.texts([[pack.placeholder(.message, slot)], words, [pack.plain("AB A")]])
    for (sent, text) in [("known", 2), ("words", 1)] {
      let (first, count) = pack.string(sent)
      var known = Record(.knownTexts)
      known.put(first, at: 0)
      known.put(count, at: 4)
      known.put(UInt16(text), at: 8)
      pack.add(known, to: .knownTexts)
    }
    var text = text(0, 0, 0, color: 0xFFFF_FFFF)
    text.put(length: 100, at: RecordField.width)
    text.put(length: 10, at: RecordField.Text.size)
    text.put(UInt16(0), at: RecordField.Text.font)
    text.bytes[RecordField.Text.lines] = lines
    text.bytes[RecordField.Text.align] = 1
    pack.node(.text, text)
    return pack
  }
}
