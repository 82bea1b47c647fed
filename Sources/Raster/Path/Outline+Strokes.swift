// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// A point of a flattened path and the straight segment that begins there, in Q32.
struct Corner: BitwiseCopyable {
  var x: Int64
  var y: Int64
  var normal = Normal(x: 0, y: 0, length: 0)
}

/// A vector from a segment to its left side (seen along it), as long as the pen's radius, and the segment's length.
struct Normal: BitwiseCopyable {
  var x: Int64
  var y: Int64
  var length: Int64

  var reversed: Normal { Normal(x: -x, y: -y, length: length) }

  /// Its direction, in 2⁻³² turn.
  var angle: Int64 { Angle.atan2(y: Fixed(raw: y), x: Fixed(raw: x)).raw }
}

// A stroke is the union of the pen's area along each segment (a box), at each joint (a wedge on its outer
// side) and at the ends (half discs). All of these are contours of one direction. Where two share a side it
// cancels out, and the remaining sides are exactly one contour: along the left sides, around the end, back
// along the right sides. The contour may overlap itself, but it winds at least once around every covered
// point and around no other. Its inside is found by the winding number, so that no overlap counts twice. At
// the inner side of a joint the contour goes through the joint itself, or straight across where both boxes
// cover the difference.

extension Outline {
  /// Adds the contour of each subpath's stroke, or of its inside for a radius below 0.
  ///
  /// The subpaths are those of the current group, relative to its first point.
  mutating func addGroup(radius: Int64) {
    keepsArcs = false
    // 0.024 pixels, half of that inside: a text has hundreds of small arcs.
    tolerance = 12
    cornerCount = 0
    var hasLine = false
    var controls: (first: Point, second: Point)?
    for index in 0..<groups.elementCount {
      switch groups.elements[index] {
      case .move(let point):
        endSubpath(radius, isClosed: false, hasLine: hasLine)
        addCorner(point)
        hasLine = false
      case .line(let point):
        if let (first, second) = controls {
          addCurveCorners(first, second, point)
          controls = nil
        } else {
          addCorner(point)
        }
        hasLine = true
      case .quadratic(let control, let end):
        addCurveCorners(control, end)
        hasLine = true
      case .cubic(let first, let second): controls = (first, second)
      case .close:
        let first = cornerCount > 0 ? corners[0] : nil
        endSubpath(radius, isClosed: true, hasLine: true)
        // Elements without a move start at the subpath's start.
        if let first { addCorner(first.x, first.y) }
        hasLine = false
      }
    }
    endSubpath(radius, isClosed: false, hasLine: hasLine)
  }

  /// Adds the pen's area along a straight line between two points.
  mutating func addLine(fromX x0: Int64, y y0: Int64, toX x1: Int64, y y1: Int64, radius: Int64) {
    cornerCount = 0
    addCorner(x0, y0)
    addCorner(x1, y1)
    endSubpath(radius, isClosed: false, hasLine: true)
  }

  /// Adds an arc with a pen that extends beyond its centre, as the stroke of its centre line.
  mutating func addThickArc(_ ring: RingShape, first: Int64, span: Int64) {
    cornerCount = 0
    let count =
      span / (Int64(CirclePolygon.step(radius: pixels(ring.radius), tolerance: 1)) << 19) + 1
    for piece in 0...count {
      let point = ring.end(first + span * piece / count)
      addCorner(point.x, point.y)
    }
    endSubpath(ring.cap, isClosed: false, hasLine: true)
  }

