// SPDX-License-Identifier: Apache-2.0

/// Puts a gradient that goes by its shape's box onto the box that the shape's outline has.
///
/// Versions of librsvg find another box: until 2.54 that of the turned shape's box, and sides in cairo's 1/256 pixel.
/// The outline is the same in all of them, and so is its box.
enum GradientBox {
  /// How far a side may be from what librsvg made of it, in pixels of a page of 4096.
  private static let tolerance = 0.25

  /// The matrix of a gradient, from the unit square to the page, as the outline of the shape that it paints has it;
  /// the same one where the gradient does not go by the shape's box.
  static func matrix(
    _ matrix: DrawingMatrix, of contours: [DrawingContour]
  ) -> DrawingMatrix {
    guard let inverse = matrix.inverse else { return matrix }
    let curves = contours.flatMap(\.curves)
    guard let page = Extents(of: curves),
      let own = Extents(of: curves.map { $0.transformed(inverse) })
    else { return matrix }
    let corners = [
      page.low, page.high, DrawingPoint(x: page.low.x, y: page.high.y),
      DrawingPoint(x: page.high.x, y: page.low.y),
    ]
    var turned = Extents(inverse.apply(corners[0]))
    for corner in corners { turned.include(inverse.apply(corner)) }
    // How much of the square a pixel is.
    let pixel = DrawingPoint(
      x: tolerance / DrawingPoint(x: matrix.a, y: matrix.b).length,
      y: tolerance / DrawingPoint(x: matrix.c, y: matrix.d).length)
    guard own.isUnitSquare(within: pixel) || turned.isUnitSquare(within: pixel) else {
      return matrix
    }
    let size = own.high - own.low
    return DrawingMatrix([size.x, 0, 0, size.y, own.low.x, own.low.y])?.followed(by: matrix)
      ?? matrix
  }
}

/// What some points lie within.
private struct Extents {
  var low, high: DrawingPoint

  init(_ point: DrawingPoint) { (low, high) = (point, point) }

  /// Those of curves, with all between their ends; nil without any.
  init?(of curves: [DrawingCurve]) {
    guard let first = curves.first else { return nil }
    self.init(first.start)
    for curve in curves {
      include(curve.end)
      if curve.isLine { continue }
      for t in curve.turns { include(curve.point(t)) }
    }
  }

  mutating func include(_ point: DrawingPoint) {
    (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
    (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
  }

  func isUnitSquare(within distance: DrawingPoint) -> Bool {
    abs(low.x) <= distance.x && abs(high.x - 1) <= distance.x && abs(low.y) <= distance.y
      && abs(high.y - 1) <= distance.y
  }
}

extension DrawingMatrix {
  /// Nil where it has none.
  fileprivate var inverse: DrawingMatrix? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    return DrawingMatrix([
      d / determinant, -b / determinant, -c / determinant, a / determinant,
      (c * f - d * e) / determinant, (b * e - a * f) / determinant,
    ])
  }
}

extension DrawingCurve {
  /// Where it turns back in x or y, between its ends.
  fileprivate var turns: [Double] {
    // The derivative is 3 (a t² + 2 b t + c), for each axis.
    let a = end - second * 3 + first * 3 - start
    let b = start - first * 2 + second
    let c = first - start
    return (roots(a.x, b.x, c.x) + roots(a.y, b.y, c.y)).filter { $0 > 0 && $0 < 1 }
  }

  private func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    let square = b * b - a * c
    guard square >= 0 else { return [] }
    // Without the difference of two numbers that are nearly equal.
    let q = -(b + (b < 0 ? -square.squareRoot() : square.squareRoot()))
    return (a == 0 ? [] : [q / a]) + (q == 0 ? [] : [c / q])
  }
}
