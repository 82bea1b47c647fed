// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// A transformed disc, as a polygon around it: 16 corners, each opposite to the one 8 further.
///
/// Not an inline array, which is copied as a whole for each of its corners.
struct DiscPolygon: ~Copyable {
  private var corners = RigidArray<DevicePoint>(capacity: 16, initial: DevicePoint(x: 0, y: 0))

  /// Becomes a disc of a radius in user space, Q32.
  mutating func set(radius: Int64, _ transform: Transform) {
    // The cosines of 0 to 4/16 turn over that of 1/32 turn, Q16, rounded up.
    let cosines: InlineArray<5, Int64> = [66821, 61735, 47250, 25572, 0]
    let r = saturated(radius)
    // First what the distances to the right and, behind them, those down add on each axis.
    for index in 0..<5 {
      let offset = saturatingProduct(r, cosines[index] << 16)
      corners[index] = DevicePoint(
        x: saturatingProduct(transform.a.raw, offset), y: saturatingProduct(transform.b.raw, offset)
      )
      corners[12 - index] = DevicePoint(
        x: saturatingProduct(transform.c.raw, offset), y: saturatingProduct(transform.d.raw, offset)
      )
    }
    for index in 0..<5 {
      let (right, down) = (corners[index], corners[index + 8])
      set(8 - index, down - right)
      set(index, down + right)
    }
  }

  /// Sets a corner, given in Q32, and the opposite one.
  private mutating func set(_ index: Int, _ point: DevicePoint) {
    let corner = DevicePoint(x: point.x >> 16, y: point.y >> 16)
    corners[index & 15] = corner
    corners[(index + 8) & 15] = -corner
  }

  subscript(index: Int) -> DevicePoint { corners[index & 15] }

  /// The corner that lies furthest to one side of a direction; the opposite one, to the other.
  func furthest(across direction: DevicePoint) -> Int {
    var (best, most) = (0, Int64.min)
    // Directions of up to 2³¹ against radii as long: a quarter of them, and no sum overflows. The
    // second half are the first one's opposites.
    for index in 0..<8 {
      let side = (corners[index].x >> 2) * direction.y - (corners[index].y >> 2) * direction.x
      if abs(side) > most { (best, most) = (side < 0 ? index + 8 : index, abs(side)) }
    }
    return best
  }
}

extension DamageRegion {
  /// Adds the edges of the disc around a point.
  mutating func addDisc(around point: DevicePoint) { addDiscs(from: point, to: point) }

  /// Adds the edges around the area that the disc sweeps from one point to another.
  ///
  /// These are one half of the disc around each point, and a line on each side between them.
  mutating func addDiscs(from a: DevicePoint, to b: DevicePoint) {
    let direction = b - a
    let side = disc.furthest(across: direction)
    let corner = disc[side + 4]
    // Which half is in front; the factors are cut off as those of the sides are.
    let isAhead = (corner.x >> 2) * direction.x + (corner.y >> 2) * direction.y >= 0
    let (first, second) = isAhead ? (b, a) : (a, b)
    for index in side..<side + 8 {
      addEdge(first + disc[index], first + disc[index + 1])
      addEdge(second + disc[index + 8], second + disc[index + 9])
    }
    if a == b { return }
    addEdge(a + disc[side], b + disc[side])
    addEdge(a + disc[side + 8], b + disc[side + 8])
  }
}
