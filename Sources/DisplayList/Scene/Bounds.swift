// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// An axis-aligned box in Q31.32, kept within the coordinate limits; initially empty.
struct Bounds: BitwiseCopyable {
  var left = Int64.max
  var top = Int64.max
  var right = Int64.min
  var bottom = Int64.min

  var isEmpty: Bool { left > right || top > bottom }

  /// Extends the box by a point and `reach` around it on each axis.
  mutating func include(_ x: Int64, _ y: Int64, reach: Int64 = 0) {
    let (x, y, reach) = (saturated(x), saturated(y), saturated(reach))
    left = min(left, saturated(x &- reach))
    top = min(top, saturated(y &- reach))
    right = max(right, saturated(x &+ reach))
    bottom = max(bottom, saturated(y &+ reach))
  }

  mutating func include(_ point: Point, reach: Fixed = 0) {
    include(point.x.raw, point.y.raw, reach: reach.raw)
  }

  /// The smallest box that contains this box, and another extended by `reach`.
  func including(_ other: Bounds, reach: Int64 = 0) -> Bounds {
    var both = self
    if other.isEmpty { return both }
    both.include(other.left, other.top, reach: reach)
    both.include(other.right, other.bottom, reach: reach)
    return both
  }

  /// The box around the transformed corners.
  func transformed(by transform: Transform) -> Bounds {
    var result = Bounds()
    if isEmpty { return result }
    // Each transformed corner is the sum of an x and a y term: the extremes of each are enough.
    func ends(_ a: Fixed, _ c: Fixed, _ t: Fixed) -> (least: Int64, most: Int64) {
      let (x0, x1) = (saturatingProduct(a.raw, left), saturatingProduct(a.raw, right))
      let (y0, y1) = (saturatingProduct(c.raw, top), saturatingProduct(c.raw, bottom))
      let t = saturated(t.raw)
      return (
        saturatingSum(saturatingSum(min(x0, x1), min(y0, y1)), t),
        saturatingSum(saturatingSum(max(x0, x1), max(y0, y1)), t)
      )
    }
    (result.left, result.right) = ends(transform.a, transform.c, transform.tx)
    (result.top, result.bottom) = ends(transform.b, transform.d, transform.ty)
    return result
  }

  /// The pixels that the box touches.
  var pixels: PixelRectangle {
    if isEmpty { return .empty }
    return PixelRectangle(
      left: Int(left >> 32), top: Int(top >> 32),
      right: Int((right + (1 << 32 - 1)) >> 32), bottom: Int((bottom + (1 << 32 - 1)) >> 32))
  }
}

extension Scene {
  /// The pixels that a shape may touch; the renderer draws it nowhere else.
  ///
  /// Not clipped to any frame.
  package func pixelBounds(ofShape index: Int) -> PixelRectangle {
    let shape = shapes[index]
    return shape.opacity == .zero ? .empty : shape.bounds.pixels
  }

  /// The pixels of the prompt's field with its contents; empty without a field.
  package var field: PixelRectangle {
    0..<shapeCount ~= fieldIndex ? pixelBounds(ofShape: fieldIndex) : .empty
  }

  /// A box around a geometry's area, in user space.
  func userBounds(of geometry: Geometry) -> Bounds {
    var box = Bounds()
    switch geometry {
    case .rectangle(let rectangle), .roundedRectangle(let rectangle, _):
      if rectangle.isEmpty { break }
      box.include(rectangle.x.raw, rectangle.y.raw)
      box.include(
        saturatingSum(saturated(rectangle.x.raw), saturated(rectangle.width.raw)),
        saturatingSum(saturated(rectangle.y.raw), saturated(rectangle.height.raw)))
    case .circle(let center, let radius):
      if radius > 0 { box.include(center, reach: radius) }
    case .ring(let center, let radius, let width):
      if radius < 0 || width <= 0 { break }
      box.include(center, reach: Fixed(raw: saturated(radius.raw) + saturated(width.raw) / 2 + 1))
    case .ringArc(let center, let radius, let width, let start, let sweep):
      if radius < 0 || width <= 0 { break }
      include(&box, arcAround: center, radius: radius, width: width, start: start, sweep: sweep)
    case .fill(let path):
      include(&box, path, reach: 0)
    case .stroke(let path, let width):
      // Where round ends and joints become lines, corners are outside: at arcs by at most 1/78 of the radius,
      // at joints by 0.016 pixels. Except for hairlines both are less than 1/32.
      if width > 0 {
        include(&box, path, reach: Fixed(raw: width.raw / 2 + width.raw / 64 + 1))
      }
    case .convexPolygon(let path, let outset):
      include(&box, path, reach: max(outset, 0))
    }
    return box
  }

  private func include(_ box: inout Bounds, _ path: PathRange, reach: Fixed) {
    let extent = extent(of: path)
    if extent.isEmpty { return }
    box.include(extent.left, extent.top, reach: reach.raw)
    box.include(extent.right, extent.bottom, reach: reach.raw)
  }

  /// The bounds of a path's points; those of a kept path are cached.
  func extent(of path: PathRange) -> Bounds {
    if let kept, kept.range == path { return kept.extent }
    var extent = Bounds()
    for index in path.indices {
      elements[index].forEachPoint { point in
        extent.left = min(extent.left, point.x.raw)
        extent.right = max(extent.right, point.x.raw)
        extent.top = min(extent.top, point.y.raw)
        extent.bottom = max(extent.bottom, point.y.raw)
      }
    }
    return extent
  }

  /// Extends a box by an arc: its ends, and its points on the axes.
  private func include(
    _ box: inout Bounds, arcAround center: Point, radius: Fixed, width: Fixed,
    start: Angle, sweep: Angle
  ) {
    // One unit for the rounding of the ends.
    let reach = saturated(width.raw) / 2 + 2
    let ((x, y), r) = (center.withinLimits, saturated(radius.raw))
    let span = RingSpan(start, sweep)
    func include(_ angle: Int64) {
      let (cosine, sine) = Angle(raw: angle).direction
      box.include(
        saturatingSum(x, saturatingProduct(r, cosine)),
        saturatingSum(y, saturatingProduct(r, sine)), reach: reach)
    }
    include(span.first)
    include(span.end)
    for quarter in Int64(-4)..<8 where span.first <= quarter << 30 && quarter << 30 <= span.end {
      include(quarter << 30)
    }
  }
}