  /// Adds a convex polygon, grown by a distance with round corners.
  mutating func addPolygon(
    _ path: PathRange, of scene: borrowing Scene, outset: Int64
  ) {
    cornerCount = 0
    for index in path.indices {
      switch scene.elements[index] {
      case .move(let end), .line(let end), .quadratic(_, let end): addCorner(end)
      case .cubic, .close: break
      }
    }
    dropRepeatedEnd()
    if cornerCount == 0 { return }
    if outset == 0 { return addPolygon() }
    if cornerCount == 1 {
      return fullCircle(corners[0].x, corners[0].y, radius: outset, isClockwise: true)
    }
    if isCounterclockwise() { reverseCorners() }
    findNormals(count: cornerCount, radius: outset)
    if addConvexPolygon(outset: outset) { return }
    beginUnion()
    addContour(along: 0..<cornerCount, of: cornerCount, outset)
    endUnion()
  }

  /// Adds the polygon of `corners` unchanged.
  private mutating func addPolygon() {
    move(corners[0].x, corners[0].y)
    for index in 1..<cornerCount { line(corners[index].x, corners[index].y) }
    close()
  }

  private mutating func addCorner(_ point: Point) {
    let (x, y) = point.withinLimits
    addCorner(x, y)
  }

  /// Adds a point unless it repeats the last one.
  private mutating func addCorner(_ x: Int64, _ y: Int64) {
    if cornerCount > 0 && corners[cornerCount - 1].x == x && corners[cornerCount - 1].y == y {
      return
    }
    if cornerCount == corners.capacity {
      cornersOverflowed = true
      return
    }
    corners.append(Corner(x: x, y: y), counting: &cornerCount)
  }

  private mutating func addCurveCorners(_ control: Point, _ end: Point) {
    if cornerCount > 0 {
      let last = corners[cornerCount - 1]
      let curve = Curve(
        Point(Fixed(raw: last.x), Fixed(raw: last.y)), control, end, maximumScale)
      for piece in 1..<curve.pieceCount {
        let corner = curve.corner(piece)
        addCorner(corner.x, corner.y)
      }
    }
    addCorner(end)
  }

  private mutating func addCurveCorners(_ first: Point, _ second: Point, _ end: Point) {
    if cornerCount > 0 {
      let last = corners[cornerCount - 1]
      let curve = CubicCurve(
        Point(Fixed(raw: last.x), Fixed(raw: last.y)), first, second, end, maximumScale)
      for piece in 1..<curve.pieceCount {
        let corner = curve.corner(piece)
        addCorner(corner.x, corner.y)
      }
    }
    addCorner(end)
  }

  @inline(never)
  private mutating func endSubpath(_ radius: Int64, isClosed: Bool, hasLine: Bool) {
    if isClosed { dropRepeatedEnd() }
    if radius < 0 {
      if cornerCount > 1 { addPolygon() }
    } else if cornerCount == 1 {
      if hasLine {
        fullCircle(corners[0].x, corners[0].y, radius: radius, isClockwise: true)
      }
    } else if cornerCount > 1 {
      let count = isClosed ? cornerCount : cornerCount - 1
      findNormals(count: count, radius: radius)
      if isClosed { addContour(along: 0..<count, of: count, radius) }
      addContour(along: (isClosed ? count : 0)..<2 * count, of: count, radius)
    }
    cornerCount = 0
  }

  private mutating func dropRepeatedEnd() {
    while cornerCount > 1 && corners[cornerCount - 1].x == corners[0].x
      && corners[cornerCount - 1].y == corners[0].y
    {
      cornerCount -= 1
    }
  }

  /// The sign of the area of the corners' polygon decides, with y down.
  private mutating func isCounterclockwise() -> Bool {
    var area: Int64 = 0
    for index in 1..<cornerCount - 1 {
      let (ax, ay) = (corners[index].x - corners[0].x, corners[index].y - corners[0].y)
      let (bx, by) = (corners[index + 1].x - corners[0].x, corners[index + 1].y - corners[0].y)
      area = saturatingSum(
        area,
        saturatingSum(
          saturatingProduct(saturated(ax), saturated(by)),
          -saturatingProduct(saturated(ay), saturated(bx))))
    }
    return area < 0
  }

