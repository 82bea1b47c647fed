// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Scene {
  /// Adds all pixels that a shape may touch, and for a ring few more.
  @inline(never)
  func insertAll(ofShape index: Int, into damage: inout DamageRegion) {
    let shape = shapes[index]
    if shape.opacity == .zero { return }
    switch shape.geometry {
    case .ring(let center, let radius, let width),
      .ringArc(let center, let radius, let width, _, _):
      // A ring below is outlined differently with another arc above it, all around.
      insert(RingShape(center, radius, width), .full, shape.transform, into: &damage)
    default: damage.insert(pixelBounds(ofShape: index))
    }
  }

  /// The radius of a rectangle's corners, Q32.
  private func roundness(_ rectangle: Rectangle, _ radius: Fixed) -> Int64 {
    max(0, min(saturated(radius.raw), min(rectangle.width.raw, rectangle.height.raw) / 2))
  }

  /// Adds the ends in which two rectangles of one paint and one axis-aligned transform differ.
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
    let all = new.union(old)
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
  /// Whether axis-aligned rectangles stay so, also when rotated by multiples of 90°.
  var isAxisAligned: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }
}

extension Bounds {
  fileprivate func overlaps(_ other: Bounds) -> Bool {
    max(left, other.left) < min(right, other.right)
      && max(top, other.top) < min(bottom, other.bottom)
  }

  fileprivate func union(_ other: Bounds) -> Bounds {
    var both = self
    both.include(other.left, other.top)
    both.include(other.right, other.bottom)
    return both
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
