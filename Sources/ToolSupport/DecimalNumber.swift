// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// A decimal number of 0 or more, stored exactly as it was written and not as binary floating
/// point.
///
/// Products of two are exact, so that 10 pt at scale 1.1 are 11 pixels and not 12.
package struct DecimalNumber: Equatable, Sendable {
  /// All digits, as a whole number.
  package let digits: Int
  /// Ten to the power of the count of digits behind the point: at most 10⁹.
  package let divisor: Int

  /// Reads `DIGITS` or `DIGITS.DIGITS`; nil for anything else.
  ///
  /// The limits are 9 digits behind the point, the given number before it, and 18 in all.
  package init?(_ text: some StringProtocol, wholeDigits limit: Int = 9) {
    var digits = 0
    var divisor = 1
    var wholeDigits = 0
    var isFraction = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // Another digit still fits: 10¹⁸ is less than the largest `Int`.
        guard digits < 100_000_000_000_000_000 else { return nil }
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        if isFraction { divisor *= 10 } else { wholeDigits += 1 }
        guard wholeDigits <= limit, divisor <= 1_000_000_000 else { return nil }
      case UInt8(ascii: ".") where !isFraction && wholeDigits > 0: isFraction = true
      default: return nil
      }
    }
    guard wholeDigits > 0, isFraction == (divisor > 1) else { return nil }
    self.digits = digits
    self.divisor = divisor
  }

  /// A whole number of 0 or more.
  package init(_ whole: UInt32) {
    digits = Int(whole)
    divisor = 1
  }

  /// The number, to the nearest 2⁻³²; nil above 2³¹ - 1.
  package var fixed: Fixed? {
    digits / divisor < Int(Int32.max) ? Fixed(digits, over: divisor) : nil
  }

  /// The product, rounded up to a whole number without error; nil where it does not fit.
  package func ceilingOfProduct(with other: DecimalNumber) -> Int? {
    let product = digits.multipliedFullWidth(by: other.digits)
    let whole = divisor * other.divisor
    guard product.high < whole else { return nil }
    let (quotient, rest) = whole.dividingFullWidth(product)
    return rest > 0 ? quotient + 1 : quotient
  }

  /// The number in millionths; nil where it has more than 6 digits behind the point.
  package var millionths: Int64? {
    let (quotient, rest) = (1_000_000 * Int128(digits)).quotientAndRemainder(
      dividingBy: Int128(divisor))
    return rest == 0 ? Int64(exactly: quotient) : nil
  }
}
