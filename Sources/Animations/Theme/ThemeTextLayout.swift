// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme
internal import Text

/// Lays a text out in a font of a pack, and draws it.
///
/// A class with all the memory that it needs: a frame allocates none. A text has at most 512 characters or
/// shaped words; the rest is left out.
final class ThemeTextLayout {
  /// A character, or a word that the compiler shaped.
  private struct Item {
    /// A glyph, or the first placed glyph of a word.
    var first = 0
    /// The placed glyphs of a word; -1 for a character.
    var count = -1
    /// In points.
    var width: Fixed = 0
    var unit: Fixed = 0
    /// A shaped word is as strong as its level says.
    var kind = BidiClass.neutral
    var bracket: Int8 = 0
    var level: UInt8 = 0
    var isSpace = false
    /// Whether it ends the line, with a further line below.
    var isLineFeed = false
    /// The glyph of a bracket in right-to-left text; 0 for other characters.
    var mirrored: UInt32 = 0
  }

  private static let capacity = 512

  private let pack: Pack
  /// One more than `capacity`, for an ellipsis.
  private var items = InlineArray<513, Item>(repeating: Item())
  private var count = 0
  private var paragraph = BidiParagraph()
  /// The level of the paragraph.
  private var base: UInt8 = 0

  init(_ pack: Pack) { self.pack = pack }

