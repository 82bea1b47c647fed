// SPDX-License-Identifier: Apache-2.0

/// A piece of an outline in device space, whole: rows and windows cut it when they use it.
///
/// It is a straight line or an arc within a quadrant of a circle. Coordinates are in pixels, Q16, from the
/// top end (`y0 < y1`). What is drawn of an edge in a pixel never depends on what else is drawn, so a
/// damage region equals the same pixels of a full frame, to the bit.
struct Edge: BitwiseCopyable {
  var x0: Int32
  var y0: Int32
  var x1: Int32
  var y1: Int32
  /// dx/dy, Q31: x at any y is computed from the top end directly, without drift.
  ///
  /// Of a line within one row it may be 0: who asks for x between the ends must not be given one.
  var slope: Int64
  /// dy/dx, Q31, likewise; 0 until it is needed.
  var rise: Int64 = 0
  /// 1 where the outline runs down, -1 where it runs up.
  var winding: Int32
  /// Which shape it belongs to.
  var shape: Int32
  /// The circle of an arc, or -1 for a straight line.
  var circle: Int32 = -1
  /// The side of its circle.
  var side = Side.right
  /// The next edge in the same list (of a row that begins edges, or of a shape's active edges).
  var next: Int32

  /// The sides of a circle.
  enum Side: Int32 {
    case left
    case right
  }

  /// The x of a straight line at a y between its ends, exact at both.
  @inline(__always)
  func x(at y: Int32) -> Int32 {
    if y <= y0 { return x0 }
    if y >= y1 { return x1 }
    // |slope| · (y - y0) is at most 2³¹·|x1 - x0| < 2⁶³; to nearest, so it stays between the ends.
    let offset = (slope &* (Int64(y) &- Int64(y0)) &+ 1 << 30) >> 31
    return x0 &+ Int32(truncatingIfNeeded: offset)
  }

  /// Computes the slope of a line that is not vertical, once.
  @inline(__always)
  mutating func prepareRise() {
    if rise == 0 { rise = (Int64(y1) - Int64(y0)) << 31 / (Int64(x1) - Int64(x0)) }
  }

  /// The y of a line that is not vertical, at an x between its ends.
  @inline(__always)
  func y(at x: Int64) -> Int32 {
    let offset = (rise &* (x &- Int64(x0)) &+ 1 << 30) >> 31
    return y0 &+ Int32(truncatingIfNeeded: offset)
  }
}
