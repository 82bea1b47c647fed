// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Double {
  /// The number in float64: exact below 2²¹.
  init(_ value: Fixed) {
    self = Double(value.raw) / 4_294_967_296
  }

  /// The fraction in float64, exactly.
  init(_ value: Fraction) {
    self = Double(value.raw) / 1_073_741_824
  }

  /// The angle in turns in float64: exact below 2²¹.
  init(turnsOf value: Angle) {
    self = Double(value.raw) / 4_294_967_296
  }
}

/// Pseudorandom numbers of every size, the same in each run.
struct Samples {
  private var state: UInt64

  /// Starts a sequence of its own.
  init(seed: UInt64) {
    state = seed
  }

  /// 64 random bits, by Steele's "SplitMix".
  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A word with a number of bits that is as likely 3 as 63.
  mutating func word() -> Int64 {
    let shift = bits() % 64
    return Int64(bitPattern: bits()) >> Int64(shift)
  }
}

/// The nearest integer to a ratio, ties away from zero, if the result has 64 bits.
func nearest(_ numerator: Int128, over denominator: Int128) -> Int64? {
  let (quotient, remainder) = numerator.magnitude.quotientAndRemainder(
    dividingBy: denominator.magnitude)
  let size = Int128(quotient) + (remainder >= denominator.magnitude - remainder ? 1 : 0)
  return Int64(exactly: (numerator < 0) != (denominator < 0) ? -size : size)
}
