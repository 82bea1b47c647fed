// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList
internal import Text

/// Breaks a text into lines, orders them after UAX 9, and draws them: in a font of a pack or in the built-in font.
///
/// Lines break at line feeds and between words; a word that is wider than its line breaks between characters, or becomes
/// an ellipsis if the compiler shaped it. The last line ends with an ellipsis if there is more. A class with all the memory that it needs: a frame allocates
/// none. A text has at most 512 characters or shaped words; the rest is left out.
package final class TextLayout {
  /// A character, or a word that the compiler shaped.
  struct Item: BitwiseCopyable {
    /// A glyph of the pack, a scalar of the built-in font, or the first placed glyph of a word.
    var first = 0
    /// The placed glyphs of a word; -1 for a character.
    var count = -1
    /// As `length(_:)` takes it.
    var width: Int64 = 0
    /// The length of a unit of the word's or the character's font.
    var unit: Fixed = 0
    /// A shaped word is as strong as its level says.
    var kind = BidiClass.neutral
    var bracket: Int8 = 0
    var level: UInt8 = 0
    var isSpace = false
    var isLineFeed = false
    /// The glyph of a bracket in right-to-left text; 0 for other characters.
    var mirrored: UInt32 = 0
  }

  private static var capacity: Int { 512 }

  /// The pack of the fonts; nil where there is only the built-in font.
  let pack: Pack?
  private(set) var items: RigidArray<Item>
  private(set) var count = 0
  private var paragraph = BidiParagraph()
  /// The level of the paragraph.
  private var base: UInt8 = 0
  /// The font of the text, nil for the built-in font, and its size.
  private var font: PackFont?
  private(set) var capHeight: Fixed = 0
  /// Whether a character goes from right to left, so that levels have to be found.
  private var hasRightToLeft = false

  /// A layout of texts in the fonts of a pack and in the built-in font.
  package init(_ pack: Pack?) {
    self.pack = pack
    items = RigidArray(capacity: TextLayout.capacity)
  }

  /// Whether there was memory for it.
  package var hasMemory: Bool { items.capacity > 0 }

  /// Draws a text in a box: UTF-8, in a font of the pack with words as in `ShapedWord`.
  ///
  /// Cap height and baselines are whole pixels.
  package func draw(
    _ text: Span<UInt8>, in box: Rectangle, _ style: TextStyle, scale: Fixed,
    transform: Transform, into scene: inout Scene
  ) {
    let capPixels = max(1, (style.capHeight * scale).rounded)
    read(text, font: style.font, capHeight: Fixed(capPixels) / scale)
    setLevels()
    let limit = limit(of: box.width)
    var start = 0
    for line in 0..<style.lines {
      start = self.start(ofLineAt: start)
      if start >= count { return }
      let (end, next) = end(ofLine: start, limit, isLast: line == style.lines - 1)
      let room = box.width - length(start..<end)
      let isAtRight = (style.alignment == .end) == (base == 0)
      let x = style.alignment == .center ? box.x + room / 2 : isAtRight ? box.x + room : box.x
      let baseline = box.y + style.capHeight + Fixed(line) * style.lineHeight * style.capHeight
      reorder(start..<end)
      draw(
        start..<end, at: Point(x, Fixed((baseline * scale).rounded) / scale), style,
        transform: transform, into: &scene)
      start = next
    }
  }

  /// The number of lines of a text, up to `lines`, and the width of the widest.
  package func measure(
    _ text: Span<UInt8>, font: Int?, capHeight: Fixed, width: Fixed, lines most: Int
  ) -> (lines: Int, width: Fixed) {
    read(text, font: font, capHeight: capHeight)
    let limit = limit(of: width)
    var (start, lines): (Int, Int) = (0, 0)
    var widest: Fixed = 0
    while lines < most {
      start = self.start(ofLineAt: start)
      if start >= count { break }
      lines += 1
      let (end, next) = end(ofLine: start, limit, isLast: lines == most)
      widest = max(widest, length(start..<end))
      start = next
    }
    return (lines, widest)
  }

  /// Draws a line from the left edge of a box; of a text that is too long its end after an ellipsis.
  ///
  /// Keeps nothing of the text, as a person types it. Returns its width.
  package func drawEnd(
    of text: Span<UInt8>, in box: Rectangle, _ style: TextStyle, scale: Fixed,
    transform: Transform, into scene: inout Scene
  ) -> Fixed {
    read(text, font: style.font, capHeight: style.capHeight)
    let typed = count
    let limit = limit(of: box.width)
    var (first, width) = (0, self.width(0..<count))
    if width > limit {
      let ellipsis = ellipsis
      width += ellipsis.width
      while first < count, width > limit {
        width -= items[first].width
        first += 1
      }
      // Without room for an ellipsis there is nothing.
      if width <= limit, first > 0 {
        first -= 1
        items[first] = ellipsis
      }
    }
    let line = first..<count
    setLevels()
    reorder(line)
    draw(
      line, at: Point(box.x, Fixed(((box.y + box.height) * scale).rounded) / scale), style,
      transform: transform, into: &scene)
    let drawn = length(line)
    for index in 0..<typed { items[index] = Item() }
    paragraph.wipe()
    return drawn
  }

  /// The width of a text on one line.
  package func width(of text: Span<UInt8>, font: Int?, capHeight: Fixed) -> Fixed {
    read(text, font: font, capHeight: capHeight)
    return length(0..<count)
  }

  /// Draws a line centred on a point at half its cap height; not on whole pixels, as it may move and turn.
  package func drawLine(
    _ text: Span<UInt8>, center: Point, _ style: TextStyle, transform: Transform,
    into scene: inout Scene
  ) {
    read(text, font: style.font, capHeight: style.capHeight)
    setLevels()
    let width = length(0..<count)
    reorder(0..<count)
    draw(
      0..<count, at: Point(center.x - width / 2, center.y + style.capHeight / 2), style,
      transform: transform, into: &scene)
  }

  // MARK: Characters

  private func read(_ text: Span<UInt8>, font number: Int?, capHeight: Fixed) {
    self.capHeight = capHeight
    (count, font, hasRightToLeft) = (0, nil, false)
    if let pack, let number {
      let font = PackFont(pack, number)
      self.font = font
      read(text, font, of: pack)
    } else {
      readBuiltIn(text)
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
    // The previous glyph; the next one may be kerned with it.
    var previous = -1
    var reader = UTF8Reader()
    while count < items.capacity {
      var item = Item()
      if reader.position < text.count, let word = pack.word(in: text, at: reader.position) {
        (item.first, item.count) = (word.content.lowerBound, word.content.count)
        item.unit = PackFont(pack, Int(word.font)).unit(capHeight: capHeight)
        item.width = item.unit.raw * Int64(word.width)
        item.kind = word.level & 1 == 0 ? .left : .right
        previous = -1
        reader = UTF8Reader(at: reader.position + ShapedWord.size)
      } else {
        guard let scalar = reader.next(in: text)?.value else { return }
        item = Item(scalar)
        let found = font.glyph(of: item.isSpace ? 0x20 : scalar)
        // Missing marks and joiners: only their base is shown.
        if found == nil && BidiParagraph.isMark(scalar) { continue }
        item.first = found ?? font.missing
        item.unit = unit
        item.width = unit.raw * Int64(pack.advance(ofGlyph: item.first))
        if let other = BidiParagraph.mirrored(scalar) {
          item.mirrored = UInt32(font.glyph(of: other) ?? 0)
        }
        if previous >= 0 && !item.isSpace {
          items[count - 1].width += unit.raw * Int64(font.kerning(previous, item.first))
        }
        previous = item.isSpace ? -1 : item.first
      }
      item.width = min(max(item.width, -32768 << 32), 32768 << 32)
      append(item)
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
  private func advance(ofCharacter scalar: Int) -> Int64 {
    Int64(Unicode.Scalar(UInt32(scalar)).map { Glyph($0).advance } ?? 0)
  }

  // MARK: Order

  /// Finds the levels of all items.
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

  /// Sorts the items of a line from left to right (rule L2).
  private func reorder(_ line: Range<Int>) {
    if !hasRightToLeft { return }
    // A loop over a list of both levels would allocate it.
    var level: UInt8 = 2
    while level > 0 {
      defer { level -= 1 }
      var index = line.lowerBound
      while index < line.upperBound {
        var end = index
        while end < line.upperBound && items[end].level >= level { end += 1 }
        var (a, b) = (index, end - 1)
        while a < b {
          let item = items[a]
          items[a] = items[b]
          items[b] = item
          a += 1
          b -= 1
        }
        index = max(end, index + 1)
      }
    }
  }

  // MARK: Lines

  private func width(_ range: Range<Int>) -> Int64 {
    var width: Int64 = 0
    for index in range { width += items[index].width }
    return width
  }

  /// A width in points: its raw value in a font of the pack, hundredths of the cap height in the built-in font.
  private func length(_ width: Int64) -> Fixed {
    font != nil ? Fixed(raw: width) : StrokeFont.length(width, capHeight: capHeight)
  }

  private func length(_ range: Range<Int>) -> Fixed { length(width(range)) }

  /// The largest width that is not longer than a line.
  private func limit(of room: Fixed) -> Int64 {
    if font != nil { return room.raw }
    if capHeight <= 0 { return .max }
    var limit = room.raw * 100 / capHeight.raw
    while length(limit) > room { limit -= 1 }
    while length(limit + 1) <= room { limit += 1 }
    return limit
  }

  private var ellipsis: Item {
    var ellipsis = Item()
    ellipsis.level = base
    if let font, let pack {
      ellipsis.first = font.ellipsis
      ellipsis.unit = font.unit(capHeight: capHeight)
      ellipsis.width = ellipsis.unit.raw * Int64(pack.advance(ofGlyph: ellipsis.first))
    } else {
      ellipsis.first = 0x2026
      ellipsis.width = advance(ofCharacter: ellipsis.first)
    }
    return ellipsis
  }

  /// The first item of a line, behind the spaces before it.
  private func start(ofLineAt position: Int) -> Int {
    var start = position
    while start < count && items[start].isSpace { start += 1 }
    return start
  }

  /// The end of a line, without trailing spaces, and the start of the next.
  private func end(ofLine start: Int, _ limit: Int64, isLast: Bool) -> (end: Int, next: Int) {
    var (end, width, space): (Int, Int64, Int) = (start, 0, -1)
    while end < count {
      if items[end].isLineFeed, !isLast { return (self.end(trimming: start..<end), end + 1) }
      if items[end].isSpace { space = end }
      width += items[end].width
      if width > limit && !items[end].isSpace { break }
      end += 1
    }
    var next = end
    if end < count {
      if !isLast && space > start {
        (end, next) = (space, space)
      } else if isLast || end == start && items[end].count >= 0 {
        let ellipsis = ellipsis
        width = self.width(start..<end) + ellipsis.width
        while end > start && (width > limit || items[end - 1].isSpace) {
          end -= 1
          width -= items[end].width
        }
        // Not even the ellipsis fits.
        if width > limit { return (start, count) }
        items[end] = ellipsis
        return (end + 1, count)
      } else if end == start {
        // Not even one item fits.
        (end, next) = (start + 1, start + 1)
      }
    }
    return (self.end(trimming: start..<end), next)
  }

  /// The end of a line without its trailing spaces.
  private func end(trimming line: Range<Int>) -> Int {
    var end = line.upperBound
    while end > line.lowerBound && items[end - 1].isSpace { end -= 1 }
    return end
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
