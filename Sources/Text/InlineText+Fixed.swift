// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

extension InlineText {
  /// Appends a number with the given count of decimals, 0…9, truncated.
  ///
  /// Rounding could show 100 before it is reached.
  package mutating func append(_ number: Fixed, decimals: Int) {
    precondition(0...9 ~= decimals, "0 to 9 decimals")
    if number.raw < 0 { append(byte: UInt8(ascii: "-")) }
    let magnitude = number.raw.magnitude
    append(Int64(magnitude >> 32))
    guard decimals > 0 else { return }
    append(byte: UInt8(ascii: "."))
    var fraction = magnitude & 0xFFFF_FFFF
    for _ in 0..<decimals {
      fraction *= 10
      append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction >> 32))
      fraction &= 0xFFFF_FFFF
    }
  }
}

extension LongText {
  /// Appends the shortest decimal that is read as the number.
  package mutating func append(_ number: Fixed) {
    let decimal = ShortestDecimal(number)
    if decimal.isNegative { append(byte: UInt8(ascii: "-")) }
    append(Int64(decimal.whole))
    if decimal.count > 0 { append(byte: UInt8(ascii: ".")) }
    for index in 0..<decimal.count { append(byte: UInt8(ascii: "0") + decimal.digits[index]) }
  }
}
