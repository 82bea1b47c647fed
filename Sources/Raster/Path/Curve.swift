// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// A quadratic Bézier curve that is flattened, in Q32 within the coordinate limits.
///
/// It is divided into segments of equal parameter length, so many that chords would be at most 0.02 pixels
/// inside. The points between the ends are moved out, so that areas are equal. This changes a letter's pixels
/// by at most 2 of 255 levels, and a few pixels of a large drawing by 4. It matters because half of a text's
/// edges come from curves.
struct Curve {
  private let x: (Int64, Int64, Int64)
  private let y: (Int64, Int64, Int64)
  /// From 1 to 1024.
  let pieceCount: Int
  /// The offset of the points between the ends from the curve.
  ///
  /// Within each of n segments the curve is off its chord by (start - 2·control + end)·t·(1 - t)/n², in the
  /// opposite direction, 0 ≤ t ≤ 1. The mean is 1/6 of that vector over n².
  private let shift: (x: Int64, y: Int64)

  init(_ start: Point, _ control: Point, _ end: Point, _ maximumScale: Int64) {
    x = (saturated(start.x.raw), saturated(control.x.raw), saturated(end.x.raw))
    y = (saturated(start.y.raw), saturated(control.y.raw), saturated(end.y.raw))
    func bend(_ v: (Int64, Int64, Int64)) -> Int64 { saturated(2 * v.1 - saturatingSum(v.0, v.2)) }
    let bend = (x: bend(x), y: bend(y))
    let size = Fixed.hypotenuse(Fixed(raw: bend.x), Fixed(raw: bend.y))
    let pixels = saturatingProduct(size.raw, maximumScale)
    // A chord is off by at most |start - 2·control + end| / (4·n²). The ends do not move, so a curve of few
    // segments is divided more finely: a single chord is off by half as much as others.
    let square = 12 * min(pixels, 1 << 52) + (1 << 31)
    pieceCount = min(Fixed(raw: square).squareRoot().floor + 1, 1024)
    let divisor = 6 * Int64(pieceCount) * Int64(pieceCount)
    shift = (bend.x / divisor, bend.y / divisor)
  }

  /// The point between two chords, 0 < piece < `pieceCount`.
  func corner(_ piece: Int) -> (x: Int64, y: Int64) {
    let t = (Int64(piece) << 32) / Int64(pieceCount)
    let s = (1 << 32) - t
    func at(_ v: (Int64, Int64, Int64), _ shift: Int64) -> Int64 {
      let first = saturatingSum(saturatingProduct(v.0, s), saturatingProduct(v.1, t))
      let second = saturatingSum(saturatingProduct(v.1, s), saturatingProduct(v.2, t))
      return saturatingSum(
        saturatingSum(saturatingProduct(first, s), saturatingProduct(second, t)), shift)
    }
    return (at(x, shift.x), at(y, shift.y))
  }
}
