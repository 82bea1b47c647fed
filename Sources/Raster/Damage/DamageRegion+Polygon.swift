// SPDX-License-Identifier: Apache-2.0

// A polygon grown by a disc: of a convex one only the hull is followed, each side moved out and, at each
// corner, as much of the disc as lies between two sides. In all it takes one disc and one line for each side.
extension DamageRegion {
  /// The most corners that a polygon may have.
  static var cornerCapacity: Int { 16 }

  /// Takes a corner of the polygon that `addGrownPolygon` adds; false where the capacity is exceeded.
  mutating func addCorner(_ corner: DevicePoint) -> Bool {
    if cornerCount > 0 && corners[cornerCount - 1] == corner { return true }
    if cornerCount == corners.capacity { return false }
    corners.append(corner, at: cornerCount)
    cornerCount += 1
    return true
  }

  /// Forgets the corners that were taken.
  mutating func forgetCorners() { cornerCount = 0 }

  /// Adds the edges of the polygon whose corners were taken, grown by the disc.
  mutating func addGrownPolygon() {
    var count = cornerCount
    cornerCount = 0
    while count > 1 && corners[count - 1] == corners[0] { count -= 1 }
    let step = count > 2 ? findSides(count) : 0
    if step != 0 {
      var last = sides[count - 1]
      for index in 0..<count {
        let side = sides[index]
        let here = corners[index]
        while last != side {
          let next = (last + step) & 15
          addEdge(here + disc[last], here + disc[next])
          last = next
        }
        addEdge(here + disc[side], corners[index + 1 == count ? 0 : index + 1] + disc[side])
      }
      return
    }
    for index in 0..<count {
      addDiscs(from: corners[index], to: corners[index + 1 == count ? 0 : index + 1])
    }
  }

  /// Finds the disc's corner that reaches furthest out from each side of a polygon.
  ///
  /// Returns 1 where sides turn in the order of the disc's corners, -1 in the opposite direction, and 0
  /// for a polygon that is not convex, or too thin to decide.
  private mutating func findSides(_ count: Int) -> Int {
    var (area, size) = (Int64(0), Int64(0))
    for index in 1..<count - 1 {
      let (a, b) = (corners[index] - corners[0], corners[index + 1] - corners[0])
      area += cross(a, b)
      size += (abs(a.x) + abs(a.y) + abs(b.x) + abs(b.y)) >> 4
    }
    let turn = cross(disc[0], disc[4])
    // The products are off by their factors' sizes at most, since these are cut off.
    if abs(area) <= 2 * size || turn == 0 { return 0 }
    let step = (area > 0) == (turn > 0) ? 1 : -1
    for index in 0..<count {
      let direction = corners[index + 1 == count ? 0 : index + 1] - corners[index]
      sides[index] = (disc.furthest(across: direction) + (area > 0 ? 0 : 8)) & 15
    }
    var (sum, last) = (0, sides[count - 1])
    for index in 0..<count {
      sum += ((sides[index] - last) * step) & 15
      last = sides[index]
    }
    // All sides together make one turn; around a corner that points inwards it would be more.
    return sum == 16 ? step : 0
  }
}

/// The area of the parallelogram of two vectors of up to 2³³, in 2⁻²⁴ of a pixel's.
private func cross(_ a: DevicePoint, _ b: DevicePoint) -> Int64 {
  (a.x >> 4) * (b.y >> 4) - (a.y >> 4) * (b.x >> 4)
}
