// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Areas of circles within boxes, in closed form.
enum ExactAreas {
  /// The area that a disc and a box share.
  static func disc(
    _ cx: Double, _ cy: Double, _ r: Double, _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double
  ) -> Double {
    let (left, right) = (max(x0 - cx, -r), min(x1 - cx, r))
    let (top, bottom) = (y0 - cy, y1 - cy)
    if left >= right || top >= bottom || top >= r || bottom <= -r { return 0 }
    // Between these places the upper and the lower boundary are each an arc or a side.
    var places = [left, right]
    for height in [top, bottom] where abs(height) < r {
      let half = (r * r - height * height).squareRoot()
      places += [-half, half].filter { left < $0 && $0 < right }
    }
    places.sort()
    var area = 0.0
    for (a, b) in zip(places, places.dropFirst()) {
      let middle = (a + b) / 2
      let half = max(r * r - middle * middle, 0).squareRoot()
      if min(half, bottom) <= max(-half, top) { continue }
      let arc = segment(b, r) - segment(a, r)
      area += half <= bottom ? arc : bottom * (b - a)
      area += half <= -top ? arc : -top * (b - a)
    }
    return area
  }

  /// What lies under a circle's upper half from its middle up to a place.
  private static func segment(_ x: Double, _ r: Double) -> Double {
    (x * max(r * r - x * x, 0).squareRoot() + r * r * asin(min(max(x / r, -1), 1))) / 2
  }

  /// The area that an axis-aligned rounded box and a pixel share.
  static func roundedBox(
    _ left: Double, _ top: Double, _ width: Double, _ height: Double, _ r: Double, _ x: Int,
    _ y: Int
  ) -> Double {
    let (x0, y0, x1, y1) = (Double(x), Double(y), Double(x + 1), Double(y + 1))
    let (right, bottom) = (left + width, top + height)
    func box(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      max(0, min(x1, c) - max(x0, a)) * max(0, min(y1, d) - max(y0, b))
    }
    func corner(_ cx: Double, _ cy: Double, _ a: Double, _ b: Double) -> Double {
      disc(
        cx, cy, r, max(x0, min(a, cx)), max(y0, min(b, cy)), min(x1, max(a, cx)),
        min(y1, max(b, cy)))
    }
    return box(left + r, top, right - r, bottom) + box(left, top + r, left + r, bottom - r)
      + box(right - r, top + r, right, bottom - r)
      + corner(left + r, top + r, left, top) + corner(right - r, top + r, right, top)
      + corner(left + r, bottom - r, left, bottom)
      + corner(right - r, bottom - r, right, bottom)
  }

  /// The area that a disc and a pixel share.
  static func disc(_ cx: Double, _ cy: Double, _ r: Double, _ x: Int, _ y: Int) -> Double {
    disc(cx, cy, r, Double(x), Double(y), Double(x + 1), Double(y + 1))
  }
}
