// SPDX-License-Identifier: Apache-2.0

// 128-bit intermediates, as pairs of 64-bit words: the same amount of work on every target, without
// the runtime calls that a 128-bit integer type needs on 32-bit machines.

/// Applies a sign to a magnitude; traps where 64 bits cannot hold the result.
@inlinable
func signed(_ magnitude: UInt64, isNegative: Bool) -> Int64 {
  precondition(
    magnitude <= UInt64(Int64.max) + (isNegative ? 1 : 0), "The result is out of range.")
  return isNegative ? 0 &- Int64(bitPattern: magnitude) : Int64(bitPattern: magnitude)
}

/// Multiplies and shifts right by 1 to 63 bits, to nearest, ties away from zero; traps on overflow.
func roundedProduct(_ a: Int64, _ b: Int64, shiftedRightBy shift: Int64) -> Int64 {
  let (high, low) = a.multipliedFullWidth(by: b)
  // Half a unit up, less one bit for negatives: the floor of that is the nearest, ties away from 0.
  let half = (UInt64(1) &<< UInt64(truncatingIfNeeded: shift - 1)) - (high < 0 ? 1 : 0)
  let (sum, carries) = low.addingReportingOverflow(half)
  let top = carries ? high + 1 : high
  let result = (top &<< (64 - shift)) | Int64(bitPattern: sum &>> UInt64(truncatingIfNeeded: shift))
  precondition(top &>> (shift - 1) == (result < 0 ? -1 : 0), "The result is out of range.")
  return result
}

/// Divides two words by one, to nearest, ties up; traps on a zero divisor and on overflow.
func roundedQuotient(_ dividend: (high: UInt64, low: UInt64), by divisor: UInt64) -> UInt64 {
  let (quotient, remainder) = fullQuotient(dividend, by: divisor)
  return remainder >= divisor - remainder ? quotient + 1 : quotient
}

/// Shifts two words right by 1 to 127 bits, to nearest, ties up; traps above 64 bits.
func roundedShift(_ value: (high: UInt64, low: UInt64), rightBy shift: UInt64) -> UInt64 {
  if shift > 64 {
    let half = UInt64(1) << (shift - 65)
    let (sum, carries) = value.high.addingReportingOverflow(half)
    return (sum >> (shift - 64)) | (carries ? UInt64(1) << (128 - shift) : 0)
  }
  let (low, carries) = value.low.addingReportingOverflow(1 << (shift - 1))
  let high = value.high + (carries ? 1 : 0)
  precondition(high >> shift == 0, "The result is out of range.")
  return (high << (64 - shift)) | (low >> shift)
}

/// The integer square root of two words, to nearest (no ties exist); traps above 64 bits.
func roundedSquareRoot(_ value: (high: UInt64, low: UInt64)) -> UInt64 {
  if value.high == 0 && value.low == 0 { return 0 }
  let bits =
    value.high == 0
    ? 64 - value.low.leadingZeroBitCount : 128 - value.high.leadingZeroBitCount
  // Newton's method from above: it decreases until it has reached the floor of the root.
  var root = bits > 126 ? UInt64.max : UInt64(1) << UInt64((bits + 1) / 2)
  while true {
    // The root is above sqrt(value), hence above the high word: the quotient fits.
    let quotient = fullQuotient(value, by: root).quotient
    let next = root / 2 + quotient / 2 + (root & quotient & 1)
    if next >= root { break }
    root = next
  }
  // value - root² is at most 2·root: 65 bits, of which the top one is the borrow.
  let square = root.multipliedFullWidth(by: root)
  let (rest, borrows) = value.low.subtractingReportingOverflow(square.low)
  let restHigh = value.high &- square.high &- (borrows ? 1 : 0)
  return restHigh != 0 || rest > root ? root + 1 : root
}

/// The product of two Q62 numbers in -2 to 2, rounded down.
func productQ62(_ a: Int64, _ b: Int64) -> Int64 {
  let (high, low) = a.multipliedFullWidth(by: b)
  return (high &<< 2) | Int64(bitPattern: low &>> 62)
}
