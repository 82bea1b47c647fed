// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// A value that is linear in device space (a plane equation), sampled at pixel centres, in Q32.
struct LinearInterpolant: BitwiseCopyable {
  private var atOrigin: Int64
  private var perColumn: Int64
  private var perRow: Int64

  /// The value at the centre of the top left pixel is `atOrigin`.
  ///
  /// Clamping keeps all results within 64 bits: ±2²⁹ for it, ±2¹⁴ for each pixel.
  init(atOrigin: Int64, perColumn: Int64, perRow: Int64) {
    self.atOrigin = saturated(atOrigin)
    self.perColumn = min(max(perColumn, -1 << 46), 1 << 46)
    self.perRow = min(max(perRow, -1 << 46), 1 << 46)
  }

  /// Whether it is constant along each row.
  var isConstantInRows: Bool { perColumn == 0 }

  /// Whether it is constant along each column.
  var isConstantInColumns: Bool { perRow == 0 }

  /// The difference from a pixel to the next one in a row.
  var step: Int64 { perColumn }

  /// The value at a pixel's centre; both coordinates are below 2¹⁴.
  func value(_ x: Int, _ y: Int) -> Int64 {
    atOrigin &+ perColumn &* Int64(x) &+ perRow &* Int64(y)
  }

  /// For how many columns a value stays below 0, at 0 or above 0.
  func columnsAlike(_ value: Int64) -> Int64 { Raster.columnsAlike(value, perColumn) }

  /// Splits the columns of a row into those with values below 0 and the others; either may come first.
  func split(_ columns: Range<Int>, row: Int) -> (below: Range<Int>, others: Range<Int>) {
    let first = value(columns.lowerBound, row)
    let startsBelow = first < 0
    // The sign changes at most once.
    let alike = min(columnsAlike(startsBelow ? first : first &+ 1), Int64(columns.count))
    let middle = columns.lowerBound + Int(alike)
    let (near, far) = (columns.lowerBound..<middle, middle..<columns.upperBound)
    return startsBelow ? (near, far) : (far, near)
  }

  /// a·this + b·other, for a and b in Q32.
  func combined(_ a: Int64, _ other: LinearInterpolant, _ b: Int64) -> LinearInterpolant {
    LinearInterpolant(
      atOrigin: saturatingSum(saturatingProduct(atOrigin, a), saturatingProduct(other.atOrigin, b)),
      perColumn: saturatingSum(
        saturatingProduct(perColumn, a), saturatingProduct(other.perColumn, b)),
      perRow: saturatingSum(saturatingProduct(perRow, a), saturatingProduct(other.perRow, b)))
  }

  /// The value divided by a number in Q32.
  func divided(by divisor: Int64) -> LinearInterpolant {
    LinearInterpolant(
      atOrigin: saturatingQuotient(atOrigin, divisor),
      perColumn: saturatingQuotient(perColumn, divisor), perRow: saturatingQuotient(perRow, divisor)
    )
  }

  /// The value minus a constant.
  func minus(_ constant: Int64) -> LinearInterpolant {
    LinearInterpolant(
      atOrigin: saturatingSum(atOrigin, -saturated(constant)), perColumn: perColumn, perRow: perRow)
  }
}

/// For how many columns a value stays below 0, at 0 or above 0.
@inline(never)
func columnsAlike(_ value: Int64, _ step: Int64) -> Int64 {
  if step == 0 { return .max }
  if value == 0 { return 1 }
  if (value < 0) == (step < 0) { return .max }
  return Int64(bitPattern: (value.magnitude &- 1) / step.magnitude) &+ 1
}

/// The inverse transform, from pixels to user space, not divided by the determinant.
///
/// Coordinates times the determinant are exact if the transform's coefficients and its translation have few
/// bits, as 1.5 or 3 have and their reciprocals do not. So a pixel's centre on a line between two paints is
/// computed as exactly on it.
struct UserSpace: BitwiseCopyable {
  /// The user space's x times `size`.
  let x: LinearInterpolant
  /// The user space's y times `size`.
  let y: LinearInterpolant
  /// The determinant's magnitude, Q32, above 0.
  let size: Int64

  /// Nil for a singular transform.
  init?(_ transform: Transform) {
    let (a, b) = (saturated(transform.a.raw), saturated(transform.b.raw))
    let (c, d) = (saturated(transform.c.raw), saturated(transform.d.raw))
    let (tx, ty) = (saturated(transform.tx.raw), saturated(transform.ty.raw))
    let determinant = saturatingSum(saturatingProduct(a, d), -saturatingProduct(b, c))
    if determinant == 0 { return nil }
    let sign: Int64 = determinant < 0 ? -1 : 1
    size = determinant * sign
    let half: Int64 = 1 << 31
    let (px, py) = (saturatingSum(half, -tx), saturatingSum(half, -ty))
    x = LinearInterpolant(
      atOrigin: sign * saturatingSum(saturatingProduct(d, px), -saturatingProduct(c, py)),
      perColumn: sign * d, perRow: -sign * c)
    y = LinearInterpolant(
      atOrigin: sign * saturatingSum(saturatingProduct(a, py), -saturatingProduct(b, px)),
      perColumn: -sign * b, perRow: sign * a)
  }
}
