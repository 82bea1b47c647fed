// SPDX-License-Identifier: Apache-2.0

// An arc is followed from left to right by its x (Q16 from the row's begin) and its distances
// (how far above or below the circle's centre, Q16). On the left side distances grow, on the right one
// they fall. The difference is the height added, up to the sign of the winding.

extension CoverageRow {
  /// Adds the piece of an arc between two heights within the row; `left` is the row's begin, Q16.
  @inline(__always)
  mutating func addArc(
    _ edge: Edge, of circle: inout Circle, _ y0: Int32, _ y1: Int32, left: Int32
  ) {
    let arc = RowArc(edge, circle, left: left)
    let last = Int32(65535) >> Int32(circle.fineness)
    var y = y0
    while y < y1 {
      let next = min((y | last) &+ 1, y1)
      addStep(arc, edge, &circle, y, next)
      y = next
    }
  }

  /// Adds what lies between two heights within a row of cells.
  @inline(__always)
  @_optimize(speed)
  private mutating func addStep(
    _ arc: RowArc, _ edge: Edge, _ circle: inout Circle, _ y0: Int32, _ y1: Int32
  ) {
    let (half0, half1) = circle.halfChords(at: y0, y1, roots)
    let (away0, away1) = (Int64(y0 &- circle.y), Int64(y1 &- circle.y))
    // The end that is nearer to the vertical through the centre is farther from its horizontal.
    let isLower = y0 >= circle.y
    let inner = ArcPosition(
      x: Int64(isLower ? half1 : half0), distance: isLower ? away1 : 0 &- away0)
    let outer = ArcPosition(
      x: Int64(isLower ? half0 : half1), distance: isLower ? away0 : 0 &- away1)
    if edge.side == .right {
      add(
        arc, ArcPosition(x: arc.middle &+ inner.x, distance: inner.distance),
        ArcPosition(x: arc.middle &+ outer.x, distance: outer.distance), circle)
    } else {
      add(
        arc, ArcPosition(x: arc.middle &- outer.x, distance: outer.distance),
        ArcPosition(x: arc.middle &- inner.x, distance: inner.distance), circle)
    }
  }

  /// Adds one side's piece of an arc, from left to right.
  @inline(never)
  @_optimize(speed)
  private mutating func add(
    _ arc: RowArc, _ start: ArcPosition, _ end: ArcPosition, _ circle: borrowing Circle
  ) {
    let cell = start.x &>> 16
    if start.x &>> arc.shift == end.x &>> arc.shift
      && UInt64(bitPattern: cell) < UInt64(truncatingIfNeeded: width)
    {
      cells[Int(truncatingIfNeeded: cell)] &+= arc.piece(start, end)
      touch(Int(truncatingIfNeeded: cell))
    } else {
      addAcross(arc, start, end, square: circle.square)
    }
  }

  /// Adds what lies left of the row to its first pixel; returns where the arc enters the row, if at all.
  private mutating func addBefore(
    _ arc: RowArc, _ start: ArcPosition, _ end: ArcPosition, square: Int64
  ) -> ArcPosition? {
    let border = end.x <= 0 ? end : arc.position(at: 0, square, roots)
    change(0, (arc.sign &* (border.distance &- start.distance)) &<< 4, 0)
    return end.x <= 0 ? nil : border
  }

  /// Adds one side's piece of an arc that spans several cells of the row, cell by cell.
  ///
  /// A cell is a pixel or a fraction of one. Rows that an arc only crosses seldom come here: see
  /// `EdgeCrossingScanline`.
  private mutating func addAcross(
    _ arc: RowArc, _ start: ArcPosition, _ end: ArcPosition, square: Int64
  ) {
    let beyond = Int64(width) &<< 16
    if start.x >= beyond { return }
    var position = start
    if position.x < 0 {
      guard let border = addBefore(arc, start, end, square: square) else { return }
      position = border
    }
    while position.x < min(end.x, beyond) {
      let border = ((position.x &>> arc.shift) &+ 1) &<< arc.shift
      let next = border < end.x ? arc.position(at: border, square, roots) : end
      let cell = Int(truncatingIfNeeded: position.x &>> 16)
      cells[cell] &+= arc.piece(position, next)
      touch(cell)
      position = next
    }
  }
}

/// A point of an arc, relative to the row's begin and to the height of the circle's centre, Q16.
struct ArcPosition {
  var x: Int64
  var distance: Int64
}

/// An arc's geometry within a row.
struct RowArc {
  /// The circle's centre, Q16 from the row's begin.
  let middle: Int64
  /// The sign of a growing distance: 1 down or -1 up.
  let sign: Int64
  let bulge: Int64
  let fineness: Int64

  /// A circle's sides in the frame's columns, of which the left one counts up and the right one down.
  @inline(__always)
  init(_ circle: Circle) {
    (middle, sign) = (Int64(circle.x), 1)
    (bulge, fineness) = (circle.bulge, circle.fineness)
  }

  @inline(__always)
  init(_ edge: Edge, _ circle: Circle, left: Int32) {
    middle = Int64(circle.x) &- Int64(left)
    sign = edge.side == .left ? Int64(edge.winding) : 0 &- Int64(edge.winding)
    (bulge, fineness) = (circle.bulge, circle.fineness)
  }

  /// The size of a cell, as a power of two in Q16.
  @inline(__always)
  var shift: Int64 { 16 &- fineness }

  /// The arc's point at a column boundary.
  @inline(__always)
  func position(at x: Int64, _ square: Int64, _ roots: borrowing SquareRoots) -> ArcPosition {
    let dx = x &- middle
    return ArcPosition(x: x, distance: Int64(roots.floor(square &- dx &* dx)))
  }

  /// What a piece within one cell adds to it.
  @inline(__always)
  func piece(_ start: ArcPosition, _ end: ArcPosition) -> Int64 {
    let left = start.x & ~0xFFFF
    let rise = end.distance &- start.distance
    // Truncated before the sign is applied: the other direction changes the sign and nothing else.
    let beyond = sign &* ((rise &* (start.x &+ end.x &- 2 &* left)) &>> 13)
    return (sign &* rise) &<< 36 &+ beyond &- segment(end.x &- start.x, rise)
  }

  /// The area between a chord within a cell and its arc, on the circle's outer side.
  @inline(__always)
  private func segment(_ width: Int64, _ rise: Int64) -> Int64 {
    if bulge == 0 { return 0 }
    let (dx, dy) = (width &<< fineness, rise &<< fineness)
    let square = (dx &* dx &+ dy &* dy) &>> 16
    // length³ for 0 ≤ length² ≤ 2, within 0.05.
    let cube = (square &* (32_440 &+ (square &* 30_802) &>> 16)) &>> 16
    return sign &* ((cube &* bulge) &>> 16)
  }
}
