// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// A cubic Bézier curve that is flattened as `Curve` flattens a quadratic one.
///
/// Its second derivative varies, so the number of segments is that of its largest value, and each point between two
/// segments is moved out by the derivative there. A quadratic curve in the form of a cubic one has the same points.
struct CubicCurve {
  private let x: (Int64, Int64, Int64, Int64)
  private let y: (Int64, Int64, Int64, Int64)
  /// From 1 to 1024.
  let pieceCount: Int
  /// A sixth of the second derivative at both ends, with the opposite sign: the curve is off its chords in that
  /// direction.
  private let startBend, endBend: (x: Int64, y: Int64)

  init(
    _ start: Point, _ first: Point, _ second: Point, _ end: Point, _ maximumScale: Int64
  ) {
    let points = (start.withinLimits, first.withinLimits, second.withinLimits, end.withinLimits)
    x = (points.0.x, points.1.x, points.2.x, points.3.x)
    y = (points.0.y, points.1.y, points.2.y, points.3.y)
    func bend(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64 {
      saturated(2 * b - saturatingSum(a, c))
    }
    startBend = (bend(x.0, x.1, x.2), bend(y.0, y.1, y.2))
    endBend = (bend(x.1, x.2, x.3), bend(y.1, y.2, y.3))
    let size = max(
      Fixed.hypotenuse(Fixed(raw: startBend.x), Fixed(raw: startBend.y)),
      Fixed.hypotenuse(Fixed(raw: endBend.x), Fixed(raw: endBend.y)))
    let pixels = saturatingProduct(size.raw, maximumScale)
    // A chord is off by at most ¾ of a bend over n². These bends are a third of a quadratic curve's.
    let square = 36 * min(pixels, 1 << 51) + (1 << 31)
    pieceCount = min(Fixed(raw: square).squareRoot().floor + 1, 1024)
  }

  /// The point between two chords, 0 < piece < `pieceCount`.
  func corner(_ piece: Int) -> (x: Int64, y: Int64) {
    let t = (Int64(piece) << 32) / Int64(pieceCount)
    let s = (1 << 32) - t
    func mixed(_ a: Int64, _ b: Int64) -> Int64 {
      saturatingSum(saturatingProduct(a, s), saturatingProduct(b, t))
    }
    let divisor = 2 * Int64(pieceCount) * Int64(pieceCount)
    func at(_ v: (Int64, Int64, Int64, Int64), _ from: Int64, _ to: Int64) -> Int64 {
      let (a, b, c) = (mixed(v.0, v.1), mixed(v.1, v.2), mixed(v.2, v.3))
      return saturatingSum(mixed(mixed(a, b), mixed(b, c)), mixed(from, to) / divisor)
    }
    return (at(x, startBend.x, endBend.x), at(y, startBend.y, endBend.y))
  }
}
