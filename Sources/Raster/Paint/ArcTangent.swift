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

  /// The table's address, for as long as this is there.
  @unsafe
  var pointer: UnsafePointer<Int32> { unsafe table.readPointer(to: 258) }

  /// The arc tangent of a ratio of at most 1 as a fraction of a turn, Q32.
  ///
  /// Both numbers are below 2³⁸, and `far` is not 0.
  @unsafe
  @inline(__always)
  static func eighth(_ near: Int64, _ far: Int64, _ table: UnsafePointer<Int32>) -> Int64 {
    let quotient = UInt64(bitPattern: near &<< 24) / UInt64(bitPattern: far)
    let ratio = Int(truncatingIfNeeded: quotient)
    // At most 256, and one more.
    let (from, to) = unsafe (Int64(table[ratio &>> 16]), Int64(table[ratio &>> 16 &+ 1]))
    return from &+ ((to &- from) &* Int64(ratio & 0xFFFF)) &>> 16
  }
}

/// Points of a line within one octant, whose distances from both axes lose as many bits.
struct TangentRange {
  /// Whether the second axis is the near one.
  let isSteep: Bool
  let near: Int64
  let far: Int64
  let nearStep: Int64
  let farStep: Int64
  /// The bits that numbers of at most 38 do not have.
  let shift: Int64
  /// The number of points, at least 1.
  let count: Int

  /// Begins at a point other than (0, 0).
  @inline(never)
  init(_ x: Int64, _ y: Int64, _ stepX: Int64, _ stepY: Int64, upTo count: Int) {
    isSteep = y > x
    (near, far) = isSteep ? (x, y) : (y, x)
    (nearStep, farStep) = isSteep ? (stepX, stepY) : (stepY, stepX)
    shift = Int64(63 &- (UInt64(bitPattern: far) &>> 37 | 1).leadingZeroBitCount)
    let high = Int64(1) &<< (shift &+ 38)
    let low = shift == 0 ? 0 : Int64(1) &<< (shift &+ 37)
    let alike = min(
      columnsAlike(x &- y, stepX &- stepY), columnsAlike(far &- high, farStep),
      columnsAlike(far &+ 1 &- low, farStep), Int64(count))
    self.count = Int(truncatingIfNeeded: alike)
  }
}
