// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Scene {
  /// The section of a ring that an opaque arc around the same circle hides; nil where there is no such arc.
  ///
  /// Only the first `count` shapes are drawn. The arc has to be wider by more than a pixel on each side.
  func hiddenSpan(
    of ring: RingShape, _ index: Int, count: Int, _ maximumScale: Int64
  ) -> RingSpan? {
    let shape = shapes[index]
    for above in index + 1..<max(count, index + 1) {
      let other = shapes[above]
      guard case .ringArc(let center, let radius, let width, let start, let sweep) = other.geometry,
        width > 0, other.transform == shape.transform, other.opacity == .one,
        other.group == shape.group
      else { continue }
      let arc = RingShape(center, radius, width)
      if arc.x != ring.x || arc.y != ring.y || arc.radius != ring.radius { continue }
      let span = RingSpan(start, sweep)
      if arc.inner > 0 && !arc.capsMayMeet(span.length) || span.length == RingSpan.turn {
        // 1.5 pixels: the diagonal of one, and the rounding of coordinates.
        return saturatingProduct(arc.cap - ring.cap, maximumScale) >= 3 << 31 ? span : nil
      }
    }
    return nil
  }
}

extension Outline {
  /// Adds what an arc leaves visible of a ring; false where that cannot be separated exactly.
  ///
  /// The band is cut straight across at the arc's ends. All that differs from the whole ring lies within
  /// one pixel of what is left out: where the arc is wider by more than that, its interior and its
  /// round ends cover those pixels in full, and the result is the same to the bit.
  mutating func addRing(_ ring: RingShape, without hidden: RingSpan) -> Bool {
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
}
