// SPDX-License-Identifier: Apache-2.0

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
