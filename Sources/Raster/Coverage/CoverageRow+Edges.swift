// SPDX-License-Identifier: Apache-2.0

import DisplayList

extension CoverageRow {
  /// Adds a list of edges to the row from `top` to `bottom`, and removes edges that end there.
  ///
  /// All heights and `left`, the start of the row, are in Q16. Returns the list's first edge, or -1.
  ///
  /// Most edges of a text are within one pixel: these are added in place, all others by calls, so that the
  /// loop's values stay in registers. For the same reason this function is never inlined.
  @_optimize(speed)
  @inline(never)
  mutating func addEdges(
    _ list: inout EdgeList, from first: Int32, top: Int32, bottom: Int32, left: Int32
  ) -> Int32 {
    let width = UInt32(truncatingIfNeeded: self.width)
    // All accesses below are within these ranges: positions are compared with the width, and edges with
    // their count.
    let cells = unsafe cells.pointer(to: self.width)
    let touched = unsafe touched.pointer(to: (self.width &+ 63) &>> 6)
    let count = UInt32(truncatingIfNeeded: list.count)
    let edges = unsafe list.edges.pointer(to: list.count)
    let groupShift = groupShift
    var (first, previous, index, groups) = (first, Int32(-1), first, UInt64(0))
    while index >= 0 {
      precondition(UInt32(bitPattern: index) < count, "No such edge.")
      let edge = unsafe edges + Int(index)
      let (y0, y1) = unsafe (max(top, edge.pointee.y0), min(bottom, edge.pointee.y1))
      if y0 >= y1 {
        // The edge ends where the row begins.
      } else if unsafe edge.pointee.circle < 0 {
        let x0 = unsafe edge.pointee.x(at: y0) &- left
        let x1 = unsafe edge.pointee.x(at: y1) &- left
        let cell = UInt32(bitPattern: x0) &>> 16
        if cell == UInt32(bitPattern: x1) &>> 16 && cell < width {
          let height = unsafe Int64(edge.pointee.winding &* (y1 &- y0))
          let fractions = Int64((x0 & 0xFFFF) &+ (x1 & 0xFFFF))
          let index = UInt64(cell)
          unsafe cells[Int(index)] &+= height &<< 36 &+ (height &* fractions) &>> 13
          unsafe touched[Int(index &>> 6)] |= 1 &<< (index & 63)
          groups |= 1 &<< (index &>> groupShift)
        } else {
          unsafe addAcross(&edge.pointee, x0, y0, x1, y1, left: left)
        }
      } else {
        unsafe addArc(edge.pointee, &list, y0, y1, left: left)
      }
      let next = unsafe edge.pointee.next
      if unsafe edge.pointee.y1 > bottom {
        previous = index
      } else if previous >= 0 {
        unsafe edges[Int(previous)].next = next
      } else {
        first = next
      }
      index = next
    }
    self.groups |= groups
    return first
  }
}

extension CoverageRow {
  /// Adds a segment of a line that spans several of the row's pixels.
  ///
  /// Positions are relative to `left`, the row's start in Q16.
  @inline(never)
  mutating func addAcross(
    _ edge: inout Edge, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, left: Int32
  ) {
    let (first, last) = (Int64(min(x0, x1)), Int64(max(x0, x1)))
    let beyond = Int64(width)
    if first >> 16 >= beyond { return }
    let winding = Int64(edge.winding)
    if last <= 0 { return addBefore(winding &* Int64(y1 &- y0)) }
    edge.prepareRise()
    // From left to right; a line that goes down to the left is followed upwards. The winding is applied
    // last: it changes only the signs.
    let sign: Int64 = x0 <= x1 ? 1 : -1
    let (start, end) = x0 <= x1 ? (y0, y1) : (y1, y0)
    var (cell, fraction, height0) = (first >> 16, first & 0xFFFF, start)
    if cell < 0 {
      height0 = edge.y(at: Int64(left))
      addBefore(winding &* sign &* Int64(height0 &- start))
      (cell, fraction) = (0, 0)
    }
    let stop = min(last >> 16, beyond)
    for touched in Int(cell)...Int(min(stop, beyond &- 1)) { touch(touched) }
    // All cells up to the last touched one are in the row.
    let cells = unsafe cells.pointer(to: width)
    // Heights at the pixel boundaries: the results of `Edge.y(at:)`, found by stepping.
    var y = edge.rise &* (Int64(left) &- Int64(edge.x0) &+ (cell &+ 1) << 16) &+ 1 << 30
    while cell < stop {
      let height1 = edge.y0 &+ Int32(truncatingIfNeeded: y &>> 31)
      y &+= edge.rise &<< 16
      let height = sign &* Int64(height1 &- height0)
      let area = (height &* (fraction &+ 65536)) &>> 13
      unsafe cells[Int(cell)] &+= winding &* (height &<< 36 &+ area)
      (cell, fraction, height0) = (cell &+ 1, 0, height1)
    }
    if cell < beyond {
      let height = sign &* Int64(end &- height0)
      let area = (height &* (fraction &+ last & 0xFFFF)) &>> 13
      unsafe cells[Int(cell)] &+= winding &* (height &<< 36 &+ area)
    }
  }
}

// An arc is followed from left to right by its x (Q16 from the row's start) and its distance (how far above
// or below the circle's centre, Q16). On the left side distances grow, on the right side they fall. The
// difference is the added height, up to the sign of the winding.

