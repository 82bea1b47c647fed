// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Scene {
  /// The section of a ring that an opaque arc around the same circle hides; nil where there is no such arc.
  ///
  /// Only the first `count` shapes are drawn. The arc has to be wider by more than a pixel on each side.
  package func hiddenSpan(
    of ring: RingShape, _ index: Int, count: Int, _ maximumScale: Int64
  ) -> RingSpan? {
    let shape = shapes[index]
    for above in index + 1..<max(count, index + 1) {
      let other = shapes[above]
      guard case .ringArc(let center, let radius, let width, let start, let sweep) = other.geometry,
        width > 0, other.transform == shape.transform, other.opacity == .one,
        other.group == shape.group, other.paint.isOpaque
      else { continue }
      let arc = RingShape(center, radius, width)
      if arc.x != ring.x || arc.y != ring.y || arc.radius != ring.radius { continue }
      let span = RingSpan(start, sweep)
      if arc.inner > 0 && !arc.capsMayMeet(span.length) || span.length == RingSpan.turn {
        // 1.5 pixels: the diagonal of a pixel, and the rounding of coordinates.
        return saturatingProduct(arc.cap - ring.cap, maximumScale) >= 3 << 31 ? span : nil
      }
    }
    return nil
  }
}
