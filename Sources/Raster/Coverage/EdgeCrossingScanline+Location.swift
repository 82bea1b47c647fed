// SPDX-License-Identifier: Apache-2.0

extension EdgeCrossingScanline {
  /// Finds the pixels that a line crosses in a row, which it enters at the top and leaves at the bottom, and
  /// the fraction of each to the right of the line; false where the capacity is exceeded.
  ///
  /// Bit-identical to `CoverageRow`'s result for the line.
  @_optimize(speed)
  mutating func locateLine(_ edge: inout Edge, _ crossing: Int, top: Int32) -> Bool {
    let (x0, x1) = (edge.x(at: top), edge.x(at: top &+ 65536))
    let (start, last) = (min(x0, x1), max(x0, x1))
    let (first, count) = (start >> 16, Int(last >> 16) &- Int(start >> 16) &+ 1)
    if count > scratchSize - fractionCount { return false }
    crossings[crossing].locate(first, Int32(count), Int32(fractionCount), step: 1)
    // All stores here are within the row's own fractions, which are initialised.
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
    // Heights at the pixel boundaries: what `Edge.y(at:)` gives, found by stepping.
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

  /// Finds the pixels that a circle's sides cross in a row, where they have a crossing, and the fraction
  /// of each inside the circle; false where the capacity is exceeded.
  ///
  /// The row lies above or below the circle's centre. The fractions are bit-identical to `CoverageRow`'s.
  @inline(__always)
  mutating func locateArc(
    _ circles: inout RigidArray<Circle>, _ index: Int, top: Int32, _ roots: borrowing SquareRoots
  ) -> Bool {
    let boundary = boundaries[index]
    if boundary.cached >= 0 {
      let row = self.circles[boundary.cached, EdgeCrossingScanline.distance(boundary, top)]
      if row.count > 0 {
        placeCached(row, boundary)
        return true
      }
    }
    return findArc(&circles[boundary.circle], index, top: top, roots)
  }

  /// The number of rows between a row and a circle's centre.
  @inline(__always)
  private static func distance(_ circle: Boundary, _ top: Int32) -> Int {
    Int((top >= circle.y ? top &- circle.y : circle.y &- top &- 65536) >> 16)
  }

  /// Locates a circle's sides, which are each other's mirror images, from a cached row.
  @inline(__always)
  private mutating func placeCached(_ row: CircleCache.Row, _ boundary: Boundary) {
    let (first, count) = ((boundary.x >> 16) &+ Int32(row.first), Int32(row.count))
    if boundary.right >= 0 {
      crossings[boundary.right].locate(first, count, row.fraction, step: 1)
    }
    if boundary.left >= 0 {
      crossings[boundary.left].locate(
        (boundary.x >> 15) &- first &- count, count, row.fraction &+ count &- 1, step: -1)
    }
  }

  @inline(never)
  private mutating func findArc(
    _ circle: inout Circle, _ index: Int, top: Int32, _ roots: borrowing SquareRoots
  ) -> Bool {
    let boundary = boundaries[index]
    let arc = RowArc(circle)
    let (half0, half1) = circle.halfChords(at: top, top &+ 65536, roots)
    let (away0, away1) = (Int64(top &- circle.y), Int64(top &+ 65536 &- circle.y))
    let isLower = top >= circle.y
    let (near, far) = isLower ? (half1, half0) : (half0, half1)
    let inner = ArcPosition(x: Int64(near), distance: isLower ? away1 : 0 &- away0)
    let outer = ArcPosition(x: Int64(far), distance: isLower ? away0 : 0 &- away1)
    let start = ArcPosition(x: arc.middle &+ inner.x, distance: inner.distance)
    let end = ArcPosition(x: arc.middle &+ outer.x, distance: outer.distance)
    let (first, count) = EdgeCrossingScanline.pixels(start, end)
    if boundary.cached >= 0 {
      if let index = circles.reserve(count) {
        follow(
          arc, start, end, from: CoverageRow.whole, at: scratchSize + index, circle.square, roots)
        let row = CircleCache.Row(
          fraction: Int32(scratchSize + index), first: UInt16(first &- circle.x >> 16),
          count: UInt16(count))
        circles[boundary.cached, EdgeCrossingScanline.distance(boundary, top)] = row
        placeCached(row, boundary)
        return true
      }
    }
    // The other side may cross one pixel more.
    if 2 * Int(count) + 1 > scratchSize - fractionCount { return false }
    if boundary.right >= 0 {
      crossings[boundary.right].locate(first, count, Int32(fractionCount), step: 1)
      follow(arc, start, end, from: CoverageRow.whole, at: fractionCount, circle.square, roots)
      fractionCount += Int(count)
    }
    if boundary.left >= 0 {
      let start = ArcPosition(x: arc.middle &- outer.x, distance: outer.distance)
      let end = ArcPosition(x: arc.middle &- inner.x, distance: inner.distance)
      let (first, count) = EdgeCrossingScanline.pixels(start, end)
      crossings[boundary.left].locate(first, count, Int32(fractionCount), step: 1)
      follow(arc, start, end, from: 0, at: fractionCount, circle.square, roots)
      fractionCount += Int(count)
    }
    return true
  }

  /// The first pixel between two points, and the number of pixels.
  private static func pixels(_ start: ArcPosition, _ end: ArcPosition) -> (
    first: Int32, count: Int32
  ) {
    // An end between two pixels belongs to the left one.
    let (first, last) = (start.x >> 16, max(start.x, end.x &- 1) >> 16)
    return (Int32(truncatingIfNeeded: first), Int32(truncatingIfNeeded: last &- first) &+ 1)
  }

  /// Follows one side of a circle from left to right.
  @inline(never)
  @_optimize(speed)
  private mutating func follow(
    _ arc: RowArc, _ start: ArcPosition, _ end: ArcPosition, from before: Int32, at index: Int,
    _ square: Int64, _ roots: borrowing SquareRoots
  ) {
    var (position, sum, index) = (start, before, index)
    while true {
      let border = (position.x | 0xFFFF) &+ 1
      let isLast = border >= end.x
      let next = isLast ? end : arc.position(at: border, square, roots)
      let change = arc.piece(position, next)
      let beyond = Int32(truncatingIfNeeded: change)
      sum = sum &+ Int32(truncatingIfNeeded: (change &- Int64(beyond)) &>> 32)
      fractions.append(CoverageRow.fraction(sum &- beyond), at: index)
      if isLast { return }
      position = next
      index &+= 1
    }
  }
}

extension EdgeCrossingScanline.Crossing {
  /// Sets its position in a row and its fractions.
  @inline(__always)
  mutating func locate(_ first: Int32, _ count: Int32, _ fraction: Int32, step: Int32) {
    (self.first, self.count, self.fraction, self.step) = (first, count, fraction, step)
  }
}
