// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
internal import Text

// A text's bytes to items with their glyphs, levels and widths, in the order of the text.
extension TextLayout {
  /// Reads a text in a font of the pack, or in the built-in font.
  func read(_ text: Span<UInt8>, font number: Int?, capHeight: Fixed) {
    self.capHeight = capHeight
    (count, font, hasRightToLeft) = (0, nil, false)
    if let pack, let number {
      let font = PackFont(pack, number)
      self.font = font
      read(text, font, of: pack)
      setLevels()
      shape(font, pack)
    } else {
      readBuiltIn(text)
      setLevels()
    }
  }

  private func readBuiltIn(_ text: Span<UInt8>) {
    var reader = UTF8Reader()
    while count < items.capacity, let scalar = reader.next(in: text) {
      var item = Item(scalar.value)
      if item.isSpace { item.first = 0x20 }
      item.width = advance(ofCharacter: item.first)
      item.mirrored = BidiParagraph.mirrored(scalar.value) ?? 0
      append(item)
    }
  }

  private func read(_ text: Span<UInt8>, _ font: PackFont, of pack: Pack) {
    let unit = font.unit(capHeight: capHeight)
    var reader = UTF8Reader()
    var letters = JoinedLetters()
    // The character before, 0 without one.
    var previous: UInt32 = 0
    // The second part of a character.
    var rest: UInt32?
    while count < items.capacity {
      var item = Item()
      if rest == nil, reader.position < text.count,
        let word = pack.word(in: text, at: reader.position)
      {
        (item.first, item.count) = (word.content.lowerBound, word.content.count)
        item.unit = PackFont(pack, Int(word.font)).unit(capHeight: capHeight)
        item.width = item.unit.raw * Int64(word.width)
        item.kind = word.level & 1 == 0 ? .left : .right
        (letters, previous) = (JoinedLetters(), 0)
        reader = UTF8Reader(at: reader.position + ShapedWord.size)
      } else {
        guard var scalar = rest ?? reader.next(in: text)?.value else { return }
        rest = nil
        if scalar == 0xE33, pack.hasShaping, font.glyph(of: 0xE4D) != nil {
          // The Thai vowel am, of which one half is a mark.
          (scalar, rest) = (0xE4D, 0xE32)
        }
        item = Item(scalar)
        let found = font.glyph(of: item.isSpace ? 0x20 : scalar)
        if BidiParagraph.isMark(scalar), found == nil {
          // Missing marks and joiners: only their base is shown.
          letters.addInvisible(scalar, of: pack, to: &items)
          continue
        }
        item.first = found ?? font.missing
        item.unit = unit
        if let other = BidiParagraph.mirrored(scalar) {
          item.mirrored = UInt32(font.glyph(of: other) ?? 0)
        }
        item.breaksBefore = LineBreak.isPossible(between: previous, and: scalar)
        if pack.hasShaping, !item.isSpace {
          if item.kind != .mark { letters.add(&item, at: count, of: pack, &items) }
        } else {
          letters = JoinedLetters()
        }
        item.width = unit.raw * Int64(pack.advance(ofGlyph: item.first))
        previous = scalar
      }
      item.width = TextLayout.limited(item.width)
      append(item)
      sortMark(of: pack)
    }
  }

  private func append(_ item: Item) {
    items.append(item, counting: &count)
    switch item.kind {
    case .right, .arabicLetter, .arabicNumber: hasRightToLeft = true
    case .left, .number, .separator, .terminator, .commonSeparator, .mark, .neutral: break
    }
  }

  /// The width of a character of the built-in font.
  func advance(ofCharacter scalar: Int) -> Int64 {
    Int64(Unicode.Scalar(UInt32(scalar)).map { Glyph($0).advance } ?? 0)
  }

  /// A width with which no sum of widths overflows.
  static func limited(_ width: Int64) -> Int64 { min(max(width, -32768 << 32), 32768 << 32) }

  /// Finds the levels of all items, and mirrors brackets.
  private func setLevels() {
    base = 0
    // All levels are 0.
    if !hasRightToLeft { return }
    paragraph.removeAll()
    for index in 0..<count { paragraph.append(items[index].kind, bracket: items[index].bracket) }
    paragraph.resolve()
    base = paragraph.base
    for index in 0..<count { items[index].level = paragraph.level(of: index) }
    // Rule L4.
    for index in 0..<count where items[index].mirrored > 0 && items[index].level & 1 == 1 {
      let glyph = Int(items[index].mirrored)
      items[index].first = glyph
      items[index].width =
        if font != nil, let pack {
          items[index].unit.raw * Int64(pack.advance(ofGlyph: glyph))
        } else {
          advance(ofCharacter: glyph)
        }
    }
  }
}

extension TextLayout.Item {
  /// A character, without its glyph and its width.
  fileprivate init(_ scalar: UInt32) {
    self.init()
    first = Int(scalar)
    isSpace = scalar <= 0x20
    isLineFeed = scalar == 0x0A
    (kind, bracket) = (BidiClass(scalar), BidiParagraph.bracket(scalar))
  }
}

extension Pack {
  /// The shaped word at a position of a text; nil for a character.
  fileprivate func word(in text: Span<UInt8>, at position: Int) -> PieceRecord? {
    guard let piece = ShapedWord.piece(in: text, at: position), piece < count(.pieces) else {
      return nil
    }
    let word = self[PieceRecord.self, piece]
    return word.kind == .word ? word : nil
  }
}
