// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension PathElement {
  /// Where the element ends; the origin for `close`, which says nothing about it.
  var end: Point {
    switch self {
    case .move(let point), .line(let point), .quadratic(_, let point): point
    case .close: .zero
    }
  }
}

/// A quadratic Bézier curve, in Q32 within the coordinate limits.
struct Curve {
  private let x: (Int64, Int64, Int64)
  private let y: (Int64, Int64, Int64)

  init(_ start: Point, _ control: Point, _ end: Point) {
    x = (saturated(start.x.raw), saturated(control.x.raw), saturated(end.x.raw))
    y = (saturated(start.y.raw), saturated(control.y.raw), saturated(end.y.raw))
  }

  /// Into how many pieces of equal parameter it is cut for chords within a distance of it.
  ///
  /// A chord is off by |start - 2·control + end| / (4·n²) at most; `fineness` is a quarter of one
  /// over the distance in pixels.
  func pieceCount(maximumScale: Int64, fineness: Int64) -> Int {
    func bend(_ v: (Int64, Int64, Int64)) -> Int64 { saturated(saturatingSum(v.0, v.2) - 2 * v.1) }
    let size = Fixed.hypotenuse(Fixed(raw: bend(x)), Fixed(raw: bend(y)))
    let pixels = saturatingProduct(size.raw, maximumScale)
    let square = min(pixels >> 32, 1 << 20) * fineness + ((pixels & 0xFFFF_FFFF) * fineness) >> 32
    if square == 0 { return 1 }
    return min(Fixed(raw: square << 32 | 0xFFFF_FFFF).squareRoot().floor + 1, 1024)
  }

  /// How far the points between the ends must move for the chords to lie as much on one side as on
  /// the other.
  ///
  /// Within each of n pieces the curve is off its chord by (start - 2·control + end)·t·(1 - t)/n², the
  /// other way, 0 ≤ t ≤ 1: in the mean by 1/6 of that vector over n².
  func shift(pieces: Int) -> (x: Int64, y: Int64) {
    let divisor = 6 * Int64(pieces) * Int64(pieces)
    func at(_ v: (Int64, Int64, Int64)) -> Int64 {
      saturated(2 * v.1 - saturatingSum(v.0, v.2)) / divisor
    }
    return (at(x), at(y))
  }

  /// The point at parameter `piece`/`count`, 0 < piece < count ≤ 1024.
  func point(_ piece: Int, of count: Int) -> (x: Int64, y: Int64) {
    let t = (Int64(piece) << 32) / Int64(count)
    let s = (1 << 32) - t
    func at(_ v: (Int64, Int64, Int64)) -> Int64 {
      let first = saturatingSum(saturatingProduct(v.0, s), saturatingProduct(v.1, t))
      let second = saturatingSum(saturatingProduct(v.1, s), saturatingProduct(v.2, t))
      return saturatingSum(saturatingProduct(first, s), saturatingProduct(second, t))
    }
    return (at(x), at(y))
  }
}
