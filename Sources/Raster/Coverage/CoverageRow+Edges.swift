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
