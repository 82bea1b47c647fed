// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Scene {
  /// Adds all pixels that a shape may touch.
  func insertAll(ofShape index: Int, into damage: inout DamageRegion) {
    let shape = shapes[index]
    let bounds = pixelBounds(ofShape: index)
    if bounds.isEmpty { return }
    guard DamageRegion.outlineLimit.contains(bounds) else { return damage.insert(bounds) }
    switch shape.geometry {
    case .rectangle where shape.transform.isAxisAligned: damage.insert(bounds)
    case .roundedRectangle(let rectangle, let radius):
      let reach = roundness(rectangle, radius)
      let (x, y) = (saturated(rectangle.x.raw), saturated(rectangle.y.raw))
      insertBox(
        x + reach, y + reach, saturatingSum(x, saturated(rectangle.width.raw)) - reach,
        saturatingSum(y, saturated(rectangle.height.raw)) - reach, reach: reach, shape.transform,
        within: bounds, into: &damage)
    case .circle(let center, let radius):
      damage.disc.set(radius: radius.raw, shape.transform)
      damage.addDisc(around: shape.transform.devicePoint(center))
      damage.insertOutline(within: bounds)
    case .convexPolygon(let path, let outset):
      insert(path, outset: max(0, outset.raw), shape.transform, within: bounds, into: &damage)
    case .ring(let center, let radius, let width):
      insert(RingShape(center, radius, width), shape.transform, within: bounds, into: &damage)
    case .ringArc(let center, let radius, let width, _, _):
      // A ring below is outlined differently with another arc above it, all around.
      let ring = RingShape(center, radius, width)
      if ring.cap > ring.radius { return damage.insert(bounds) }
      let full = fullBounds(of: shape, ring)
      // The arc itself may lie within the limit, and the rest of its circle far outside.
      guard DamageRegion.outlineLimit.contains(full) else { return damage.insert(full) }
      insert(ring, shape.transform, within: full, into: &damage)
    default:
      let box = userBounds(of: shape.geometry)
      insertBox(
        box.left, box.top, box.right, box.bottom, reach: 0, shape.transform, within: bounds,
        into: &damage)
    }
  }

  /// The pixels of all of an arc's ring.
  func fullBounds(of shape: Shape, _ ring: RingShape) -> PixelRectangle {
    var box = Bounds()
    box.include(ring.x, ring.y, reach: saturatingSum(ring.outer, 2))
    return box.transformed(by: shape.transform).pixels
  }

  /// The radius of a rectangle's corners, Q32.
  func roundness(_ rectangle: Rectangle, _ radius: Fixed) -> Int64 {
    max(0, min(saturated(radius.raw), min(rectangle.width.raw, rectangle.height.raw) / 2))
  }

  /// Adds an axis-aligned box in user space (Q32), grown by a disc.
  private func insertBox(
    _ left: Int64, _ top: Int64, _ right: Int64, _ bottom: Int64, reach: Int64,
    _ transform: Transform, within bounds: PixelRectangle, into damage: inout DamageRegion
  ) {
    if reach == 0 && transform.isAxisAligned { return damage.insert(bounds) }
    let key = OutlineKey(box: left, top, right, bottom, reach, transform)
    if damage.insertCached(key, within: bounds) { return }
    let corners: InlineArray<4, DevicePoint> = [
      transform.devicePoint(left, top), transform.devicePoint(right, top),
      transform.devicePoint(right, bottom), transform.devicePoint(left, bottom),
    ]
    damage.disc.set(radius: reach, transform)
    for index in 0..<4 {
      if reach > 0 {
        _ = damage.addCorner(corners[index])
      } else {
        damage.addEdge(corners[index], corners[(index + 1) & 3])
      }
    }
    damage.addGrownPolygon()
    damage.cacheOutline(key)
    damage.insertOutline(within: bounds)
  }

  /// Adds a convex polygon that is grown by a disc.
  private func insert(
    _ path: PathRange, outset: Int64, _ transform: Transform, within bounds: PixelRectangle,
    into damage: inout DamageRegion
  ) {
    let key = triangleKey(path, outset, transform)
    if let key, damage.insertCached(key, within: bounds) { return }
    damage.disc.set(radius: outset, transform)
    for index in path.indices where elements[index] != .close {
      if damage.addCorner(transform.devicePoint(elements[index].end)) { continue }
      // No animation has so many corners.
      damage.forgetCorners()
      return damage.insert(bounds)
    }
    damage.addGrownPolygon()
    if let key { damage.cacheOutline(key) }
    damage.insertOutline(within: bounds)
  }

  /// What the outline of a triangle is known by; nil for another polygon.
  private func triangleKey(
    _ path: PathRange, _ outset: Int64, _ transform: Transform
  ) -> OutlineKey? {
    let first = path.indices.lowerBound
    let isTriangle =
      path.count == 4 && elements[first + 3] == .close
      && elements[first + 1] != .close && elements[first + 2] != .close
    if !isTriangle { return nil }
    return OutlineKey(
      elements[first].end, elements[first + 1].end, elements[first + 2].end, outset, transform)
  }

  /// Adds the ends in which two rectangles of one paint and one axis-aligned transform differ.
  func insertEnds(
    _ a: Rectangle, _ aRadius: Fixed, _ b: Rectangle, _ bRadius: Fixed,
    _ transform: Transform, into damage: inout DamageRegion
  ) {
    let new = userBounds(of: .rectangle(a)).transformed(by: transform)
    let old = userBounds(of: .rectangle(b)).transformed(by: transform)
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

  /// Where a point goes, in Q16.
  func devicePoint(_ x: Int64, _ y: Int64) -> DevicePoint {
    let point = saturatingApply(x, y)
    return DevicePoint(x: point.x >> 16, y: point.y >> 16)
  }

  func devicePoint(_ point: Point) -> DevicePoint {
    devicePoint(saturated(point.x.raw), saturated(point.y.raw))
  }
}

extension DamageRegion {
  /// The limit of outlines' coordinates: products of two of them do not overflow.
  static var outlineLimit: PixelRectangle {
    PixelRectangle(left: -16384, top: -16384, right: 32767, bottom: 32767)
  }
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
