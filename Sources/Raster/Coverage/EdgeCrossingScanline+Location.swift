// SPDX-License-Identifier: Apache-2.0

import DisplayList

extension EdgeCrossingScanline {
  /// Locates the crossings in the next row; false where the capacity is exceeded.
  ///
  /// If the edges of two shapes have passed each other, the crossings are sorted again.
  @_optimize(speed)
  mutating func locate(
    _ row: Int, _ list: inout EdgeList, _ coverage: inout CoverageRow
  ) -> Bool {
    let top = Int32(truncatingIfNeeded: row) &<< 16
    (fractionCount, overlaps) = (0, false)
    // No crossing is added here.
    var crossing = unsafe crossings.pointer(to: crossingCount)
    let last = unsafe crossing + crossingCount
    var (first, column) = (Int32.min, Int32.min)
    while unsafe crossing < last {
      let cached = unsafe Int(crossing.pointee.cached)
      let row = cached >= 0 ? circles[cached] : CircleCache.Row()
      unsafe crossing.pointee.cached &+= crossing.pointee.nextCached
      if row.count > 0 {
        unsafe crossing.pointee.locate(row)
      } else if unsafe !locate(&crossing.pointee, cached, top, &list, &coverage) {
        return false
      }
      let start = unsafe crossing.pointee.first
      if start < column {
        overlaps = true
        if start < first { isArranged = false }
      }
      (first, column) = unsafe (start, crossing.pointee.end)
      unsafe crossing += 1
    }
    if !isArranged { arrange() }
    return true
  }

  /// Locates a crossing that is not in the circle cache, or has no row there yet.
  @inline(never)
  @_optimize(speed)
  private mutating func locate(
    _ crossing: inout Crossing, _ cached: Int, _ top: Int32, _ list: inout EdgeList,
    _ coverage: inout CoverageRow
  ) -> Bool {
    let (number, start) = (Int(crossing.circle), fractionCount)
    if number < 0 { return locateLine(&list.edges[Int(crossing.edge)], &crossing, top) }
    let isLeft = crossing.isLeft && cached < 0
    let (first, count) =
      list.circles[number].fineness > 0 || list.circles[number].hasCenter(withinRow: top)
      ? cover(list.edges[Int(crossing.edge)], isLeft: isLeft, &list, top, &coverage)
      : follow(&list.circles[number], isLeft: isLeft, top, coverage.roots)
    if count == 0 { return false }
    if cached < 0 {
      crossing.locate(first, Int32(truncatingIfNeeded: count), start)
    } else {
      let column = UInt16(first - list.circles[number].x >> 16)
      crossing.locate(keep(count, from: start, column, at: cached))
    }
    return true
  }

  /// Stores the fractions of a circle's right side in the cache, at a row's index, if there is room.
  ///
  /// The left side is its mirror image.
  @inline(never)
  private mutating func keep(
    _ count: Int, from start: Int, _ first: UInt16, at index: Int
  ) -> CircleCache.Row {
    var row = CircleCache.Row(fraction: Int32(start), first: first, count: UInt16(count))
    let kept = circles.reserve(count)
    if kept < 0 { return row }
    for offset in 0..<count {
      fractions.append(fractions[start + offset], at: scratchSize + kept + offset)
    }
    fractionCount = start
    row.fraction = Int32(scratchSize + kept)
    circles[index] = row
    return row
  }

  /// Finds the pixels that a line crosses from the top to the bottom of a row, and the fraction of each at
  /// the line's right; false where the capacity is exceeded.
  ///
  /// The result is bit-identical to `CoverageRow`'s for the line.
  @_optimize(speed)
  private mutating func locateLine(
    _ edge: inout Edge, _ crossing: inout Crossing, _ top: Int32
  ) -> Bool {
    let (x0, x1) = (edge.x(at: top), edge.x(at: top &+ 65536))
    let (start, last) = (min(x0, x1), max(x0, x1))
    let (first, count) = (start >> 16, Int(last >> 16) &- Int(start >> 16) &+ 1)
    if count > scratchSize - fractionCount { return false }
    crossing.locate(first, Int32(truncatingIfNeeded: count), fractionCount)
    // All stores here are within the current row's fractions, which are initialised.
    var fraction = unsafe fractions.pointer(to: scratchSize) + fractionCount
    fractionCount &+= count
    if count == 1 {
      let area = CoverageRow.whole &- (start & 0xFFFF &+ last & 0xFFFF) << 3
      unsafe fraction.pointee = CoverageRow.fraction(area)
      return true
    }
    edge.prepareRise()
    let sign: Int64 = x0 <= x1 ? 1 : -1
    let (begin, end) = x0 <= x1 ? (top, top &+ 65536) : (top &+ 65536, top)
    // Heights at the pixel boundaries: the results of `Edge.y(at:)`, found by stepping.
    var y = edge.rise &* (Int64(first &+ 1) << 16 &- Int64(edge.x0)) &+ 1 << 30
    let step = edge.rise &<< 16
    var (from, height0, sum) = (Int64(start & 0xFFFF), begin, Int64(0))
    for _ in 1..<count {
      let height1 = edge.y0 &+ Int32(truncatingIfNeeded: y &>> 31)
      y &+= step
      let height = sign &* Int64(height1 &- height0)
      sum &+= height &<< 4
      unsafe fraction.pointee = CoverageRow.fraction(
        Int32(truncatingIfNeeded: sum &- (height &* (from &+ 65536)) &>> 13))
      unsafe fraction += 1
      (from, height0) = (0, height1)
    }
    let height = sign &* Int64(end &- height0)
    sum &+= height &<< 4
    unsafe fraction.pointee = CoverageRow.fraction(
      Int32(truncatingIfNeeded: sum &- (height &* Int64(last & 0xFFFF)) &>> 13))
    return true
  }