  /// Draws a text in a box: UTF-8, with words of the pack as in `ThemeText`.
  ///
  /// Cap height and baselines are whole pixels.
  func draw(
    _ text: Span<UInt8>, font number: Int, in box: Rectangle, _ style: ThemeTextStyle, scale: Fixed,
    transform: Transform, into scene: inout Scene
  ) {
    let font = PackFont(pack, number)
    let capPixels = max(1, (style.capHeight * scale).rounded)
    let cap = Fixed(capPixels) / scale
    read(text, font, capHeight: cap)
    setLevels()
    var start = 0
    for line in 0..<style.lines {
      while start < count && items[start].isSpace { start += 1 }
      if start >= count { return }
      let (end, next) = end(
        ofLine: start, font, capHeight: cap, width: box.width, isLast: line == style.lines - 1)
      let width = width(start..<end)
      let isAtRight = (style.alignment == .end) == (base == 0)
      let room = box.width - width
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
  @inline(never)
  func measure(
    _ text: Span<UInt8>, font number: Int, capHeight: Fixed, width room: Fixed, lines most: Int
  ) -> (lines: Int, width: Fixed) {
    let font = PackFont(pack, number)
    read(text, font, capHeight: capHeight)
    var (start, lines): (Int, Int) = (0, 0)
    var widest: Fixed = 0
    while lines < most {
      while start < count && items[start].isSpace { start += 1 }
      if start >= count { break }
      lines += 1
      let (end, next) = end(
        ofLine: start, font, capHeight: capHeight, width: room, isLast: lines == most)
      widest = max(widest, width(start..<end))
      start = next
    }
    return (lines, widest)
  }

  /// Draws a line from the left edge of a box; of a text that is too long its end after an ellipsis.
  ///
  /// Keeps nothing of the text, as a person types it. Returns its width.
  @inline(never)
  func drawEnd(
    of text: Span<UInt8>, font number: Int, in box: Rectangle, _ style: ThemeTextStyle,
    scale: Fixed, transform: Transform, into scene: inout Scene
  ) -> Fixed {
    let font = PackFont(pack, number)
    read(text, font, capHeight: style.capHeight)
    let typed = count
    var (first, width) = (0, self.width(0..<count))
    if width > box.width, count > 0 {
      let ellipsis = ellipsis(font, capHeight: style.capHeight)
      while first < count - 1, first == 0 || width + ellipsis.width > box.width {
        width -= items[first].width
        first += 1
      }
      if first > 0 { first -= 1 }
      items[first] = ellipsis
      width = self.width(first..<count)
    }
    setLevels()
    reorder(first..<count)
    draw(
      first..<count,
      at: Point(box.x, Fixed(((box.y + box.height) * scale).rounded) / scale), style,
      transform: transform, into: &scene)
    for index in 0..<typed { items[index] = Item() }
    return width
  }

  /// Draws a line centred on a point at half its cap height; not on whole pixels, as it may move and turn.
  ///
  /// A line wider than `room` becomes smaller, down to 0.6 of its size.
  @inline(never)
  func drawLabel(
    _ text: Span<UInt8>, font number: Int, capHeight: Fixed, width room: Fixed, center: Point,
    _ color: Color, transform: Transform, into scene: inout Scene
  ) {
    let font = PackFont(pack, number)
    var cap = capHeight
    read(text, font, capHeight: cap)
    if width(0..<count) > room, room > 0 {
      cap = max(cap * room / width(0..<count), cap * Fixed(6, over: 10))
      read(text, font, capHeight: cap)
    }
    setLevels()
    let width = width(0..<count)
    reorder(0..<count)
    draw(
      0..<count, at: Point(center.x - width / 2, center.y + cap / 2),
      ThemeTextStyle(
        capHeight: cap, lineHeight: 1, lines: 1, alignment: .center, color: color),
      transform: transform, into: &scene)
  }

  // MARK: Characters

  private func read(_ text: Span<UInt8>, _ font: PackFont, capHeight: Fixed) {
    let unit = font.unit(capHeight: capHeight)
    count = 0
    // The previous glyph; the next one may be kerned with it.
    var previous = -1
    var reader = UTF8Reader()
    while reader.position < text.count && count < ThemeTextLayout.capacity {
      var item = Item()
      if let piece = ThemeText.word(in: text, at: reader.position) {
        let word = pack[PieceRecord.self, piece]
        (item.first, item.count) = (word.content.lowerBound, word.content.count)
        item.unit = PackFont(pack, Int(word.font)).unit(capHeight: capHeight)
        item.width = Fixed(raw: item.unit.raw * Int64(word.width))
        item.kind = word.level & 1 == 0 ? .left : .right
        previous = -1
        reader = UTF8Reader(at: reader.position + ThemeText.wordSize)
      } else {
        guard let scalar = reader.next(in: text)?.value else { return }
        item.isSpace = scalar <= 0x20
        item.isLineFeed = scalar == 0x0A
        let found = font.glyph(of: item.isSpace ? 0x20 : scalar)
        // Missing marks and joiners: only their base is shown.
        if found == nil && ThemeTextLayout.isMark(scalar) { continue }
        item.first = found ?? font.missing
        item.unit = unit
        item.width = Fixed(raw: unit.raw * Int64(pack.advance(ofGlyph: item.first)))
        (item.kind, item.bracket) = (BidiClass(scalar), BidiParagraph.bracket(scalar))
        if let other = ThemeTextLayout.mirrored(scalar) {
          item.mirrored = UInt32(font.glyph(of: other) ?? 0)
        }
        if previous >= 0 && !item.isSpace {
          items[count - 1].width += Fixed(
            raw: unit.raw * Int64(font.kerning(previous, item.first)))
        }
        previous = item.isSpace ? -1 : item.first
      }
      item.width = item.width.clamped(to: -32768...32768)
      items[count] = item
      count += 1
    }
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x300...0x36F, 0x591...0x5C7, 0x64B...0x65F, 0x200B...0x200F, 0x202A...0x202E,
      0x2066...0x2069, 0xFE00...0xFE0F, 0xFEFF:
      true
    default: false
    }
  }

  /// The mirrored bracket for right-to-left text.
  private static func mirrored(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x28, 0x29: scalar ^ 1
    case 0x3C, 0x3E: scalar ^ 2
    case 0x5B, 0x5D, 0x7B, 0x7D: scalar ^ 6
    case 0xAB, 0xBB: scalar ^ 0x10
    case 0x2039, 0x203A: scalar ^ 3
    default: nil
    }
  }

