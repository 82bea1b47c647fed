// SPDX-License-Identifier: Apache-2.0

extension CoverageRow {
  /// Adds a list of edges to the row from `top` to `bottom`, and removes those that end there.
  ///
  /// All heights and `left`, the begin of the row, are in Q16. Returns the list's first edge, or -1.
  ///
  /// Most edges of a text lie within one pixel: these are added in place, all others by calls, so that the
  /// loop's values stay in registers.
  @_optimize(speed)
  mutating func addEdges(
    _ list: inout EdgeList, from first: Int32, top: Int32, bottom: Int32, left: Int32
  ) -> Int32 {
    let width = UInt32(truncatingIfNeeded: self.width)
    // All accesses below lie within these: positions are compared with the width, and edges with
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
        // It ends where the row begins.
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
        addArc(&list, Int(index), y0, y1, left: left)
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

  /// Adds the piece of an arc between two heights within the row.
  @inline(never)
  @_optimize(speed)
  private mutating func addArc(
    _ list: inout EdgeList, _ index: Int, _ y0: Int32, _ y1: Int32, left: Int32
  ) {
    let edge = list.edges[index]
    addArc(edge, of: &list.circles[Int(edge.circle)], y0, y1, left: left)
  }
}

extension CoverageRow {
  /// Adds a piece of a line that spans several of the row's pixels.
  ///
  /// Positions are relative to `left`, the row's begin in Q16.
  @inline(never)
  mutating func addAcross(
    _ edge: inout Edge, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, left: Int32
  ) {
    let (first, last) = (Int64(min(x0, x1)), Int64(max(x0, x1)))
    let beyond = Int64(width)
    if first >> 16 >= beyond { return }
    let winding = Int64(edge.winding)
    if last <= 0 {
      change(0, (winding &* Int64(y1 &- y0)) << 4, 0)
      return
    }
    edge.prepareRise()
    // Left to right, a line that goes down to the left is followed upwards. The winding is applied last:
    // it changes only the signs.
    let sign: Int64 = x0 <= x1 ? 1 : -1
    let (start, end) = x0 <= x1 ? (y0, y1) : (y1, y0)
    var (cell, fraction, height0) = (first >> 16, first & 0xFFFF, start)
    if cell < 0 {
      height0 = edge.y(at: Int64(left))
      change(0, (winding &* sign &* Int64(height0 &- start)) << 4, 0)
      (cell, fraction) = (0, 0)
    }
    let stop = min(last >> 16, beyond)
    touch(Int(cell), through: Int(min(stop, beyond &- 1)))
    // All cells up to the last one that is touched lie in the row.
    let cells = unsafe cells.pointer(to: width)
    // Heights at the pixel boundaries: what `Edge.y(at:)` gives, found by stepping.
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