  /// Finds the pixels that a circle's side crosses in a row, and appends the fraction of each inside the
  /// circle to the row's fractions; no pixels where the capacity is exceeded.
  ///
  /// The row is above or below the circle's centre. The fractions are bit-identical to `CoverageRow`'s.
  private mutating func follow(
    _ circle: inout Circle, isLeft: Bool, _ top: Int32, _ roots: borrowing SquareRoots
  ) -> (first: Int32, count: Int) {
    let arc = RowArc(circle)
    var (position, end) = arc.ends(of: &circle, isLeft: isLeft, top, top &+ 65536, roots)
    // An end between two pixels belongs to the left one.
    let first = Int32(truncatingIfNeeded: position.x >> 16)
    let count = Int(truncatingIfNeeded: max(position.x, end.x &- 1) >> 16) &- Int(first) &+ 1
    if count > scratchSize &- fractionCount { return (0, 0) }
    // Within the current row's fractions, which are initialised.
    var fraction = unsafe fractions.pointer(to: scratchSize) + fractionCount
    fractionCount &+= count
    var sum: Int32 = isLeft ? 0 : CoverageRow.whole
    for _ in 1..<count {
      let border = (position.x | 0xFFFF) &+ 1
      let next = arc.position(at: border, circle.square, roots)
      unsafe fraction.pointee = EdgeCrossingScanline.fraction(&sum, arc.piece(position, next))
      unsafe fraction += 1
      position = next
    }
    unsafe fraction.pointee = EdgeCrossingScanline.fraction(&sum, arc.piece(position, end))
    return (first, count)
  }

  /// The same for circles that are too small to be followed in whole pixels, and for the row with the
  /// circle's centre: from its coverage.
  @inline(never)
  private mutating func cover(
    _ edge: Edge, isLeft: Bool, _ list: inout EdgeList, _ top: Int32,
    _ coverage: inout CoverageRow
  ) -> (first: Int32, count: Int) {
    let circle = list.circles[Int(edge.circle)]
    // A circle with a radius of less than 8 pixels fits, and so does a larger one in its centre's row. All
    // touched pixels are in one word.
    let width = 20
    let left =
      isLeft
      ? (circle.x &- circle.radius) >> 16 &- 1 : (circle.x &+ circle.radius) >> 16 &- 18
    if width > min(coverage.cells.capacity, scratchSize - fractionCount) { return (0, 0) }
    var side = edge
    (side.side, side.winding) = isLeft ? (.left, 1) : (.right, -1)
    coverage.begin(width: width)
    coverage.addArc(side, &list, top, top &+ 65536, left: left &<< 16)
    let touched = coverage.touched[0]
    (coverage.touched[0], coverage.groups) = (0, 0)
    let (first, end) = (touched.trailingZeroBitCount, 64 - touched.leadingZeroBitCount)
    var sum: Int32 = isLeft ? 0 : CoverageRow.whole
    for cell in first..<end {
      fractions[fractionCount] = EdgeCrossingScanline.fraction(&sum, coverage.cells[cell])
      coverage.cells[cell] = 0
      fractionCount &+= 1
    }
    return (left &+ Int32(first), end - first)
  }

  /// The fraction of the next pixel, from an arc's contribution.
  private static func fraction(_ sum: inout Int32, _ change: Int64) -> UInt32 {
    let beyond = Int32(truncatingIfNeeded: change)
    sum = sum &+ Int32(truncatingIfNeeded: (change &- Int64(beyond)) &>> 32)
    return CoverageRow.fraction(sum &- beyond)
  }
}

extension EdgeCrossingScanline.Crossing {
  /// Sets its position in a row and its fractions.
  fileprivate mutating func locate(_ first: Int32, _ count: Int32, _ fraction: Int) {
    (self.first, end) = (first, first &+ count)
    self.fraction = Int32(truncatingIfNeeded: fraction)
  }

  /// Sets it to a circle's right side in a row, or to its mirror image.
  fileprivate mutating func locate(_ row: CircleCache.Row) {
    let count = Int32(row.count)
    if isLeft {
      end = origin &- Int32(row.first)
      first = end &- count
      fraction = row.fraction &+ count &- 1
    } else {
      first = origin &+ Int32(row.first)
      end = first &+ count
      fraction = row.fraction
    }
  }
}
