// SPDX-License-Identifier: Apache-2.0

/// A float64 oracle for coverage: shapes as sets of intervals on horizontal lines.
///
/// The area of a shape inside a pixel is integrated over many lines per row, cut where a boundary
/// has a corner or an extremum. It shares nothing with the renderer: no edges, no flattening.
/// It exists to be obviously right, not fast; but it takes no memory for a line, of which an image
/// has tens of thousands: under AddressSanitizer that took two thirds of the tests' time.
package protocol ReferenceShape {
  /// Adds the covered intervals of the line at `y`, in device pixels, to an empty list, in any order.
  func addIntervals(at y: Double, to found: inout [ClosedRange<Double>])
  /// The heights at which the boundary has a corner, a top or a bottom.
  var criticalHeights: [Double] { get }
}

/// A plain affine transform in float64, as in `CGAffineTransform`.
package struct ReferenceTransform: Sendable {
  var a = 1.0, b = 0.0, c = 0.0, d = 1.0, tx = 0.0, ty = 0.0

  package static let identity = ReferenceTransform()

  func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }

  /// This map after `first`.
  func after(_ first: ReferenceTransform) -> ReferenceTransform {
    ReferenceTransform(
      a: a * first.a + c * first.b, b: b * first.a + d * first.b,
      c: a * first.c + c * first.d, d: b * first.c + d * first.d,
      tx: a * first.tx + c * first.ty + tx, ty: b * first.tx + d * first.ty + ty)
  }

  static func scaling(_ x: Double, _ y: Double) -> Self { Self(a: x, d: y) }
  static func translation(_ x: Double, _ y: Double) -> Self { Self(tx: x, ty: y) }
  static func rotation(degrees: Double) -> Self {
    let angle = degrees * .pi / 180
    return Self(a: cos64(angle), b: sin64(angle), c: -sin64(angle), d: cos64(angle))
  }

  /// The user-space line under the device line at `y`, as a point at device x = 0 and a step per x.
  ///
  /// Nil if the transform is singular: the shape is then invisible.
  func line(at y: Double) -> (px: Double, py: Double, dx: Double, dy: Double)? {
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-12 else { return nil }
    let ux = -tx, uy = y - ty
    return (
      (d * ux - c * uy) / determinant, (-b * ux + a * uy) / determinant,
      d / determinant, -b / determinant
    )
  }
}

/// The convex hull, along any line, of discs and of convex polygons: a convex shape given in parts.
package struct ReferenceConvex: ReferenceShape {
  var discs: [(x: Double, y: Double, radius: Double)] = []
  var polygons: [[(x: Double, y: Double)]] = []
  var transform = ReferenceTransform.identity

  package func addIntervals(at y: Double, to found: inout [ClosedRange<Double>]) {
    guard let line = transform.line(at: y) else { return }
    var low = Double.infinity, high = -Double.infinity
    for disc in discs {
      guard let hit = crossing(line, of: disc) else { continue }
      low = min(low, hit.lowerBound)
      high = max(high, hit.upperBound)
    }
    for polygon in polygons {
      guard let hit = crossing(line, of: polygon) else { continue }
      low = min(low, hit.lowerBound)
      high = max(high, hit.upperBound)
    }
    if low < high { found.append(low...high) }
  }

  package var criticalHeights: [Double] {
    let reach = (transform.b * transform.b + transform.d * transform.d).squareRoot()
    return discs.flatMap { disc in
      let middle = transform.apply(disc.x, disc.y).y
      return [middle - disc.radius * reach, middle, middle + disc.radius * reach]
    } + polygons.joined().map { transform.apply($0.x, $0.y).y }
  }

  private func crossing(
    _ line: (px: Double, py: Double, dx: Double, dy: Double),
    of disc: (x: Double, y: Double, radius: Double)
  ) -> ClosedRange<Double>? {
    let a = line.dx * line.dx + line.dy * line.dy
    let ox = line.px - disc.x, oy = line.py - disc.y
    let half = ox * line.dx + oy * line.dy
    let discriminant = half * half - a * (ox * ox + oy * oy - disc.radius * disc.radius)
    guard discriminant > 0 else { return nil }
    let root = discriminant.squareRoot()
    return ((-half - root) / a)...((-half + root) / a)
  }

  private func crossing(
    _ line: (px: Double, py: Double, dx: Double, dy: Double), of polygon: [(x: Double, y: Double)]
  ) -> ClosedRange<Double>? {
    var low = -1e9, high = 1e9
    let orientation = signedArea(polygon) < 0 ? -1.0 : 1.0
    for index in polygon.indices {
      let p = polygon[index], q = polygon[(index + 1) % polygon.count]
      let nx = -(q.y - p.y) * orientation, ny = (q.x - p.x) * orientation
      let at0 = nx * (line.px - p.x) + ny * (line.py - p.y)
      let rate = nx * line.dx + ny * line.dy
      if abs(rate) < 1e-14 {
        if at0 < 0 { return nil }
      } else if rate > 0 {
        low = max(low, -at0 / rate)
      } else {
        high = min(high, -at0 / rate)
      }
    }
    return low < high ? low...high : nil
  }

  private func signedArea(_ polygon: [(x: Double, y: Double)]) -> Double {
    polygon.indices.reduce(0) { sum, index in
      let p = polygon[index], q = polygon[(index + 1) % polygon.count]
      return sum + p.x * q.y - q.x * p.y
    }
  }

  /// A rectangle with quarter discs as corners.
  static func roundedRectangle(
    x: Double, y: Double, width: Double, height: Double, radius: Double,
    transform: ReferenceTransform
  ) -> Self {
    let r = max(0, min(radius, min(width, height) / 2))
    let (x1, y1) = (x + width, y + height)
    func box(_ l: Double, _ t: Double, _ r: Double, _ b: Double) -> [(x: Double, y: Double)] {
      [(l, t), (r, t), (r, b), (l, b)]
    }
    return Self(
      discs: r > 0
        ? [
          (x + r, y + r, r), (x1 - r, y + r, r), (x1 - r, y1 - r, r), (x + r, y1 - r, r),
        ] : [],
      polygons: [box(x + r, y, x1 - r, y1), box(x, y + r, x1, y1 - r)].filter {
        $0[0].x < $0[2].x && $0[0].y < $0[2].y
      },
      transform: transform)
  }

  /// A convex polygon grown by a distance, with round corners.
  static func grown(
    _ polygon: [(x: Double, y: Double)], by distance: Double, transform: ReferenceTransform
  ) -> Self {
    var shape = Self(polygons: [polygon], transform: transform)
    for index in polygon.indices {
      let p = polygon[index], q = polygon[(index + 1) % polygon.count]
      shape.discs.append((p.x, p.y, distance))
      let length = ((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y)).squareRoot()
      let nx = -(q.y - p.y) / length * distance, ny = (q.x - p.x) / length * distance
      shape.polygons.append([
        (p.x + nx, p.y + ny), (q.x + nx, q.y + ny), (q.x - nx, q.y - ny), (p.x - nx, p.y - ny),
      ])
    }
    return shape
  }
}