extension CoverageRow {
  /// Adds the segment of an arc between two heights within the row; `left` is the row's start, Q16.
  @inline(never)
  @_optimize(speed)
  mutating func addArc(
    _ edge: Edge, _ list: inout EdgeList, _ y0: Int32, _ y1: Int32, left: Int32
  ) {
    let number = Int(edge.circle)
    let (x, middle) = (list.circles[number].x, list.circles[number].y)
    if x &+ (edge.side == .left ? 0 : list.circles[number].radius) <= left {
      return addBefore(Int64(edge.winding &* (y1 &- y0)))
    }
    let arc = RowArc(edge, list.circles[number], left: left)
    let last = Int32(65535) &>> Int32(truncatingIfNeeded: arc.fineness)
    var y = y0
    while y < y1 {
      // Each segment is above or below the centre.
      let next = min((y | last) &+ 1, y < middle ? min(middle, y1) : y1)
      let (start, end) = arc.ends(
        of: &list.circles[number], isLeft: edge.side == .left, y, next, roots)
      add(arc, start, end, square: list.circles[number].square)
      y = next
    }
  }

  /// Adds one side's segment of an arc, from left to right.
  @inline(never)
  @_optimize(speed)
  private mutating func add(
    _ arc: RowArc, _ start: ArcPosition, _ end: ArcPosition, square: Int64
  ) {
    let cell = start.x &>> 16
    if start.x &>> arc.shift == end.x &>> arc.shift
      && UInt64(bitPattern: cell) < UInt64(truncatingIfNeeded: width)
    {
      cells[Int(truncatingIfNeeded: cell)] &+= arc.piece(start, end)
      touch(Int(truncatingIfNeeded: cell))
    } else {
      addAcross(arc, start, end, square: square)
    }
  }

  /// Adds one side's segment of an arc that spans several cells of the row, cell by cell.
  ///
  /// A cell is a pixel or a fraction of one. Rows that an arc only crosses seldom need this, except for
  /// small circles: see `EdgeCrossingScanline`.
  private mutating func addAcross(
    _ arc: RowArc, _ start: ArcPosition, _ end: ArcPosition, square: Int64
  ) {
    let beyond = Int64(width) &<< 16
    if start.x >= beyond { return }
    var position = start
    if position.x < 0 {
      position = end.x <= 0 ? end : arc.position(at: 0, square, roots)
      addBefore(arc.sign &* (position.distance &- start.distance))
      if end.x <= 0 { return }
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

/// A point of an arc, relative to the row's start and to the height of the circle's centre, Q16.
struct ArcPosition {
  var x: Int64
  var distance: Int64
}

/// An arc's geometry within a row.
struct RowArc {
  /// The circle's centre, Q16 from the row's start.
  let middle: Int64
  /// The sign of a growing distance: 1 for down or -1 for up.
  let sign: Int64
  let bulge: Int64
  let fineness: Int64

  /// A circle's sides in the frame's columns: the left side counts up and the right side down.
  ///
  /// The cells are whole pixels.
  init(_ circle: Circle) {
    (middle, sign) = (Int64(circle.x), 1)
    (bulge, fineness) = (circle.bulge, 0)
  }

  init(_ edge: Edge, _ circle: Circle, left: Int32) {
    middle = Int64(circle.x) &- Int64(left)
    sign = edge.side == .left ? Int64(edge.winding) : 0 &- Int64(edge.winding)
    (bulge, fineness) = (circle.bulge, circle.fineness)
  }

  /// The size of a cell, as a power of two in Q16.
  var shift: Int64 { 16 &- fineness }

  /// The ends of a side between two heights on one side of the centre, from left to right.
  func ends(
    of circle: inout Circle, isLeft: Bool, _ y0: Int32, _ y1: Int32, _ roots: borrowing SquareRoots
  ) -> (ArcPosition, ArcPosition) {
    let (half0, half1) = circle.halfChords(at: y0, y1, roots)
    let (away0, away1) = (Int64(y0 &- circle.y), Int64(y1 &- circle.y))
    // The end that is nearer to the vertical through the centre is farther from the horizontal through it.
    let isLower = y0 >= circle.y
    let (inner, far) = isLower ? (Int64(half1), away1) : (Int64(half0), 0 &- away0)
    let (outer, near) = isLower ? (Int64(half0), away0) : (Int64(half1), 0 &- away1)
    if isLeft {
      return (
        ArcPosition(x: middle &- outer, distance: near),
        ArcPosition(x: middle &- inner, distance: far)
      )
    }
    return (
      ArcPosition(x: middle &+ inner, distance: far),
      ArcPosition(x: middle &+ outer, distance: near)
    )
  }

  /// The arc's point at a column boundary.
  func position(at x: Int64, _ square: Int64, _ roots: borrowing SquareRoots) -> ArcPosition {
    let dx = x &- middle
    return ArcPosition(x: x, distance: Int64(roots.floor(square &- dx &* dx)))
  }

  /// The contribution of a segment within one cell.
  func piece(_ start: ArcPosition, _ end: ArcPosition) -> Int64 {
    let left = start.x & ~0xFFFF
    let rise = end.distance &- start.distance
    // Truncated before the sign is applied: the other direction changes only the sign.
    let beyond = sign &* ((rise &* (start.x &+ end.x &- 2 &* left)) &>> 13)
    return (sign &* rise) &<< 36 &+ beyond &- segment(end.x &- start.x, rise)
  }

  /// The area between a chord within a cell and its arc, on the circle's outer side.
  private func segment(_ width: Int64, _ rise: Int64) -> Int64 {
    if bulge == 0 { return 0 }
    let (dx, dy) = (width &<< fineness, rise &<< fineness)
    let square = (dx &* dx &+ dy &* dy) &>> 16
    // length³ for 0 ≤ length² ≤ 2, within 0.05.
    let cube = (square &* (32_440 &+ (square &* 30_802) &>> 16)) &>> 16
    return sign &* ((cube &* bulge) &>> 16)
  }
}
