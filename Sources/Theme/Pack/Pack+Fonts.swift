// SPDX-License-Identifier: Apache-2.0

// The checks of fonts and outlines.
extension Pack {
  /// Whether a glyph exists, and its position is within the range of the layout.
  func isPlacedGlyph(at p: Int) -> Bool {
    u16(p) < count(.glyphs) && i32(p + 4).magnitude <= PackLimit.textWidth
  }

  func isFont(at p: Int) -> Bool {
    let glyphs = UInt32(u16(p + 12))
    guard u16(p) > 0, has(.glyphs, u32(p + 8), glyphs), has(.characters, u32(p + 24), u32(p + 28))
    else { return false }
    for position in stride(from: p + 14, to: p + 24, by: 2) where u16(position) >= glyphs {
      return false
    }
    let kerning = u32(p + 32)
    return kerning == .max
      || isKerning(kerning, glyphs, UInt32(byte(p + 36)), UInt32(byte(p + 37)))
  }

  /// Whether a font's kerning table exists, with each glyph in one of its rows and columns.
  private func isKerning(
    _ offset: UInt32, _ glyphs: UInt32, _ rows: UInt32, _ columns: UInt32
  ) -> Bool {
    guard has(.kerning, offset, 2 * glyphs + 2 * rows * columns) else { return false }
    let classes = bytes(.kerning, Int(offset), count: 2 * Int(glyphs))
    for index in classes.indices where classes[index] >= (index < glyphs ? rows : columns) {
      return false
    }
    return true
  }

  /// Whether a range of characters has glyphs and is sorted after the previous range of its font.
  func isCharacterRange(_ index: Int, at p: Int) -> Bool {
    let (first, scalars) = (u32(p), UInt32(u16(p + 8)))
    guard u16(p + 10) < count(.fonts), scalars > 0, first <= 0x10FFFF,
      first + scalars <= 0x110000, has(.glyphs, u32(p + 4), scalars)
    else { return false }
    if index == 0 { return true }
    let before = position(.characters, index - 1)
    if u16(before + 10) != u16(p + 10) { return true }
    return u32(before) + UInt32(u16(before + 8)) <= first
  }

  func isGlyph(at p: Int) -> Bool {
    isOutline(u32(p), UInt32(u16(p + 4)), box: p + 8, isGlyph: true)
  }

  /// Whether an outline is complete, and its record has the box of all control points.
  func isOutline(_ first: UInt32, _ length: UInt32, box: Int, isGlyph: Bool = false) -> Bool {
    guard has(.outlines, first, length) else { return false }
    let stream = bytes(.outlines, Int(first), count: Int(length))
    var walk = OutlineWalk()
    if stream.count > 0 && stream[0] & 1 != 0 {
      guard isGlyph, addParts(of: stream, to: &walk) else { return false }
    } else if !walk.take(stream) {
      return false
    }
    return walk.box.left == i16(box) && walk.box.top == i16(box + 2)
      && walk.box.right == i16(box + 4) && walk.box.bottom == i16(box + 6)
  }

  /// Adds the boxes of a composite's parts; false where it is not a composite.
  private func addParts(of stream: Span<UInt8>, to walk: inout OutlineWalk) -> Bool {
    guard stream.count >= 2, stream[0] <= 3, stream.count == 2 + 6 * Int(stream[1]) else {
      return false
    }
    for part in 0..<Int(stream[1]) {
      func number(_ index: Int) -> UInt16 {
        UInt16(stream[2 + 6 * part + index]) | UInt16(stream[3 + 6 * part + index]) << 8
      }
      let glyph = Int(number(0))
      guard glyph < count(.glyphs) else { return false }
      let p = position(.glyphs, glyph)
      let (first, length) = (u32(p), u16(p + 4))
      guard has(.outlines, first, UInt32(length)) else { return false }
      if length == 0 { continue }
      if byte(position(.outlines, Int(first))) & 1 != 0 { return false }
      let (dx, dy) = (Int(Int16(bitPattern: number(2))), Int(Int16(bitPattern: number(4))))
      walk.include(Int(i16(p + 8)) + dx, Int(i16(p + 10)) + dy)
      walk.include(Int(i16(p + 12)) + dx, Int(i16(p + 14)) + dy)
    }
    return true
  }

  private func i16(_ position: Int) -> Int16 { Int16(bitPattern: u16(position)) }
}

/// Follows an outline's points without storing them.
struct OutlineWalk {
  private(set) var box: (left: Int, top: Int, right: Int, bottom: Int) = (0, 0, 0, 0)
  private var hasBox = false
  /// How many points it has gone along.
  private(set) var pointCount = 0

  /// Extends the box by a point.
  mutating func include(_ x: Int, _ y: Int) {
    if !hasBox { box = (x, y, x, y) }
    hasBox = true
    box = (min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))
  }

  /// Follows a stream that is not a composite; false where it is invalid.
  mutating func take(_ stream: Span<UInt8>) -> Bool {
    if stream.count == 0 { return true }
    if stream[0] & ~2 != 0 { return false }
    var (position, count, x, y) = (1, 0, 0, 0)
    var isStart = true
    while position < stream.count {
      let flags = stream[position]
      position += 1
      count += 1
      // A contour begins with an on-curve point; the upper bits are unused so far.
      if isStart && flags & 1 == 0 || flags & 0x80 != 0 || count > 4096 { return false }
      guard let dx = OutlineWalk.delta(flags >> 1 & 3, stream, &position),
        let dy = OutlineWalk.delta(flags >> 3 & 3, stream, &position)
      else { return false }
      (x, y) = (x + dx, y + dy)
      if max(abs(x), abs(y)) > 16384 { return false }
      include(x, y)
      pointCount += 1
      isStart = flags & 32 != 0
    }
    return isStart
  }

  /// The next coordinate difference; nil where the stream is too short.
  static func delta(_ kind: UInt8, _ stream: Span<UInt8>, _ position: inout Int) -> Int? {
    if kind == 0 { return 0 }
    let size = kind == 3 ? 2 : 1
    guard position + size <= stream.count else { return nil }
    let low = Int(stream[position])
    position += size
    if kind == 3 {
      return Int(Int16(bitPattern: UInt16(low) | UInt16(stream[position - 1]) << 8))
    }
    return kind == 1 ? low : -low
  }
}
