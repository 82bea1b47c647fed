// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// A point of a flattened path and the straight segment that begins there, in Q32.
struct Corner: BitwiseCopyable {
  var x: Int64
  var y: Int64
  /// From the segment to its left side (seen along it): as long as the pen's radius.
  var nx: Int64
  var ny: Int64
  var length: Int64
}

/// A vector across a segment, as long as the pen's radius, and the segment's length.
private struct Normal {
  var x: Int64
  var y: Int64
  var length: Int64

  var reversed: Normal { Normal(x: -x, y: -y, length: length) }
}

// A stroke is the union of what the pen covers along each segment (a box), at each joint (a wedge
// on its outer side) and at the ends (half discs). All of them are contours of one direction. Where
// two share a side it cancels out, and what is left of all sides is exactly one contour: along the left
// sides, around the end, back along the right sides. It may overlap itself, but winds around
// every covered point at least once and around no other: its inside is found by the winding number, so that
// no overlap counts twice. At the inner side of a joint the contour goes through the joint itself,
// or straight across where both boxes cover the difference.

extension Outline {
  /// Adds the contour of each subpath's stroke, of the present group as seen from its first point.
  mutating func addGroupStroke(radius: Int64) {
    keepsArcs = false
    // 0.024 pixels, and half of that inside: a text has hundreds of small arcs.
    tolerance = 12
    cornerCount = 0
    var hasLine = false
    for index in 0..<groups.elementCount {
      switch groups.elements[index] {
      case .move(let point):
        endStroke(radius, isClosed: false, hasLine: hasLine)
        addCorner(point)
        hasLine = false
      case .line(let point):
        addCorner(point)
        hasLine = true
      case .quadratic(let control, let end):
        addCurveCorners(control, end)
        hasLine = true
      case .close:
        let first = cornerCount > 0 ? corners[0] : nil
        endStroke(radius, isClosed: true, hasLine: true)
        // What follows without a move starts where the subpath did.
        if let first { addCorner(first.x, first.y) }
        hasLine = false
      }
    }
    endStroke(radius, isClosed: false, hasLine: hasLine)
  }

  /// Adds what the pen covers along a straight line between two points.
  mutating func addLine(fromX x0: Int64, y y0: Int64, toX x1: Int64, y y1: Int64, radius: Int64) {
    cornerCount = 0
    addCorner(x0, y0)
    addCorner(x1, y1)
    endStroke(radius, isClosed: false, hasLine: true)
  }

  /// Adds an arc whose pen reaches across its centre, as the stroke of its centre line.
  mutating func addThickArc(_ ring: RingShape, first: Int64, span: Int64) {
    cornerCount = 0
    let count =
      span / (Int64(CircleTable.step(radius: pixels(ring.radius), tolerance: 1)) << 19) + 1
    for piece in 0...count {
      let point = ring.end(first + span * piece / count)
      addCorner(point.x, point.y)
    }
    endStroke(ring.cap, isClosed: false, hasLine: true)
  }

  /// Adds a convex polygon, grown by a distance with round corners.
  mutating func addPolygon(
    _ path: PathRange, of scene: borrowing Scene, outset: Int64
  ) {
    cornerCount = 0
    for index in path.indices {
      if scene.elements[index] != .close { addCorner(scene.elements[index].end) }
    }
    dropRepeatedEnd()
    if cornerCount == 0 { return }
    if outset == 0 {
      move(corners[0].x, corners[0].y)
      for index in 1..<max(cornerCount, 1) { line(corners[index].x, corners[index].y) }
      return close()
    }
    if cornerCount == 1 {
      return fullCircle(corners[0].x, corners[0].y, radius: outset, isClockwise: true)
    }
    if isCounterclockwise { reverseCorners() }
    findNormals(count: cornerCount, radius: outset)
    if addConvexPolygon(outset: outset) { return }
    beginUnion()
    addLoop(radius: outset)
    endUnion()
  }

