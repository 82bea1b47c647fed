// SPDX-License-Identifier: Apache-2.0

extension Fixed {
  /// The square root, to nearest; traps for negative numbers.
  public func squareRoot() -> Fixed {
    precondition(raw >= 0, "The square root of a negative number.")
    let value = UInt64(bitPattern: raw)
    return Fixed(raw: Int64(roundedSquareRoot((value >> 32, value << 32))))
  }

  /// The length of a vector, to nearest, from an exact sum of squares; traps on overflow.
  package static func hypotenuse(_ x: Fixed, _ y: Fixed) -> Fixed {
    // Vertical and horizontal vectors are common, and need no root.
    if x.raw == 0 || y.raw == 0 {
      return Fixed(raw: signed(x.raw.magnitude | y.raw.magnitude, isNegative: false))
    }
    let xx = x.raw.magnitude.multipliedFullWidth(by: x.raw.magnitude)
    let yy = y.raw.magnitude.multipliedFullWidth(by: y.raw.magnitude)
    let (low, carries) = xx.low.addingReportingOverflow(yy.low)
    let root = roundedSquareRoot((xx.high + yy.high + (carries ? 1 : 0), low))
    return Fixed(raw: signed(root, isNegative: false))
  }

  /// The exponential of a number that is at most 0, within 2⁻³²; traps above 0.
  ///
  /// Exactly 1 at 0; 0 from -23 down, where the nearest representable value is 0.
  package static func exp(_ x: Fixed) -> Fixed {
    Fixed.one.scaled(byExponentialOf: x)
  }

  /// Multiplies by the exponential of a number that is at most 0; traps above 0.
  ///
  /// The error is at most 0.51·2⁻³² plus 2⁻⁴⁶ of the result: large factors lose no precision to
  /// small exponentials. Exact at 0; 0 from -45 down, whatever the factor.
  package func scaled(byExponentialOf x: Fixed) -> Fixed {
    precondition(x.raw <= 0, "The exponential of a positive number.")
    let y = x.raw.magnitude
    if y >= 45 << 32 { return .zero }
    // exp(-y) = 2^-n · exp(-r), 0 ≤ r ≤ ln 2. Both constants are rounded down, so r cannot be
    // negative; n may be one too small next to a multiple of ln 2, which the series bears.
    let log2e: UInt64 = 24_204_406  // 24 fraction bits
    let ln2: UInt64 = 199_786_072_581_291_494  // 58 fraction bits
    let n = (y * log2e) >> 56
    let rest = Int64((y << 26) - n * ln2) << 4
    let mantissa = UInt64(exponential(ofMinus: rest))
    let product = raw.magnitude.multipliedFullWidth(by: mantissa)
    let result = roundedShift((product.high, product.low), rightBy: 62 + n)
    return Fixed(raw: signed(result, isNegative: raw < 0))
  }

  /// The series of exp(-x) up to x¹⁴/14!, for x from 0 to 0.7, all in Q62; within 2⁻⁴⁷.
  private func exponential(ofMinus x: Int64) -> Int64 {
    // The reciprocals of 14! down to 0!.
    var sum: Int64 = 52_899_477
    sum = 740_592_679 - productQ62(x, sum)
    sum = 9_627_704_831 - productQ62(x, sum)
    sum = 115_532_457_973 - productQ62(x, sum)
    sum = 1_270_857_037_706 - productQ62(x, sum)
    sum = 12_708_570_377_060 - productQ62(x, sum)
    sum = 114_377_133_393_536 - productQ62(x, sum)
    sum = 915_017_067_148_291 - productQ62(x, sum)
    sum = 6_405_119_470_038_039 - productQ62(x, sum)
    sum = 38_430_716_820_228_233 - productQ62(x, sum)
    sum = 192_153_584_101_141_163 - productQ62(x, sum)
    sum = 768_614_336_404_564_651 - productQ62(x, sum)
    sum = 2_305_843_009_213_693_952 - productQ62(x, sum)
    sum = 4_611_686_018_427_387_904 - productQ62(x, sum)
    return 4_611_686_018_427_387_904 - productQ62(x, sum)
  }
}
