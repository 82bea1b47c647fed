import FixedPoint

/// An upright box in Q31.32, kept within the coordinate limits; begins empty.
struct Bounds {
  var left = Int64.max
  var top = Int64.max
  var right = Int64.min
  var bottom = Int64.min

  var isEmpty: Bool { left > right || top > bottom }

  /// Takes in what lies within `reach` of a point on each axis.
  mutating func include(_ x: Int64, _ y: Int64, reach: Int64 = 0) {
    let (x, y, reach) = (limited(x), limited(y), limited(reach))
    left = min(left, limited(x - reach))
    top = min(top, limited(y - reach))
    right = max(right, limited(x + reach))
    bottom = max(bottom, limited(y + reach))
  }

  mutating func include(_ point: Point, reach: WideFixed = 0) {
    include(point.x.raw, point.y.raw, reach: reach.raw)
  }

  /// The box around this one's corners after a map.
  func transformed(by transform: Transform) -> Bounds {
    var result = Bounds()
    if isEmpty { return result }
    for corner in 0..<4 {
      let place = transform.limitedApply(
        corner & 1 == 0 ? left : right, corner & 2 == 0 ? top : bottom)
      result.include(place.x, place.y)
    }
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
