// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Outline {
  /// Adds the polygon whose corners and normals are found, grown by a distance, if it is convex.
  ///
  /// Its sides, moved out, are joined by arcs around its corners: one contour that nowhere overlaps
  /// itself, so that areas add up. Adds nothing, and returns false, for any other polygon. The corners
  /// go clockwise, and each normal is as long as the distance.
  mutating func addConvexPolygon(outset: Int64) -> Bool {
    if cornerCount < 3 || !isConvex { return false }
    var before = corners[cornerCount - 1]
    move(corners[0].x + before.nx, corners[0].y + before.ny)
    for index in 0..<cornerCount {
      let corner = corners[index]
      let start = direction(before)
      arc(
        corner.x, corner.y, radius: outset, start: start, sweep: sweep(from: before, to: corner),
        to: corner.x + corner.nx, corner.y + corner.ny)
      let next = corners[index + 1 == cornerCount ? 0 : index + 1]
      line(next.x + corner.nx, next.y + corner.ny)
      before = corner
    }
    close()
    return true
  }

  /// Whether each corner turns clockwise, by less than half a turn, and all of them by one turn.
  private var isConvex: Bool {
    var sum: Int64 = 0
    var before = corners[cornerCount - 1]
    for index in 0..<cornerCount {
      let sweep = self.sweep(from: before, to: corners[index])
      if sweep <= 0 || sweep >= 1 << 31 { return false }
      sum += sweep
      before = corners[index]
    }
    // Each angle is rounded; another number of turns is off by a whole one.
    return abs(sum - 1 << 32) < 1 << 24
  }

  /// How far a side turns clockwise from the one before it, 0 up to a turn, in 2⁻³² turn.
  private func sweep(from first: Corner, to second: Corner) -> Int64 {
    (direction(second) - direction(first)) & 0xFFFF_FFFF
  }

  /// The direction of a side's normal, in 2⁻³² turn.
  private func direction(_ corner: Corner) -> Int64 {
    Angle.atan2(y: Fixed(raw: corner.ny), x: Fixed(raw: corner.nx)).raw
  }
}
