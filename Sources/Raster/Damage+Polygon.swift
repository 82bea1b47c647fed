// A polygon grown by a disc: of a convex one only the hull is followed, each side moved out and, at each
// corner, as much of the disc as lies between two sides. In all it takes one disc and one line for each side.
extension Damage {
  /// The most corners that a polygon may have.
  static var cornerCapacity: Int { 16 }

  /// Takes a corner of the polygon that `addPolygon` adds; false where there is no room.
  mutating func addCorner(_ place: DevicePoint) -> Bool {
    if cornerCount > 0 && corners[cornerCount - 1] == place { return true }
    if cornerCount == corners.capacity { return false }
    corners.store(place, at: cornerCount)
    cornerCount += 1
    return true
  }

  /// Adds the edges of the polygon whose corners were taken, grown by a disc.
  mutating func addPolygon(grownBy disc: DiscPolygon) {
    var count = cornerCount
    cornerCount = 0
    while count > 1 && corners[count - 1] == corners[0] { count -= 1 }
    if count > 2, let walk = HullWalk(corners, count, disc) {
      var last = walk.outward(count - 1, corners, disc)
      for index in 0..<count {
        let side = walk.outward(index, corners, disc)
        let here = corners[index]
        while last != side {
          let next = (last + walk.step) & 15
          addEdge(here + disc[last], here + disc[next])
          last = next
        }
        addEdge(here + disc[side], corners[index + 1 == count ? 0 : index + 1] + disc[side])
      }
      return
    }
    for index in 0..<count {
      addDisc(disc, around: corners[index])
      let next = corners[index + 1 == count ? 0 : index + 1]
      if count > 1 { addSides(disc, from: corners[index], to: next) }
    }
  }
}

/// The way around a convex polygon.
private struct HullWalk {
  /// 1 where sides turn as the disc's corners follow each other, -1 otherwise.
  let step: Int
  private let isClockwise: Bool
  private let count: Int

  /// Nil for a polygon that is not convex, or too thin to tell.
  init?(_ corners: borrowing Storage<DevicePoint>, _ count: Int, _ disc: DiscPolygon) {
    self.count = count
    var (area, size) = (Int64(0), Int64(0))
    for index in 1..<count - 1 {
      let (a, b) = (corners[index] - corners[0], corners[index + 1] - corners[0])
      area += cross(a, b)
      size += (abs(a.x) + abs(a.y) + abs(b.x) + abs(b.y)) >> 4
    }
    let turn = cross(disc[0], disc[4])
    // The products are off by their factors' sizes at most, since these are cut off.
    if abs(area) <= 2 * size || turn == 0 { return nil }
    isClockwise = area > 0
    step = isClockwise == (turn > 0) ? 1 : -1
    var sum = 0
    var last = outward(count - 1, corners, disc)
    for index in 0..<count {
      let side = outward(index, corners, disc)
      sum += ((side - last) * step) & 15
      last = side
    }
    // All sides together make one turn; around a corner that points inwards it would be more.
    if sum != 16 { return nil }
  }

  /// The disc's corner that reaches furthest out from a side.
  func outward(
    _ index: Int, _ corners: borrowing Storage<DevicePoint>, _ disc: DiscPolygon
  ) -> Int {
    let way = corners[index + 1 == count ? 0 : index + 1] - corners[index]
    return (disc.furthest(across: way) + (isClockwise ? 0 : 8)) & 15
  }
}

/// The area of the parallelogram of two vectors of up to 2³³, in 2⁻²⁴ of a pixel's.
private func cross(_ a: DevicePoint, _ b: DevicePoint) -> Int64 {
  (a.x >> 4) * (b.y >> 4) - (a.y >> 4) * (b.x >> 4)
}
