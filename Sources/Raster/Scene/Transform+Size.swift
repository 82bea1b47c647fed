// SPDX-License-Identifier: Apache-2.0

import FixedPoint

extension Transform {
  /// The largest factor by which a length grows, Q32: the larger singular value.
  package var maximumScale: Int64 {
    // Most transforms only scale and translate, uniformly or not.
    if b == 0 && c == 0 && a.raw != .min && d.raw != .min {
      return max(abs(a.raw), abs(d.raw))
    }
    // Halved, and within ±2²⁷, so that no sum below overflows.
    func halved(_ value: Fixed) -> Int64 { min(max(value.raw / 2, -1 << 59), 1 << 59) }
    let (a, b, c, d) = (halved(a), halved(b), halved(c), halved(d))
    let sum = Fixed.hypotenuse(Fixed(raw: a + d), Fixed(raw: b - c))
    let difference = Fixed.hypotenuse(Fixed(raw: a - d), Fixed(raw: b + c))
    return sum.raw + difference.raw
  }

  /// The deviation from a similarity (rotation, reflection, uniform scale), Q32, and whether it
  /// reflects.
  ///
  /// 0 for a similarity; otherwise the lengths of two transformed unit vectors may differ by that much.
  var anisotropy: (size: Int64, isMirrored: Bool) {
    let (a, b) = (saturated(a.raw), saturated(b.raw))
    let (c, d) = (saturated(c.raw), saturated(d.raw))
    let turned = saturatingSum(abs(a - d), abs(b + c))
    let mirrored = saturatingSum(abs(a + d), abs(b - c))
    return mirrored < turned ? (mirrored, true) : (turned, false)
  }
}