  private mutating func addCorner(_ point: Point) {
    addCorner(saturated(point.x.raw), saturated(point.y.raw))
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
    corners.append(Corner(x: x, y: y, nx: 0, ny: 0, length: 0), at: cornerCount)
    cornerCount += 1
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

  @inline(never)
  private mutating func endStroke(_ radius: Int64, isClosed: Bool, hasLine: Bool) {
    if isClosed { dropRepeatedEnd() }
    if cornerCount == 1 {
      if hasLine {
        fullCircle(corners[0].x, corners[0].y, radius: radius, isClockwise: true)
      }
    } else if cornerCount > 1 {
      findNormals(count: isClosed ? cornerCount : cornerCount - 1, radius: radius)
      if isClosed {
        addLoop(radius: radius)
        addLoopBack(radius: radius)
      } else {
        addOpen(radius: radius)
      }
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

  /// The sign of the area of the corners' polygon, seen with y down.
  private var isCounterclockwise: Bool {
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
      corners[index].length = length
      corners[index].nx = dy.scaled(by: radius, over: length).raw
      corners[index].ny = -dx.scaled(by: radius, over: length).raw
    }
  }

  private func normal(_ index: Int) -> Normal {
    Normal(x: corners[index].nx, y: corners[index].ny, length: corners[index].length)
  }

  private mutating func addOpen(radius: Int64) {
    let last = cornerCount - 1
    let (first, end) = (normal(0), normal(last - 1))
    move(corners[0].x + first.x, corners[0].y + first.y)
    for index in 0..<last {
      if index + 1 < last { turn(index + 1, normal(index), normal(index + 1), radius) }
    }
    line(corners[last].x + end.x, corners[last].y + end.y)
    cap(last, end, radius)
    for index in stride(from: last - 1, to: 0, by: -1) {
      turn(index, normal(index).reversed, normal(index - 1).reversed, radius)
    }
    line(corners[0].x - first.x, corners[0].y - first.y)
    cap(0, first.reversed, radius)
    close()
  }

  /// The left side of a closed path.
  private mutating func addLoop(radius: Int64) {
    move(corners[0].x + corners[0].nx, corners[0].y + corners[0].ny)
    for index in 0..<cornerCount {
      let next = index + 1 == cornerCount ? 0 : index + 1
      turn(next, normal(index), normal(next), radius)
    }
    close()
  }

  /// The right side of a closed path, backwards.
  private mutating func addLoopBack(radius: Int64) {
    let end = normal(cornerCount - 1).reversed
    move(corners[0].x + end.x, corners[0].y + end.y)
    for index in stride(from: cornerCount - 1, through: 0, by: -1) {
      let next = normal(index == 0 ? cornerCount - 1 : index - 1)
      turn(index, normal(index).reversed, next.reversed, radius)
    }
    close()
  }

  private mutating func cap(_ index: Int, _ n: Normal, _ radius: Int64) {
    let angle = Angle.atan2(y: Fixed(raw: n.y), x: Fixed(raw: n.x))
    arc(
      corners[index].x, corners[index].y, radius: radius, start: angle.raw, sweep: 1 << 31,
      to: corners[index].x - n.x, corners[index].y - n.y)
  }

  /// Goes to a joint, along the left side of a segment, and around it to the next one's left side.
  private mutating func turn(_ index: Int, _ a: Normal, _ b: Normal, _ radius: Int64) {
    let (x, y) = (corners[index].x, corners[index].y)
    let cross = saturatingSum(saturatingProduct(a.x, b.y), -saturatingProduct(a.y, b.x))
    let dot = saturatingSum(saturatingProduct(a.x, b.x), saturatingProduct(a.y, b.y))
    // Where the sides bend so little that their crossing rises by less than 0.016 pixels
    // above the arc, and lies well within both: there, whether it is the outer or the inner side.
    let square = saturatingProduct(radius, radius)
    let rise = saturatingProduct(saturatingSum(square, -dot), maximumScale)
    if dot > 0 && rise <= radius / 16
      && 2 * saturated(abs(cross)) <= saturatingProduct(radius, min(a.length, b.length))
    {
      let whole = saturatingSum(square, dot)
      line(
        x + Fixed(raw: a.x + b.x).scaled(by: square, over: whole).raw,
        y + Fixed(raw: a.y + b.y).scaled(by: square, over: whole).raw)
      return
    }
    line(x + a.x, y + a.y)
    join(index, a, b, cross: cross, dot: dot, radius)
  }

  /// Goes around a joint, from the end of one segment's left side to the begin of the next one's.
  private mutating func join(
    _ index: Int, _ a: Normal, _ b: Normal, cross: Int64, dot: Int64, _ radius: Int64
  ) {
    let (x, y) = (corners[index].x, corners[index].y)
    if cross > 0 || (cross == 0 && dot < 0) {
      // The arc rises (r² - dot)/4r above its chord: below 0.008 pixels the chord will do.
      let rise = saturatingProduct(
        saturatingSum(saturatingProduct(radius, radius), -dot), maximumScale)
      if rise > radius / 32 {
        let from = Angle.atan2(y: Fixed(raw: a.y), x: Fixed(raw: a.x))
        let to = Angle.atan2(y: Fixed(raw: b.y), x: Fixed(raw: b.x))
        arc(
          x, y, radius: radius, start: from.raw, sweep: (to - from).normalized.raw, to: x + b.x,
          y + b.y)
        return
      }
    } else if -cross > saturatingProduct(radius, min(a.length, b.length)) {
      line(x, y)
    }
    line(x + b.x, y + b.y)
  }
}