  private mutating func reverseCorners() {
    for index in 0..<cornerCount / 2 {
      let other = corners[cornerCount - 1 - index]
      corners[cornerCount - 1 - index] = corners[index]
      corners[index] = other
    }
  }

  private mutating func findNormals(count: Int, radius: Int64) {
    for index in 0..<count {
      let next = corners[index + 1 == cornerCount ? 0 : index + 1]
      let (dx, dy) = (
        Fixed(raw: next.x - corners[index].x), Fixed(raw: next.y - corners[index].y)
      )
      let length = Fixed.hypotenuse(dx, dy).raw
      corners[index].normal = Normal(
        x: dy.scaled(by: radius, over: length).raw, y: -dx.scaled(by: radius, over: length).raw,
        length: length)
    }
  }

  /// Adds the contour along some sides of a path's segments: the left sides, and after them the right sides
  /// in reverse.
  ///
  /// All of them together go around an open path; at its ends the contour turns by half a turn.
  private mutating func addContour(along sides: Range<Int>, of count: Int, _ radius: Int64) {
    let first = normal(ofSide: sides.lowerBound, of: count)
    move(corners[0].x + first.x, corners[0].y + first.y)
    for side in sides {
      let next = side + 1 == sides.upperBound ? sides.lowerBound : side + 1
      let end = side < count ? side + 1 : 2 * count - 1 - side
      turn(
        end == cornerCount ? 0 : end, normal(ofSide: side, of: count),
        normal(ofSide: next, of: count), radius)
    }
    close()
  }

  /// The vector from a segment to one of its sides.
  private func normal(ofSide side: Int, of count: Int) -> Normal {
    side < count ? corners[side].normal : corners[2 * count - 1 - side].normal.reversed
  }

  /// Goes along the left side of a segment to a joint, and around it to the next segment's left side.
  private mutating func turn(_ index: Int, _ a: Normal, _ b: Normal, _ radius: Int64) {
    let (x, y) = (corners[index].x, corners[index].y)
    let cross = saturatingSum(saturatingProduct(a.x, b.y), -saturatingProduct(a.y, b.x))
    let dot = saturatingSum(saturatingProduct(a.x, b.x), saturatingProduct(a.y, b.y))
    // If the sides' intersection is less than 0.016 pixels above the arc, and well within both segments,
    // the contour goes through the intersection, on the outer and on the inner side.
    let square = saturatingProduct(radius, radius)
    let rise = saturatingProduct(saturatingSum(square, -dot), maximumScale)
    if dot > 0 && rise <= radius / 16
      && 2 * saturated(abs(cross)) <= saturatingProduct(radius, min(a.length, b.length))
    {
      let whole = saturatingSum(square, dot)
      return line(
        x + Fixed(raw: a.x + b.x).scaled(by: square, over: whole).raw,
        y + Fixed(raw: a.y + b.y).scaled(by: square, over: whole).raw)
    }
    line(x + a.x, y + a.y)
    join(index, a, b, cross: cross, dot: dot, radius)
  }

  /// Goes around a joint, from the end of one segment's left side to the start of the next segment's.
  private mutating func join(
    _ index: Int, _ a: Normal, _ b: Normal, cross: Int64, dot: Int64, _ radius: Int64
  ) {
    let (x, y) = (corners[index].x, corners[index].y)
    if cross > 0 || (cross == 0 && dot < 0) {
      // The arc rises (r² - dot)/4r above its chord: below 0.008 pixels the chord is enough.
      let rise = saturatingProduct(
        saturatingSum(saturatingProduct(radius, radius), -dot), maximumScale)
      if rise > radius / 32 {
        let sweep = (b.angle - a.angle) & 0xFFFF_FFFF
        return arc(
          x, y, radius: radius, start: a.angle, sweep: sweep, to: x + b.x, y + b.y)
      }
    } else if -cross > saturatingProduct(radius, min(a.length, b.length)) {
      line(x, y)
    }
    line(x + b.x, y + b.y)
  }
}
