// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList

/// The joined letters before a character, of which the last one may still change its form.
///
/// The forms are those of The Unicode Standard, section 9.2: which letters join on which side is in the pack.
struct JoinedLetters {
  /// The last letter that is joined to the next one, if that is joined to it: its index, forms, and whether it is
  /// joined to the letter before it.
  private var open: (index: Int, join: JoinRecord, isFinal: Bool)?
  /// Whether a zero-width joiner is between it and the next letter.
  private var hasJoiner = false

  /// Adds a character of the font that is no mark, and sets its form and that of the letter before it.
  mutating func add(
    _ item: inout TextLayout.Item, at index: Int, of pack: Pack,
    _ items: inout RigidArray<TextLayout.Item>
  ) {
    guard let join = pack.join(of: item.first) else {
      self = JoinedLetters()
      return
    }
    var isFinal = false
    if let final = join.final, open != nil || hasJoiner {
      isFinal = true
      item.first = final
      joinOpenLetter(of: pack, in: &items)
    }
    open = join.initial == nil ? nil : (index, join, isFinal)
    hasJoiner = false
  }

  /// Adds a character that is not shown; U+200C and U+200D separate and join letters.
  mutating func addInvisible(
    _ scalar: UInt32, of pack: Pack, to items: inout RigidArray<TextLayout.Item>
  ) {
    if scalar == 0x200C { self = JoinedLetters() }
    if scalar == 0x200D {
      joinOpenLetter(of: pack, in: &items)
      hasJoiner = true
    }
  }

  private mutating func joinOpenLetter(
    of pack: Pack, in items: inout RigidArray<TextLayout.Item>
  ) {
    guard let (index, join, isFinal) = open, let glyph = isFinal ? join.medial : join.initial
    else { return }
    items[index].first = glyph
    items[index].width = TextLayout.limited(
      items[index].unit.raw * Int64(pack.advance(ofGlyph: glyph)))
  }
}

// What characters become beside others: ligatures, kerning, and marks on their letters.
extension TextLayout {
  /// Moves the last item, if it is a mark, before those marks of its letter that come after it in their order.
  func sortMark(of pack: Pack) {
    guard items[count - 1].count < 0,
      let order = pack.mark(of: items[count - 1].first)?.order, order > 0
    else { return }
    var index = count - 1
    while index > 0, items[index - 1].count < 0,
      let other = pack.mark(of: items[index - 1].first), other.order > order
    {
      let item = items[index]
      items[index] = items[index - 1]
      items[index - 1] = item
      index -= 1
    }
  }

  /// Replaces glyphs by ligatures, places marks and kerns letters, by the pack's tables.
  func shape(_ font: PackFont, _ pack: Pack) {
    let hasShaping = pack.hasShaping
    // The number of items that stay, the last letter of them, which its marks follow, and the letter before it in the
    // same run; -1 without one. A pair is kerned when the second letter has got its marks, and so its glyph.
    var (end, letter, previous) = (0, -1, -1)
    for index in 0..<count {
      var item = items[index]
      let isCharacter = item.count < 0 && !item.isSpace
      if !isCharacter || letter < 0 || items[letter].level != item.level {
        kern(previous, letter, font)
        (letter, previous) = (isCharacter ? end : -1, -1)
      } else if hasShaping, let mark = pack.mark(of: item.first) {
        if compose(mark, item, letter, end, pack) { continue }
        place(&item, mark, on: letter, marks: letter + 1..<end, pack)
      } else {
        if hasShaping, compose(letter, item, pack) { continue }
        kern(previous, letter, font)
        (letter, previous) = (end, letter)
      }
      items[end] = item
      end += 1
    }
    kern(previous, letter, font)
    // What a person typed must not stay.
    for index in end..<count { items[index] = Item() }
    count = end
  }

  /// Makes one glyph of a mark and the mark before it, or the letter, unless another mark is in the way.
  private func compose(_ mark: MarkRecord, _ item: Item, _ letter: Int, _ end: Int, _ pack: Pack)
    -> Bool
  {
    if end > letter + 1 {
      if let glyph = pack.ligature(items[end - 1].first, item.first) {
        items[end - 1].first = glyph
        return true
      }
      if pack.mark(of: items[end - 1].first)?.order == mark.order { return false }
    }
    return compose(letter, item, pack)
  }

  /// Makes one glyph of a letter and an item, if the font has one.
  private func compose(_ letter: Int, _ item: Item, _ pack: Pack) -> Bool {
    guard let glyph = pack.ligature(items[letter].first, item.first) else { return false }
    items[letter].first = glyph
    items[letter].width = TextLayout.limited(
      items[letter].unit.raw * Int64(pack.advance(ofGlyph: glyph)))
    return true
  }

  /// Kerns two letters with the marks of the first between them; the second is to its left in text from right to left.
  private func kern(_ first: Int, _ second: Int, _ font: PackFont) {
    if first < 0 { return }
    let kerning = font.kerning(items[first].first, items[second].first)
    if kerning == 0 { return }
    let isLeft = items[first].level & 1 == 0
    if !isLeft, !items[first].kind.isRightToLeft, !items[second].kind.isRightToLeft { return }
    items[first].width = TextLayout.limited(
      items[first].width + items[first].unit.raw * Int64(kerning))
    if isLeft { return }
    for index in first..<second { items[index].move(x: Int32(kerning), y: 0) }
  }

  /// Places a mark on the nearest mark before it that has an anchor for it, or on their letter.
  private func place(
    _ item: inout Item, _ mark: MarkRecord, on letter: Int, marks: Range<Int>, _ pack: Pack
  ) {
    (item.isMark, item.width) = (true, 0)
    var index = marks.upperBound - 1
    while index >= letter {
      if let anchor = pack.anchor(of: items[index].first, group: mark.group) {
        (item.x, item.y) = (items[index].x, items[index].y)
        item.move(x: Int32(anchor.x) - Int32(mark.x), y: Int32(anchor.y) - Int32(mark.y))
        return
      }
      index -= 1
    }
    // Without an anchor it is drawn behind the letter, over what follows.
    if item.level & 1 == 0 { item.x = Int32(pack.advance(ofGlyph: items[letter].first)) }
  }
}

extension TextLayout.Item {
  /// Moves the glyph, in units; no further than any pack's words have theirs.
  fileprivate mutating func move(x: Int32, y: Int32) {
    let limit = Int32(PackLimit.textWidth)
    (self.x, self.y) = (
      min(max(self.x + x, -limit), limit), min(max(self.y + y, -limit), limit)
    )
  }
}

extension BidiClass {
  fileprivate var isRightToLeft: Bool { self == .right || self == .arabicLetter }
}
