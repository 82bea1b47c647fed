// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// An axis-aligned box in Q31.32, kept within the coordinate limits; begins empty.
struct Bounds: BitwiseCopyable {
  var left = Int64.max
  var top = Int64.max
  var right = Int64.min
  var bottom = Int64.min

  var isEmpty: Bool { left > right || top > bottom }

  /// Takes in what lies within `reach` of a point on each axis.
  @inline(never)
  mutating func include(_ x: Int64, _ y: Int64, reach: Int64 = 0) {
    let (x, y, reach) = (clamped(x), clamped(y), clamped(reach))
    left = min(left, clamped(x &- reach))
    top = min(top, clamped(y &- reach))
    right = max(right, clamped(x &+ reach))
    bottom = max(bottom, clamped(y &+ reach))
  }

  mutating func include(_ point: Point, reach: Fixed = 0) {
    include(point.x.raw, point.y.raw, reach: reach.raw)
  }

  /// The box around this one's transformed corners.
  @inline(never)
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
