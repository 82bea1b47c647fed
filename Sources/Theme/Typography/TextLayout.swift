// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList
internal import Text

/// Breaks a text into lines, orders them after UAX 9, and draws them: in a font of a pack or in the built-in font.
///
/// Lines break at line feeds, between words, and where a script without spaces allows it (`LineBreak`); a word that is
/// wider than its line breaks between characters, or becomes an ellipsis if the compiler shaped it. The last line ends
/// with an ellipsis if there is more. A class with all the memory that it needs: a frame allocates none. A text has at
/// most 512 characters or shaped words; the rest is left out.
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
    /// Whether a line may end before it, without a space.
    var breaksBefore = false
    /// A combining mark has no width, and belongs to the letter before it.
    var isMark = false
    /// The glyph of a bracket in right-to-left text; 0 for other characters.
    var mirrored: UInt32 = 0
    /// Where the glyph is drawn, in units, y up: from the letter's origin for a mark, else from its own.
    var x: Int32 = 0
    var y: Int32 = 0
  }

  private static var capacity: Int { 512 }

  /// The pack of the fonts; nil where there is only the built-in font.
  let pack: Pack?
  var items: RigidArray<Item>
  var count = 0
  var paragraph = BidiParagraph()
  /// The level of the paragraph.
  var base: UInt8 = 0
  /// The font of the text, nil for the built-in font, and its size.
  var font: PackFont?
  var capHeight: Fixed = 0
  /// Whether a character goes from right to left, so that levels have to be found.
  var hasRightToLeft = false

  /// A layout of texts in the fonts of a pack and in the built-in font.
  package init(_ pack: Pack?) {
    self.pack = pack
    items = RigidArray(capacity: TextLayout.capacity)
  }

  /// Whether there was memory for it.
  package var hasMemory: Bool { items.capacity > 0 }

  /// Whether a font has a character, which is a box otherwise; the built-in font without a number.
  package func has(_ scalar: Unicode.Scalar, font: Int?) -> Bool {
    guard let font, let pack else { return StrokeFont.has(scalar) }
    return PackFont(pack, font).glyph(of: scalar.value) != nil
  }

  /// Draws a text in a box: UTF-8, in a font of the pack with words as in `ShapedWord`.
  ///
  /// Cap height and baselines are whole pixels.
  package func draw(
    _ text: Span<UInt8>, in box: Rectangle, _ style: TextStyle, scale: Fixed,
    transform: Transform, into scene: inout Scene
  ) {
    let capPixels = max(1, (style.capHeight * scale).rounded)
    read(text, font: style.font, capHeight: Fixed(capPixels) / scale)
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
      while first < count, items[first].isMark { first += 1 }
      // Without room for an ellipsis there is nothing.
      if width <= limit, first > 0 {
        first -= 1
        items[first] = ellipsis
      }
    }
    let line = first..<count
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
    let width = length(0..<count)
    reorder(0..<count)
    draw(
      0..<count, at: Point(center.x - width / 2, center.y + style.capHeight / 2), style,
      transform: transform, into: &scene)
  }

  // MARK: Order

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
      if items[end].isSpace || items[end].breaksBefore { space = end }
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
        repeat { end += 1 } while end < count && items[end].isMark
        next = end
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
