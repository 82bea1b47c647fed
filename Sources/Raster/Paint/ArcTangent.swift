// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// The directions of vectors from a small table, for colours: within 2·10⁻⁷ turn.
struct ArcTangent: ~Copyable {
  /// The arc tangents of 0/256 … 256/256, and one more, in 2⁻³² turn.
  private var table: RigidArray<Int32>

  init() {
    table = RigidArray(capacity: 258, initial: 0)
    for index in 0..<258 {
      let angle = Angle.atan2(y: Fixed(index), x: Fixed(256))
      table[index] = Int32(angle.raw)
    }
  }

  /// The direction of a vector as a fraction of a turn, 0 up to 1, Q32; 0 for no vector.
  @inline(__always)
  func turn(_ x: Int64, _ y: Int64) -> Int64 {
    var (ax, ay) = (x.magnitude, y.magnitude)
    let shift = UInt64(max(0, 26 - (ax | ay | 1).leadingZeroBitCount))
    (ax, ay) = (ax >> shift, ay >> shift)
    if ax | ay == 0 { return 0 }
    let eighth = ay <= ax ? ratio(ay, ax) : (1 << 30) - ratio(ax, ay)
    let half = x < 0 ? (1 << 31) - eighth : eighth
    return y < 0 ? ((1 << 32) - half) & 0xFFFF_FFFF : half
  }

  /// The arc tangent of a ratio of at most 1; both numbers are below 2³⁸.
  @inline(__always)
  private func ratio(_ numerator: UInt64, _ denominator: UInt64) -> Int64 {
    let ratio = Int((numerator << 24) / denominator)
    let (from, to) = (Int64(table[ratio >> 16]), Int64(table[(ratio >> 16) + 1]))
    return from + ((to - from) * Int64(ratio & 0xFFFF)) >> 16
  }
}
