// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Scene {
  /// Adds all pixels that a shape may touch, for a ring few others.
  func insertAll(ofShape index: Int, into damage: inout DamageRegion) {
    let shape = shapes[index]
    if shape.opacity == .zero { return }
    switch shape.geometry {
    case .ring(let center, let radius, let width),
      .ringArc(let center, let radius, let width, _, _):
      // Another arc above a ring changes the ring's outline all around.
      insert(RingShape(center, radius, width), .full, shape.transform, into: &damage)
    default: damage.insert(pixelBounds(ofShape: index))
    }
  }

  /// The radius of a rectangle's corners, Q32.
  private func roundness(_ rectangle: Rectangle, _ radius: Fixed) -> Int64 {
    max(0, min(saturated(radius.raw), min(rectangle.width.raw, rectangle.height.raw) / 2))
  }

  /// Adds the ends where two rectangles with one paint and one axis-aligned transform differ.
  func insertEnds(
    of index: Int, _ a: Rectangle, _ aRadius: Fixed, since previous: borrowing Scene, _ other: Int,
    _ b: Rectangle, _ bRadius: Fixed, into damage: inout DamageRegion
  ) {
    let transform = shapes[index].transform
    let (new, old) = (shapes[index].bounds, previous.shapes[other].bounds)
    if !new.overlaps(old) {
      damage.insert(old.pixels)
      return damage.insert(new.pixels)
    }
    let all = new.including(old)
    // The corners belong to both of their sides; with another radius all of them differ.
    let (radius, oldRadius) = (roundness(a, aRadius), roundness(b, bRadius))
    let reach = max(radius, oldRadius)
    let isOther = radius != oldRadius
    let dx = saturatingProduct(
      reach, max(abs(saturated(transform.a.raw)), abs(saturated(transform.c.raw))))
    let dy = saturatingProduct(
      reach, max(abs(saturated(transform.b.raw)), abs(saturated(transform.d.raw))))
    if isOther || new.left != old.left {
      damage.insert(all.with(right: saturatingSum(max(new.left, old.left), dx)).pixels)
    }
    if isOther || new.right != old.right {
      damage.insert(all.with(left: saturatingSum(min(new.right, old.right), -dx)).pixels)
    }
    if isOther || new.top != old.top {
      damage.insert(all.with(bottom: saturatingSum(max(new.top, old.top), dy)).pixels)
    }
    if isOther || new.bottom != old.bottom {
      damage.insert(all.with(top: saturatingSum(min(new.bottom, old.bottom), -dy)).pixels)
    }
  }
}

extension Transform {
  /// Whether axis-aligned rectangles stay axis-aligned, also when rotated by multiples of 90°.
  var isAxisAligned: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }
}

extension Bounds {
  fileprivate func overlaps(_ other: Bounds) -> Bool {
    max(left, other.left) < min(right, other.right)
      && max(top, other.top) < min(bottom, other.bottom)
  }

  /// The intersection with other bounds.
  fileprivate func with(
    left: Int64 = .min, top: Int64 = .min, right: Int64 = .max, bottom: Int64 = .max
  ) -> Bounds {
    var inner = self
    inner.left = max(inner.left, left)
    inner.top = max(inner.top, top)
    inner.right = min(inner.right, right)
    inner.bottom = min(inner.bottom, bottom)
    return inner
  }
}

extension Scene {
  /// Adds the pixels of an angular range of a ring with round ends: boxes around parts of it.
  ///
  /// A short range is a single part: each further box gives some rows other damaged columns.
  func insert(
    _ ring: RingShape, _ span: RingSpan, _ transform: Transform, into damage: inout DamageRegion
  ) {
    if ring.radius < 0 || ring.cap <= 0 { return }
    if ring.cap > ring.radius { return damage.insert(pixels(of: ring, .full, transform)) }
    let count = span.length <= RingSpan.turn / 16 ? 1 : (span.length * 32 + RingSpan.turn - 1) >> 32
    for number in 0..<count {
      let start = span.length * number / count
      let piece = RingSpan(
        first: span.first + start, length: span.length * (number + 1) / count - start)
      damage.insert(pixels(of: ring, piece, transform))
    }
  }

  /// The pixels around an angular range of a ring.
  private func pixels(
    of ring: RingShape, _ span: RingSpan, _ transform: Transform
  ) -> PixelRectangle {
    let box = userBounds(
      of: .ringArc(
        center: Point(Fixed(raw: ring.x), Fixed(raw: ring.y)), radius: Fixed(raw: ring.radius),
        width: Fixed(raw: 2 * ring.cap), start: Angle(raw: span.first),
        sweep: Angle(raw: span.length)))
    // The renderer's polygons are up to 0.004 pixels outside of their circles; 1/32 is added.
    return Bounds().including(box.transformed(by: transform), reach: 1 << 27).pixels
  }

  /// Adds the pixels where two arcs of one ring, transform and opacity can differ: around their ends.
  ///
  /// The colours must be equal, or those of ring gradients that differ only in their sweep: these differ
  /// around the head, and also around the tail if it is near.
  func insertEnds(
    _ ring: RingShape, _ new: RingSpan, _ old: RingSpan, _ transform: Transform,
    into damage: inout DamageRegion
  ) {
    let firstDelta = RingSpan.delta(from: old.first, to: new.first)
    let endDelta = RingSpan.delta(from: old.end, to: new.end)
    let capsMeet = ring.capsMayMeet(new.length)
    if max(new.length, old.length) == RingSpan.turn || capsMeet != ring.capsMayMeet(old.length)
      || old.length + endDelta - firstDelta != new.length
    {
      return insert(ring, .full, transform, into: &damage)
    }
    // From the end to the next point of the circle's polygon the edge's direction changes.
    let edge =
      Int64(CirclePolygon.step(radius: saturatingProduct(ring.inner, transform.maximumScale) >> 16))
      << 19
    for end in 0..<2 {
      let (position, delta) = end == 0 ? (old.first, firstDelta) : (old.end, endDelta)
      if delta == 0 && !capsMeet { continue }
      let arc = RingSpan(
        first: min(position, position + delta) - edge, length: Int64(delta.magnitude) + 2 * edge)
      insert(ring, arc, transform, into: &damage)
    }
  }
}
