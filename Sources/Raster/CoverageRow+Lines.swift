extension CoverageRow {
  /// Adds the part of a straight line between two heights within the row; `left` is the row's begin, Q16.
  @inline(__always)
  mutating func addLine(_ edge: inout Edge, _ y0: Int32, _ y1: Int32, left: Int32) {
    let height = edge.winding &* (y1 &- y0)
    let (x0, x1) = (edge.x(at: y0) &- left, edge.x(at: y1) &- left)
    if x0 >> 16 == x1 >> 16 && UInt32(bitPattern: x0) >> 16 < UInt32(width) {
      addWithin(Int64(x0), Int64(x1), Int64(height))
    } else {
      addAcross(&edge, x0, y0, x1, y1, left: left)
    }
  }

  /// Adds a part of a line that does not lie within one of the row's pixels.
  private mutating func addAcross(
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
    // Left to right, a line that goes down to the left is passed upwards. The winding comes in last:
    // it changes the signs and nothing else.
    let sign: Int64 = x0 <= x1 ? 1 : -1
    let (start, end) = x0 <= x1 ? (y0, y1) : (y1, y0)
    var (cell, place, height0) = (first >> 16, first, start)
    if cell < 0 {
      height0 = edge.y(at: Int64(left))
      change(0, (winding &* sign &* Int64(height0 &- start)) << 4, 0)
      (cell, place) = (0, 0)
    }
    while cell < min(last >> 16, beyond) {
      let next = (cell &+ 1) << 16
      let height1 = edge.y(at: next &+ Int64(left))
      let height = sign &* Int64(height1 &- height0)
      let part = (height &* ((place & 0xFFFF) &+ 65536)) >> 13
      change(cell, (winding &* height) << 4, winding &* part)
      (cell, place, height0) = (cell &+ 1, next, height1)
    }
    if cell < beyond {
      let height = sign &* Int64(end &- height0)
      let part = (height &* ((place & 0xFFFF) &+ (last & 0xFFFF))) >> 13
      change(cell, (winding &* height) << 4, winding &* part)
    }
  }
}
