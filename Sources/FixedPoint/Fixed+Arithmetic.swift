// SPDX-License-Identifier: Apache-2.0

extension Fixed {
  /// Adds, exactly; traps on overflow.
  @inlinable
  public static func + (a: Fixed, b: Fixed) -> Fixed {
    Fixed(raw: a.raw + b.raw)
  }

  /// Subtracts, exactly; traps on overflow.
  @inlinable
  public static func - (a: Fixed, b: Fixed) -> Fixed {
    Fixed(raw: a.raw - b.raw)
  }

  /// Negates, exactly; traps for the smallest number.
  @inlinable
  public static prefix func - (a: Fixed) -> Fixed {
    Fixed(raw: 0 - a.raw)
  }

  /// Multiplies, to nearest, ties away from zero; traps on overflow.
  public static func * (a: Fixed, b: Fixed) -> Fixed {
    Fixed(raw: roundedProduct(a.raw, b.raw, shiftedRightBy: 32))
  }

  /// Divides, to nearest, ties away from zero; traps on overflow and on a zero divisor.
  public static func / (a: Fixed, b: Fixed) -> Fixed {
    let magnitude = a.raw.magnitude
    let quotient = roundedQuotient((magnitude >> 32, magnitude << 32), by: b.raw.magnitude)
    return Fixed(raw: signed(quotient, isNegative: (a.raw < 0) != (b.raw < 0)))
  }

  /// Adds in place, exactly; traps on overflow.
  @inlinable
  public static func += (a: inout Fixed, b: Fixed) {
    a = a + b
  }

  /// Subtracts in place, exactly; traps on overflow.
  @inlinable
  public static func -= (a: inout Fixed, b: Fixed) {
    a = a - b
  }

  /// Multiplies in place, to nearest, ties away from zero; traps on overflow.
  @inlinable
  package static func *= (a: inout Fixed, b: Fixed) {
    a = a * b
  }

  /// Divides in place, to nearest, ties away from zero; traps on overflow and on a zero divisor.
  package static func /= (a: inout Fixed, b: Fixed) {
    a = a / b
  }

  /// Multiplies by a fraction such as a sine, to nearest, ties away from zero; traps on overflow.
  package func scaled(by fraction: Fraction) -> Fixed {
    Fixed(raw: roundedProduct(raw, Int64(fraction.raw), shiftedRightBy: 30))
  }

  /// Multiplies by a ratio of integers with one rounding, to nearest, ties away from zero.
  ///
  /// The product is kept in 128 bits, so only the result must fit. Traps on overflow and on a
  /// zero denominator.
  package func scaled(by numerator: Int64, over denominator: Int64) -> Fixed {
    let product = raw.magnitude.multipliedFullWidth(by: numerator.magnitude)
    let isNegative = ((raw < 0) != (numerator < 0)) != (denominator < 0)
    let divisor = denominator.magnitude
    if product.high == 0 {
      // One word, as nearly always: the same result without calls.
      let (quotient, rest) = product.low.quotientAndRemainder(dividingBy: divisor)
      let nearest = rest >= divisor &- rest ? quotient &+ 1 : quotient
      return Fixed(raw: signed(nearest, isNegative: isNegative))
    }
    let quotient = roundedQuotient((product.high, product.low), by: divisor)
    return Fixed(raw: signed(quotient, isNegative: isNegative))
  }

  /// Interpolates linearly to another number: exactly that at 1, beyond it above 1.
  ///
  /// Exact at 0 and 1, else one rounding to nearest. Traps when the distance is out of range.
  @inlinable
  public func interpolated(to end: Fixed, by part: Fixed) -> Fixed {
    self + (end - self) * part
  }
}
