// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion

extension Double {
  /// What a number stands for: exact below 2²¹.
  init(_ value: Fixed) {
    self = Double(value.raw) / 4_294_967_296
  }
}

extension Fixed {
  /// The nearest number.
  init(nearest value: Double) {
    self.init(raw: Int64((value * 4_294_967_296).rounded()))
  }
}

extension Instant {
  /// The instant a number of milliseconds after the clock's zero.
  static func milliseconds(_ milliseconds: Int) -> Instant {
    .zero + .milliseconds(milliseconds)
  }
}

/// Numbers that look random and are always the same.
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

  /// A number in a range, on no particular grid.
  mutating func number(in range: ClosedRange<Double>) -> Fixed {
    let part = Double(bits() >> 11) * 0x1p-53
    return Fixed(nearest: range.lowerBound + (range.upperBound - range.lowerBound) * part)
  }
}
