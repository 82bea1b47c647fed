import FixedPoint

/// A disc after a map, as a polygon around it: 16 corners, each the opposite of the one 8 further.
struct DiscPolygon: BitwiseCopyable {
  private var corners = InlineArray<16, DevicePoint>(repeating: DevicePoint(x: 0, y: 0))

  /// A disc of a radius in user space, Q32.
  init(radius: Int64, _ transform: Transform) {
    // The cosines of 0 to 4/16 turn over that of 1/32 turn, Q16, rounded up.
    let cosines: InlineArray<5, Int64> = [66821, 61735, 47250, 25572, 0]
    let r = limited(radius)
    for index in 0..<5 {
      let (x, y) = (
        limitedProduct(r, cosines[index] << 16), limitedProduct(r, cosines[4 - index] << 16)
      )
      set(index, x, y, transform)
      if index > 0 { set(8 - index, -x, y, transform) }
    }
    for index in 0..<8 { corners[index + 8] = -corners[index] }
  }

  private mutating func set(_ index: Int, _ x: Int64, _ y: Int64, _ transform: Transform) {
    let dx = limitedSum(limitedProduct(transform.a.raw, x), limitedProduct(transform.c.raw, y))
    let dy = limitedSum(limitedProduct(transform.b.raw, x), limitedProduct(transform.d.raw, y))
    corners[index] = DevicePoint(x: dx >> 16, y: dy >> 16)
  }

  subscript(index: Int) -> DevicePoint {
    // Not a copy of all for each.
    borrowing get { corners.span[index & 15] }
  }

  /// The corner that lies furthest to one side of a direction; the opposite one, to the other.
  func furthest(across way: DevicePoint) -> Int {
    let corners = corners.span
    var (best, most) = (0, Int64.min)
    // Directions of up to 2³¹ against radii as long: a quarter of them, and no sum overflows. The
    // second half are the first one's opposites.
    for index in 0..<8 {
      let side = (corners[index].x >> 2) * way.y - (corners[index].y >> 2) * way.x
      if abs(side) > most { (best, most) = (side < 0 ? index + 8 : index, abs(side)) }
    }
    return best
  }
}

extension Damage {
  /// Adds the edges of a disc around a place.
  mutating func addDisc(_ disc: DiscPolygon, around place: DevicePoint) {
    for index in 0..<16 { addEdge(place + disc[index], place + disc[index + 1]) }
  }

  /// Adds the edges that a disc leaves to both sides when it goes from one place to another.
  mutating func addSides(_ disc: DiscPolygon, from a: DevicePoint, to b: DevicePoint) {
    let side = disc[disc.furthest(across: b - a)]
    addEdge(a + side, b + side)
    addEdge(a + -side, b + -side)
  }
}
