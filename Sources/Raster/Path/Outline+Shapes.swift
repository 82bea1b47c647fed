// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

extension Outline {
  /// Adds the outline of a shape's visible part.
  mutating func addShape(_ index: Int, of scene: borrowing Scene, count: Int) {
    let geometry = scene.shapes[index].geometry
    if case .ring(let center, let radius, let width) = geometry, radius >= 0, width > 0 {
      let ring = RingShape(center, radius, width)
      // The cut's ends take rows of their own. If few rows are drawn, as around an arc's end, these cost more
      // than the cut saves.
      if edges.bottom - edges.top > pixels(ring.outer) / 2,
        let hidden = scene.hiddenSpan(of: ring, index, count: count, maximumScale),
        addRing(ring, without: hidden)
      {
        return
      }
    }
    add(geometry, of: scene)
  }

  /// Adds the outline of a shape, which never overlaps itself.
  mutating func add(_ geometry: Geometry, of scene: borrowing Scene) {
    keepsArcs = true
    tolerance = 1
    switch geometry {
    case .rectangle(let rectangle):
      addRectangle(rectangle, radius: 0)
    case .roundedRectangle(let rectangle, let radius):
      addRectangle(rectangle, radius: saturated(radius.raw))
    case .circle(let center, let radius):
      let (x, y) = center.withinLimits
      fullCircle(x, y, radius: saturated(radius.raw), isClockwise: true)
    case .ring(let center, let radius, let width):
      if radius >= 0 && width > 0 {
        addRing(RingShape(center, radius, width))
      }
    case .ringArc(let center, let radius, let width, let start, let sweep):
      if radius < 0 || width <= 0 { return }
      addArc(RingShape(center, radius, width), RingSpan(start, sweep))
    case .fill(let path):
      addGroups(path, of: scene, radius: nil)
    case .stroke(let path, let width):
      if width > 0 { addGroups(path, of: scene, radius: saturated(width.raw) / 2) }
    case .convexPolygon(let path, let outset):
      addPolygon(path, of: scene, outset: max(0, saturated(outset.raw)))
    }
  }

  private mutating func addRectangle(_ rectangle: Rectangle, radius: Int64) {
    if rectangle.isEmpty { return }
    let (left, top) = (saturated(rectangle.x.raw), saturated(rectangle.y.raw))
    let (width, height) = (saturated(rectangle.width.raw), saturated(rectangle.height.raw))
    let (right, bottom) = (saturatingSum(left, width), saturatingSum(top, height))
    let r = min(radius, min(width, height) / 2)
    if r <= 0 {
      move(left, top)
      line(right, top)
      line(right, bottom)
      line(left, bottom)
      close()
      return
    }
    // Under anisotropic scaling corners become lines, a small part of the boundary.
    tolerance = 12
    let quarter: Int64 = 1 << 30
    move(left, top + r)
    arc(left + r, top + r, radius: r, start: 2 * quarter, sweep: quarter, to: left + r, top)
    line(right - r, top)
    arc(right - r, top + r, radius: r, start: 3 * quarter, sweep: quarter, to: right, top + r)
    line(right, bottom - r)
    arc(right - r, bottom - r, radius: r, start: 0, sweep: quarter, to: right - r, bottom)
    line(left + r, bottom)
    arc(left + r, bottom - r, radius: r, start: quarter, sweep: quarter, to: left, bottom - r)
    close()
  }

  private mutating func addRing(_ ring: RingShape) {
    fullCircle(ring.x, ring.y, radius: ring.outer, isClockwise: true)
    fullCircle(ring.x, ring.y, radius: ring.inner, isClockwise: false)
  }

