// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// A shape in device pixels by its signed distance (below 0 inside), in float64.
struct ReferenceShape {
  var distance: (Double, Double) -> Double

  static func disc(_ cx: Double, _ cy: Double, _ r: Double) -> ReferenceShape {
    ReferenceShape { x, y in ((x - cx) * (x - cx) + (y - cy) * (y - cy)).squareRoot() - r }
  }

  static func ring(_ cx: Double, _ cy: Double, _ r: Double, _ width: Double) -> ReferenceShape {
    ReferenceShape { x, y in
      abs(((x - cx) * (x - cx) + (y - cy) * (y - cy)).squareRoot() - r) - width / 2
    }
  }

  /// What a round pen leaves along a segment.
  static func capsule(
    _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ r: Double
  ) -> ReferenceShape {
    ReferenceShape { x, y in
      let (dx, dy) = (bx - ax, by - ay)
      let square = dx * dx + dy * dy
      let t = square == 0 ? 0 : min(max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1)
      let (px, py) = (x - ax - t * dx, y - ay - t * dy)
      return (px * px + py * py).squareRoot() - r
    }
  }

  static func union(_ shapes: [ReferenceShape]) -> ReferenceShape {
    ReferenceShape { x, y in shapes.map { $0.distance(x, y) }.min() ?? .infinity }
  }

  static func roundedBox(
    _ x0: Double, _ y0: Double, _ width: Double, _ height: Double, _ r: Double
  ) -> ReferenceShape {
    ReferenceShape { x, y in
      let qx = abs(x - x0 - width / 2) - width / 2 + r
      let qy = abs(y - y0 - height / 2) - height / 2 + r
      let outside = max(qx, 0) * max(qx, 0) + max(qy, 0) * max(qy, 0)
      return outside.squareRoot() + min(max(qx, qy), 0) - r
    }
  }

  /// A convex polygon given clockwise (y down); exact outside of corners' normals only inside.
  static func convex(_ points: [(Double, Double)]) -> ReferenceShape {
    ReferenceShape { x, y in
      var result = -Double.infinity
      for index in points.indices {
        let (ax, ay) = points[index]
        let (bx, by) = points[(index + 1) % points.count]
        let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
        result = max(result, ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length)
      }
      return result
    }
  }

  /// The area that is covered of a pixel's square, to within about 1/1000.
  ///
  /// Squares that the boundary passes are cut in four down to 1/64 of a side and then measured by
  /// the distance at their centre.
  func coverage(_ x: Int, _ y: Int) -> Double {
    area(Double(x) + 0.5, Double(y) + 0.5, 0.5)
  }

  private func area(_ x: Double, _ y: Double, _ half: Double) -> Double {
    let d = distance(x, y)
    if d >= half * 1.415 { return 0 }
    if d <= -half * 1.415 { return 4 * half * half }
    if half < 0.01 { return 4 * half * half * min(max(0.5 - d / (2.2 * half), 0), 1) }
    let h = half / 2
    return area(x - h, y - h, h) + area(x + h, y - h, h) + area(x - h, y + h, h)
      + area(x + h, y + h, h)
  }
}
