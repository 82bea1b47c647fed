// SPDX-License-Identifier: Apache-2.0

/// An axis-aligned rectangle of whole pixels; one with a size of 0 or less is empty.
package struct PixelRectangle: Equatable, BitwiseCopyable, Sendable {
  /// The leftmost column.
  package var x: Int
  /// The topmost row.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Makes a rectangle from its top left pixel and its size in pixels.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes a rectangle from its sides; right and bottom are the first column and row beyond it.
  init(left: Int, top: Int, right: Int, bottom: Int) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle without pixels.
  package static var empty: PixelRectangle { PixelRectangle(x: 0, y: 0, width: 0, height: 0) }

  /// The first column to the right of it.
  package var right: Int { x + width }

  /// The first row below it.
  package var bottom: Int { y + height }

  /// Whether it has no pixels.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// How many pixels it has.
  package var pixelCount: Int { isEmpty ? 0 : width * height }

  /// Whether a pixel is inside.
  package func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }

  /// Whether all pixels of another rectangle are inside; an empty one always is.
  package func contains(_ other: PixelRectangle) -> Bool {
    other.isEmpty
      || (other.x >= x && other.right <= right && other.y >= y && other.bottom <= bottom)
  }

  /// The pixels that both have; empty where they have none.
  package func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let both = PixelRectangle(
      left: max(x, other.x), top: max(y, other.y),
      right: min(right, other.right), bottom: min(bottom, other.bottom))
    return both.isEmpty ? .empty : both
  }

  /// The smallest rectangle around both.
  package func union(_ other: PixelRectangle) -> PixelRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRectangle(
      left: min(x, other.x), top: min(y, other.y),
      right: max(right, other.right), bottom: max(bottom, other.bottom))
  }
}

/// A few rectangles that cover a damage region, for drivers that take damage clips.
package struct DamageRectangles: BitwiseCopyable, Sendable {
  /// The most rectangles that there are.
  package static var capacity: Int { 16 }

  private var rectangles = InlineArray<16, PixelRectangle>(repeating: .empty)

  /// How many rectangles there are.
  package private(set) var count = 0

  /// Covers a damage region: exactly if that takes no more rectangles than the capacity.
  ///
  /// Otherwise the damaged rows are cut into stripes with the two best spans for each.
  init(_ damage: borrowing DamageRegion) {
    let rows = damage.rows
    var row = rows.lowerBound
    var isExact = true
    while row < rows.upperBound && isExact {
      let next = damage.rowsAlike(from: row)
      isExact = append(damage.spans(ofRow: row), rows: row..<min(next, rows.upperBound))
      row = next
    }
    if isExact { return }
    count = 0
    let stripes = DamageRectangles.capacity / 2
    for stripe in 0..<stripes {
      let top = rows.lowerBound + rows.count * stripe / stripes
      let bottom = rows.lowerBound + rows.count * (stripe + 1) / stripes
      _ = append(DamageRectangles.around(damage, top..<bottom), rows: top..<bottom)
    }
  }

  /// One of the rectangles, which never overlap, from top to bottom; traps outside of `0 ..< count`.
  package subscript(index: Int) -> PixelRectangle {
    precondition(index >= 0 && index < count, "Index out of range.")
    return rectangles[index]
  }

  /// Adds a rectangle for each span; false when they do not fit.
  private mutating func append(_ spans: SpanSet, rows: Range<Int>) -> Bool {
    if count + spans.count > DamageRectangles.capacity { return false }
    for index in 0..<spans.count {
      let span = spans[index]
      rectangles[count] = PixelRectangle(
        left: span.lowerBound, top: rows.lowerBound, right: span.upperBound,
        bottom: rows.upperBound)
      count += 1
    }
    return true
  }

  /// At most two spans around all damage of some rows.
  private static func around(_ damage: borrowing DamageRegion, _ rows: Range<Int>) -> SpanSet {
    var all = SpanSet()
    var row = rows.lowerBound
    while row < rows.upperBound {
      let spans = damage.spans(ofRow: row)
      for index in 0..<spans.count { all.insert(spans[index]) }
      row = damage.rowsAlike(from: row)
    }
    var (best, widest) = (0, 0)
    for index in 1..<max(all.count, 1) {
      let gap = all[index].lowerBound - all[index - 1].upperBound
      if gap > widest { (best, widest) = (index, gap) }
    }
    if best == 0 { return SpanSet(all.extent) }
    var result = SpanSet(all.extent.lowerBound..<all[best - 1].upperBound)
    result.insert(all[best].lowerBound..<all.extent.upperBound)
    return result
  }
}

extension DamageRegion {
  /// A few rectangles that cover the damage, for `FB_DAMAGE_CLIPS` and `DIRTYFB`.
  package var rectangles: DamageRectangles { DamageRectangles(self) }
}
