// SPDX-License-Identifier: Apache-2.0

/// A few rectangles that cover a damage region, for drivers that take damage clips.
package struct DamageRectangles: BitwiseCopyable, Sendable {
  /// The most rectangles.
  package static var capacity: Int { 16 }

  private var rectangles = InlineArray<16, PixelRectangle>(repeating: .empty)

  /// The number of rectangles.
  package private(set) var count = 0

  /// Covers a damage region, exactly if the capacity is large enough.
  ///
  /// Otherwise the damaged rows are divided into stripes with the two best spans for each.
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

  /// A rectangle; they never overlap, and go from top to bottom.
  ///
  /// Traps outside of `0 ..< count`.
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
