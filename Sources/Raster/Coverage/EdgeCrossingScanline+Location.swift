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

  /// Finds the pixels that a side of a circle crosses in a row, and the fraction of each inside the circle;
  /// false where the capacity is exceeded.
  ///
  /// The row lies above or below the circle's centre. The fractions are bit-identical to `CoverageRow`'s.
  @inline(__always)
  mutating func locateArc(
    _ circles: inout RigidArray<Circle>, _ index: Int, top: Int32, _ roots: borrowing SquareRoots
  ) -> Bool {
    let crossing = crossings[index]
    if crossing.cached >= 0 {
      let row = self.circles[Int(crossing.cached), crossing.distance(top)]
      if row.count > 0 {
        crossings[index].locate(row)
        return true
      }
    }
    return findArc(&circles[Int(crossing.circle)], index, top: top, roots)
  }

  @inline(never)
  private mutating func findArc(
    _ circle: inout Circle, _ index: Int, top: Int32, _ roots: borrowing SquareRoots
  ) -> Bool {
    let crossing = crossings[index]
    let arc = RowArc(circle)
    let (half0, half1) = circle.halfChords(at: top, top &+ 65536, roots)
    let (away0, away1) = (Int64(top &- circle.y), Int64(top &+ 65536 &- circle.y))
    let isLower = top >= circle.y
    let (near, far) = isLower ? (half1, half0) : (half0, half1)
    let inner = ArcPosition(x: Int64(near), distance: isLower ? away1 : 0 &- away0)
    let outer = ArcPosition(x: Int64(far), distance: isLower ? away0 : 0 &- away1)
    // A cached row is the right side's; where the centre is, the left one is its mirror image.
    let isLeft = crossing.isLeft && crossing.cached < 0
    let (start, end) =
      isLeft
      ? (
        ArcPosition(x: arc.middle &- outer.x, distance: outer.distance),
        ArcPosition(x: arc.middle &- inner.x, distance: inner.distance)
      )
      : (
        ArcPosition(x: arc.middle &+ inner.x, distance: inner.distance),
        ArcPosition(x: arc.middle &+ outer.x, distance: outer.distance)
      )
    let (first, count) = EdgeCrossingScanline.pixels(start, end)
    var (position, isKept) = (fractionCount, false)
    if crossing.cached >= 0, let reserved = circles.reserve(count) {
      (position, isKept) = (scratchSize + reserved, true)
    } else if Int(count) > scratchSize - fractionCount {
      return false
    } else {
      fractionCount += Int(count)
    }
    let before = isLeft ? 0 : CoverageRow.whole
    follow(arc, start, end, from: before, at: position, circle.square, roots)
    if crossing.cached < 0 {
      crossings[index].locate(first, count, Int32(position), step: 1)
      return true
    }
    let row = CircleCache.Row(
      fraction: Int32(position), first: UInt16(first &- circle.x >> 16), count: UInt16(count))
    if isKept { circles[Int(crossing.cached), crossing.distance(top)] = row }
    crossings[index].locate(row)
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

  /// Sets it to a circle's right side in a row, or to its mirror image.
  @inline(__always)
  fileprivate mutating func locate(_ row: CircleCache.Row) {
    let (first, count) = ((x >> 16) &+ Int32(row.first), Int32(row.count))
    if isLeft {
      locate((x >> 15) &- first &- count, count, row.fraction &+ count &- 1, step: -1)
    } else {
      locate(first, count, row.fraction, step: 1)
    }
  }

  /// The number of rows between a row and the circle's centre.
  @inline(__always)
  fileprivate func distance(_ top: Int32) -> Int {
    Int((top >= y ? top &- y : y &- top &- 65536) >> 16)
  }
}