  /// Adds the part of a ring that an arc leaves visible; false where that cannot be separated exactly.
  ///
  /// The band is cut straight at the arc's ends. All differences from the whole ring are within one pixel of
  /// the removed part. If the arc is wider by more than that, its interior and its round ends cover those
  /// pixels fully, and the result is the same to the bit.
  private mutating func addRing(_ ring: RingShape, without hidden: RingSpan) -> Bool {
    keepsArcs = true
    guard ring.inner > 0, canKeepArc(ring.x, ring.y, radius: ring.outer),
      canKeepArc(ring.x, ring.y, radius: ring.inner)
    else { return false }
    let (first, span) = (hidden.end, RingSpan.turn - hidden.length)
    if span == 0 { return true }
    let (start, end) = (ring.end(first), ring.end(first + span))
    move(start.outer.x, start.outer.y)
    arc(
      ring.x, ring.y, radius: ring.outer, start: first, sweep: span, to: end.outer.x, end.outer.y)
    line(end.inner.x, end.inner.y)
    arc(
      ring.x, ring.y, radius: ring.inner, start: first + span, sweep: -span, to: start.inner.x,
      start.inner.y)
    close()
    return true
  }

  /// The arc's band and its two caps as one contour, which may overlap itself near a full turn.
  private mutating func addArc(_ ring: RingShape, _ range: RingSpan) {
    if range.length == RingSpan.turn { return addRing(ring) }
    let (first, span) = (range.first, range.length)
    let (tail, head) = (ring.end(first), ring.end(range.end))
    if span == 0 {
      return fullCircle(tail.x, tail.y, radius: ring.cap, isClockwise: true)
    }
    let capsMayMeet = ring.capsMayMeet(span)
    if capsMayMeet { beginUnion() }
    defer { if capsMayMeet { endUnion() } }
    if ring.cap > ring.radius { return addThickArc(ring, first: first, span: span) }
    let (last, half) = (range.end, RingSpan.turn / 2)
    move(tail.outer.x, tail.outer.y)
    arc(
      ring.x, ring.y, radius: ring.outer, start: first, sweep: span, to: head.outer.x,
      head.outer.y)
    arc(
      head.x, head.y, radius: ring.cap, start: last, sweep: half, to: head.inner.x, head.inner.y)
    if ring.inner > 0 {
      arc(
        ring.x, ring.y, radius: ring.inner, start: last, sweep: -span, to: tail.inner.x,
        tail.inner.y)
    } else {
      line(ring.x, ring.y)
      line(tail.inner.x, tail.inner.y)
    }
    arc(
      tail.x, tail.y, radius: ring.cap, start: first + half, sweep: half, to: tail.outer.x,
      tail.outer.y)
  }
}

extension Outline {
  /// Adds the polygon of `corners` with their normals, grown by a distance, if it is convex.
  ///
  /// Its sides, moved out, are joined by arcs around its corners. That is one contour which never overlaps
  /// itself, so that areas add up. For any other polygon it adds no edges, and returns false. The corners go
  /// clockwise, and each normal is as long as the distance.
  mutating func addConvexPolygon(outset: Int64) -> Bool {
    if cornerCount < 3 { return false }
    let last = corners[cornerCount - 1].normal
    var (angle, sum) = (last.angle, Int64(0))
    move(corners[0].x + last.x, corners[0].y + last.y)
    for index in 0..<cornerCount {
      let corner = corners[index]
      let normal = corner.normal
      let start = angle
      angle = normal.angle
      // How far a side turns clockwise from the previous side: by less than half a turn.
      let sweep = (angle - start) & 0xFFFF_FFFF
      sum += sweep > 0 && sweep < 1 << 31 ? sweep : 2 * RingSpan.turn
      arc(
        corner.x, corner.y, radius: outset, start: start, sweep: sweep, to: corner.x + normal.x,
        corner.y + normal.y)
      let next = corners[index + 1 == cornerCount ? 0 : index + 1]
      line(next.x + normal.x, next.y + normal.y)
    }
    close()
    // All sides together make one turn. Each angle is rounded; another number of turns differs by a whole
    // one.
    if abs(sum - RingSpan.turn) < 1 << 24 { return true }
    edges.dropShape()
    return false
  }
}
