// SPDX-License-Identifier: Apache-2.0

/// Divides two words by one; traps on a zero divisor and when the quotient is above 64 bits.
///
/// The standard library's own division calls the runtime twice on 64-bit machines, and allocates on
/// 32-bit ones. This is Knuth's algorithm D ("The Art of Computer Programming", volume 2, 4.3.1)
/// for two digits of 32 bits: with the divisor's top bit set, a digit guessed from the divisor's
/// upper half is at most two too large.
package func fullQuotient(
  _ dividend: (high: UInt64, low: UInt64), by divisor: UInt64
) -> (quotient: UInt64, remainder: UInt64) {
  precondition(dividend.high < divisor, "The quotient is out of range.")
  if dividend.high == 0 { return dividend.low.quotientAndRemainder(dividingBy: divisor) }
  let shift = UInt64(divisor.leadingZeroBitCount)
  let normal = divisor &<< shift
  // The shift below is by 64, hence gives zero, if the divisor is normal already.
  let high = (dividend.high &<< shift) | (dividend.low >> (64 &- shift))
  let low = dividend.low &<< shift
  let (first, rest) = quotientDigit(high, low &>> 32, by: normal)
  let (second, remainder) = quotientDigit(rest, low & 0xFFFF_FFFF, by: normal)
  return ((first &<< 32) | second, remainder &>> shift)
}

/// Divides a word and a half by a word with its top bit set; the quotient is less than 2³².
private func quotientDigit(
  _ high: UInt64, _ low: UInt64, by divisor: UInt64
) -> (digit: UInt64, remainder: UInt64) {
  let upper = divisor &>> 32
  let lower = divisor & 0xFFFF_FFFF
  var (digit, rest) = high.quotientAndRemainder(dividingBy: upper)
  while digit > 0xFFFF_FFFF || digit &* lower > (rest &<< 32) | low {
    digit &-= 1
    rest &+= upper
    if rest > 0xFFFF_FFFF { break }
  }
  // The true difference fits a word, so the wrap-around cancels out.
  return (digit, ((high &<< 32) | low) &- digit &* divisor)
}
