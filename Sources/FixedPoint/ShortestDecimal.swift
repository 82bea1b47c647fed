// SPDX-License-Identifier: Apache-2.0

/// The decimal with the fewest digits that is nearer to a number than to any other: it is read as exactly that number.
///
/// The digits are generated as by Steele and White, "How to Print Floating-Point Numbers Accurately" (1990), until the
/// rest is less than half of the last binary place.
package struct ShortestDecimal {
  /// Whether the number is below 0.
  package let isNegative: Bool
  /// The whole part of the magnitude.
  package let whole: UInt32
  /// The digits behind the point, from 0 to 9 each, of which `count` are used.
  package private(set) var digits = InlineArray<10, UInt8>(repeating: 0)
  /// The number of digits behind the point: none for a whole number.
  package private(set) var count = 0

  /// The decimal of a number.
  package init(_ number: Fixed) {
    isNegative = number.raw < 0
    whole = UInt32(truncatingIfNeeded: number.raw.magnitude >> 32)
    // In units of half of the last place, so that the distance to the neighbours' halves begins as 1.
    let one: UInt64 = 1 << 33
    var rest = (number.raw.magnitude & 0xFFFF_FFFF) << 1
    var half: UInt64 = 1
    while rest > 0 {
      rest *= 10
      half *= 10
      let digit = UInt8(truncatingIfNeeded: rest >> 33)
      rest &= one - 1
      let isLowEnough = rest < half
      let isHighEnough = rest + half > one
      // It is no 10: a digit earlier the number would have been near enough to the next one.
      let isUp = isHighEnough && (!isLowEnough || rest * 2 >= one)
      digits[count] = isUp ? digit + 1 : digit
      count += 1
      // At the tenth digit the half is more than one.
      if isLowEnough || isHighEnough { return }
    }
  }
}

#if !hasFeature(Embedded)
  extension Fixed: CustomStringConvertible {
    /// The shortest decimal that is exactly this number when it is rounded to a multiple of 2⁻³²: `1.5`.
    public var description: String {
      let decimal = ShortestDecimal(self)
      var text = decimal.isNegative ? "-\(decimal.whole)" : "\(decimal.whole)"
      if decimal.count > 0 { text += "." }
      for index in 0..<decimal.count { text += "\(decimal.digits[index])" }
      return text
    }
  }
#endif
