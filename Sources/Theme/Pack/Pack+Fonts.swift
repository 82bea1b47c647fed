// SPDX-License-Identifier: Apache-2.0

// The checks of outlines.
extension Pack {
  /// The bytes of an outline.
  @_lifetime(borrow self)
  func outline(_ range: Range<Int>) -> Span<UInt8> {
    bytes(.outlines, range.lowerBound, count: range.count)
  }

  /// Whether an outline is complete, and its record has the box of all control points.
  func isOutline(_ range: Range<Int>, box: OutlineBox, isGlyph: Bool = false) -> Bool {
    let stream = outline(range)
    var walk = OutlineWalk()
    if stream.count > 0 && stream[0] & 1 != 0 {
      guard isGlyph, addParts(of: stream, to: &walk) else { return false }
    } else if !walk.follow(stream) {
      return false
    }
    return walk.box.left == box.left && walk.box.top == box.bottom && walk.box.right == box.right
      && walk.box.bottom == box.top
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
      let record = self[GlyphRecord.self, glyph]
      if record.outline.isEmpty { continue }
      if outline(record.outline)[0] & 1 != 0 { return false }
      let (dx, dy) = (Int(Int16(bitPattern: number(2))), Int(Int16(bitPattern: number(4))))
      walk.include(Int(record.box.left) + dx, Int(record.box.bottom) + dy)
      walk.include(Int(record.box.right) + dx, Int(record.box.top) + dy)
    }
    return true
  }
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
  mutating func follow(_ stream: Span<UInt8>) -> Bool {
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