  // MARK: Order

  /// Finds the levels of all items.
  private func setLevels() {
    paragraph.removeAll()
    for index in 0..<count { paragraph.append(items[index].kind, bracket: items[index].bracket) }
    paragraph.resolve()
    base = paragraph.base
    for index in 0..<count { items[index].level = paragraph.level(of: index) }
    // Rule L4.
    for index in 0..<count where items[index].mirrored > 0 && items[index].level & 1 == 1 {
      items[index].first = Int(items[index].mirrored)
      items[index].width = Fixed(
        raw: items[index].unit.raw * Int64(pack.advance(ofGlyph: items[index].first)))
    }
  }

  /// Sorts the items of a line from left to right (rule L2).
  private func reorder(_ line: Range<Int>) {
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
          items.swapAt(a, b)
          a += 1
          b -= 1
        }
        index = max(end, index + 1)
      }
    }
  }

  // MARK: Lines

  private func width(_ range: Range<Int>) -> Fixed {
    var width: Fixed = 0
    for index in range { width += items[index].width }
    return width
  }

  @inline(never)
  private func ellipsis(_ font: PackFont, capHeight: Fixed) -> Item {
    var ellipsis = Item(first: font.ellipsis, level: base)
    ellipsis.unit = font.unit(capHeight: capHeight)
    ellipsis.width = Fixed(
      raw: ellipsis.unit.raw * Int64(pack.advance(ofGlyph: ellipsis.first)))
    return ellipsis
  }

  /// The end of a line, without trailing spaces, and the start of the next.
  private func end(
    ofLine start: Int, _ font: PackFont, capHeight: Fixed, width room: Fixed, isLast: Bool
  ) -> (end: Int, next: Int) {
    var (end, width, space): (Int, Fixed, Int) = (start, 0, -1)
    while end < count {
      if items[end].isLineFeed, !isLast { return (self.end(trimming: start..<end), end + 1) }
      if items[end].isSpace { space = end }
      width += items[end].width
      if width > room && !items[end].isSpace { break }
      end += 1
    }
    var next = end
    if end < count {
      if !isLast && space > start {
        (end, next) = (space, space)
      } else if isLast || end == start && items[end].count >= 0 {
        let ellipsis = ellipsis(font, capHeight: capHeight)
        width = self.width(start..<end) + ellipsis.width
        while end > start && (width > room || items[end - 1].isSpace) {
          end -= 1
          width -= items[end].width
        }
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

  // MARK: Drawing

  private func draw(
    _ line: Range<Int>, at origin: Point, _ style: ThemeTextStyle, transform: Transform,
    into scene: inout Scene
  ) {
    var x = origin.x
    var glyphs = 0
    scene.beginPath()
    for index in line {
      let item = items[index]
      if item.count < 0 {
        pack.addGlyph(item.first, at: Point(x, origin.y), unit: item.unit, to: &scene)
        glyphs += 1
      } else {
        for index in item.first..<item.first + item.count where scene.hasTextRoom {
          let placed = pack[PlacedGlyphRecord.self, index]
          let place = Point(
            x + Fixed(raw: item.unit.raw * Int64(placed.x)),
            origin.y - Fixed(raw: item.unit.raw * Int64(placed.y)))
          pack.addGlyph(Int(placed.glyph), at: place, unit: item.unit, to: &scene)
        }
        glyphs += item.count
      }
      x += item.width
      // Between words, where nothing overlaps: a change damages only the differing shapes.
      if index == line.upperBound - 1 || glyphs >= 16 && item.isSpace {
        let path = scene.endPath()
        if !path.isEmpty {
          scene.add(
            .fill(path), paint: .solid(style.color), opacity: style.opacity, transform: transform)
        }
        scene.beginPath()
        glyphs = 0
      }
    }
  }
}
