// SPDX-License-Identifier: Apache-2.0

/// Converts contours for the even-odd rule to contours for the nonzero rule.
enum EvenOddOutline {
  /// The contours with alternating direction from outside to inside; nil where some cross.
  static func turned(_ contours: [[OutlinePoint]]) -> [[OutlinePoint]]? {
    let polygons = contours.map(polygon)
    for index in polygons.indices {
      for other in polygons[...index] where cross(polygons[index], other) { return nil }
    }
    return contours.indices.map { index in
      var depth = 0
      for other in polygons.indices
      where other != index && contains(polygons[other], polygons[index]) { depth += 1 }
      let isForward = area(polygons[index]) >= 0
      return isForward == (depth % 2 == 0) ? contours[index] : reversed(contours[index])
    }
  }

  private typealias Point = (x: Int, y: Int)

  /// A contour's curves as eight lines each.
  private static func polygon(_ contour: [OutlinePoint]) -> [Point] {
    var points: [Point] = []
    var index = 0
    while index < contour.count {
      let point = contour[index]
      if point.isOnCurve {
        points.append((16 * point.x, 16 * point.y))
      } else if let start = points.last {
        let end = contour[(index + 1) % contour.count]
        for step in 1..<8 {
          let (t, s) = (step, 8 - step)
          points.append(
            (
              (start.x * s * s + 16 * (2 * point.x * s * t + end.x * t * t)) / 64,
              (start.y * s * s + 16 * (2 * point.y * s * t + end.y * t * t)) / 64
            ))
        }
      }
      index += 1
    }
    return points
  }

  /// Twice the area, with its sign.
  private static func area(_ polygon: [Point]) -> Int {
    var sum = 0
    for index in polygon.indices {
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      sum += a.x * b.y - a.y * b.x
    }
    return sum
  }

  /// The side of a line on which a point is.
  private static func side(_ a: Point, _ b: Point, _ p: Point) -> Int {
    ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)).signum()
  }

  /// Whether an edge of one polygon crosses an edge of the other; touching edges do not cross.
  private static func cross(_ polygon: [Point], _ other: [Point]) -> Bool {
    for index in polygon.indices {
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      for second in other.indices {
        let (c, d) = (other[second], other[(second + 1) % other.count])
        if max(a.x, b.x) < min(c.x, d.x) || max(c.x, d.x) < min(a.x, b.x) { continue }
        if max(a.y, b.y) < min(c.y, d.y) || max(c.y, d.y) < min(a.y, b.y) { continue }
        if side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0 { return true }
      }
    }
    return false
  }

  /// Whether a polygon is within another polygon that it does not cross: most of its corners are.
  private static func contains(_ outer: [Point], _ inner: [Point]) -> Bool {
    var count = 0
    for p in inner {
      var isInside = false
      for index in outer.indices {
        let (a, b) = (outer[index], outer[(index + 1) % outer.count])
        guard (a.y > p.y) != (b.y > p.y) else { continue }
        if side(a, b, p) == (b.y > a.y ? 1 : -1) { isInside.toggle() }
      }
      if isInside { count += 1 }
    }
    return 2 * count > inner.count
  }

  /// The contour in reverse, from the same point on.
  private static func reversed(_ contour: [OutlinePoint]) -> [OutlinePoint] {
    var points = [contour[0]] + contour[1...].reversed()
    for index in points.indices { points[index].isLast = index == points.count - 1 }
    return points
  }
}