/// A ring, or a part of one with round caps, in device pixels.
package struct ReferenceRingShape: ReferenceShape {
  var cx: Double, cy: Double, radius: Double, width: Double
  /// Where the arc begins and how far it goes, in turns, clockwise from the top; a sweep of 1 closes it.
  var start = 0.0, sweep = 1.0

  package var criticalHeights: [Double] {
    let outer = radius + width / 2, inner = radius - width / 2
    var heights = [cy - outer, cy - inner, cy, cy + inner, cy + outer]
    for angle in [start, start + sweep] where abs(sweep) < 1 {
      let sine = sin64(angle * 2 * .pi), cosine = cos64(angle * 2 * .pi)
      let y = cy - radius * cosine
      _ = sine
      heights += [y - width / 2, y, y + width / 2, cy - inner * cosine, cy - outer * cosine]
    }
    return heights
  }

  package func addIntervals(at y: Double, to found: inout [ClosedRange<Double>]) {
    let dy = y - cy
    let outer = radius + width / 2, inner = radius - width / 2
    if abs(dy) < outer {
      let far = (outer * outer - dy * dy).squareRoot()
      if abs(dy) < inner {
        let near = (inner * inner - dy * dy).squareRoot()
        addSector((cx - far)...(cx - near), dy, to: &found)
        addSector((cx + near)...(cx + far), dy, to: &found)
      } else {
        addSector((cx - far)...(cx + far), dy, to: &found)
      }
    }
    if abs(sweep) < 1 {
      for end in 0..<2 {
        let angle = end == 0 ? start : start + sweep
        let x = cx + radius * sin64(angle * 2 * .pi), capY = cy - radius * cos64(angle * 2 * .pi)
        let square = width * width / 4 - (y - capY) * (y - capY)
        if square > 0 { found.append((x - square.squareRoot())...(x + square.squareRoot())) }
      }
    }
    merge(&found)
  }

  /// Adds the parts of an interval inside the arc's sector, cut where its two rays cross the line.
  private func addSector(
    _ range: ClosedRange<Double>, _ dy: Double, to found: inout [ClosedRange<Double>]
  ) {
    guard abs(sweep) < 1 else { return found.append(range) }
    // In order from left to right, with equal values for a missing cut.
    let first = cut(range, dy, at: start), second = cut(range, dy, at: start + sweep)
    let middle = range.contains(cx) ? cx : range.lowerBound
    let low = min(first, second), high = max(first, second)
    var left = range.lowerBound
    for number in 0..<4 {
      let right =
        switch number {
        case 0: min(low, middle)
        case 1: max(low, min(high, middle))
        case 2: max(high, middle)
        default: range.upperBound
        }
      if right > left {
        let angle = atan64((left + right) / 2 - cx, -dy) / (2 * .pi)
        let travelled = sweep >= 0 ? angle - start : start - angle
        if travelled - travelled.rounded(.down) <= abs(sweep) { found.append(left...right) }
      }
      left = right
    }
  }

  /// Where a ray crosses a line inside an interval, or else the interval's left end.
  private func cut(_ range: ClosedRange<Double>, _ dy: Double, at angle: Double) -> Double {
    let rx = sin64(angle * 2 * .pi), ry = -cos64(angle * 2 * .pi)
    guard abs(ry) > 1e-14, dy / ry > 0 else { return range.lowerBound }
    let x = cx + rx * dy / ry
    return range.contains(x) ? x : range.lowerBound
  }
}

/// Makes one of intervals that touch.
private func merge(_ ranges: inout [ClosedRange<Double>]) {
  guard ranges.count > 1 else { return }
  ranges.sort { $0.lowerBound < $1.lowerBound }
  var last = 0
  for index in 1..<ranges.count {
    let range = ranges[index]
    if range.lowerBound <= ranges[last].upperBound {
      ranges[last] = ranges[last].lowerBound...max(ranges[last].upperBound, range.upperBound)
    } else {
      last += 1
      ranges[last] = range
    }
  }
  ranges.removeLast(ranges.count - last - 1)
}
