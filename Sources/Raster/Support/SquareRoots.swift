// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// Square roots of 62-bit numbers, exact to the unit, without a division.
///
/// Goal: the floor of the root as a function of the number alone, so that a circle's boundary is the same
/// in every frame. The number is scaled to 1/4 …< 1 by an even shift. A table of 384 lines gives one over
/// the root within 2⁻¹⁷, and the product with the number gives the root. One step of Newton's method
/// doubles the bits: the result is within a unit, and the remainder corrects it.
///
/// Example: 10 = 0.625 · 2⁴; 1/√0.625 ≈ 1.26491, so √10 ≈ 0.625 · 1.26491 · 2² = 3.16: 3.
package struct SquareRoots: ~Copyable {
  /// For each 512th from 128/512 on: one over the root there in Q30 (low half), and its decrease up to the
  /// next one (high half).
  private var lines: RigidArray<UInt64>

  /// Computes the table.
  package init() {
    lines = RigidArray(capacity: 384)
    var value: UInt64 = 1 << 31
    for index in 0..<lines.capacity {
      let next = SquareRoots.reciprocal(2 * index + 258, below: value)
      // The curve is below its chords: the line is halfway between the curve and the chord.
      let middle = SquareRoots.reciprocal(2 * index + 257, below: value)
      let bend = (value + next) / 2 - middle
      lines.append((value - next) << 32 | (value - bend / 2), at: index)
      value = next
    }
  }

  /// One over the root of value/1024, in Q30; at most `root`.
  ///
  /// Newton's method, until the value no longer falls. Each start computes the table, and each entry is
  /// near the previous entry.
  private static func reciprocal(_ value: Int, below root: UInt64) -> UInt64 {
    let square = ((1 << 63) / UInt64(value)) << 7
    var root = root
    while true {
      let next = (root + square / root) / 2
      if next >= root { return root }
      root = next
    }
  }

  /// The floor of the square root of a number below 2⁶²; 0 for negative numbers.
  package func floor(_ number: Int64) -> Int32 {
    if number <= 0 { return 0 }
    let shift = UInt64(truncatingIfNeeded: number.leadingZeroBitCount & ~1)
    let scaled = UInt64(bitPattern: number) &<< shift
    let line = lines[Int(truncatingIfNeeded: scaled &>> 55) &- 128]
    let fall = ((line &>> 32) &* (scaled &>> 23 & 0xFFFF_FFFF)) &>> 32
    let reciprocal = (line & 0xFFFF_FFFF) &- fall
    let guess = ((scaled &>> 32) &* reciprocal) &>> 30
    let rest = Int64(bitPattern: scaled &- guess &* guess) &>> 20
    let step = (rest &* Int64(bitPattern: reciprocal)) &>> 43
    let root = (Int64(bitPattern: guess) &+ step) &>> Int64(bitPattern: shift &>> 1)
    let remainder = number &- root &* root
    let correction: Int64 = remainder < 0 ? -1 : remainder > 2 &* root ? 1 : 0
    return Int32(truncatingIfNeeded: root &+ correction)
  }
}
