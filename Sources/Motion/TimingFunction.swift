// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// Bends a fraction of time: a cubic Bézier from (0, 0) to (1, 1) with two control points.
///
/// The curve is W3C's "cubic-bezier" and Core Animation's media timing function. The value errs by
/// at most 2⁻³² for the named curves and 2⁻²⁰ for any curve.
public struct TimingFunction: Hashable, BitwiseCopyable, Sendable {
  private let x1, y1, x2, y2: Fixed

  /// A curve from its control points; traps unless x is within 0 … 1 and y within -8 … 8.
  public init(x1: Fixed, y1: Fixed, x2: Fixed, y2: Fixed) {
    precondition(x1 >= 0 && x1 <= 1 && x2 >= 0 && x2 <= 1, "Time would not go forward.")
    precondition(y1.magnitude <= 8 && y2.magnitude <= 8, "The control point is out of range.")
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// A curve from its control points in thousandths, as the common curves have them.
  private init(thousandths x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) {
    self.init(
      x1: Fixed(x1, over: 1000), y1: Fixed(y1, over: 1000),
      x2: Fixed(x2, over: 1000), y2: Fixed(y2, over: 1000))
  }

  /// Constant speed: the value is the time.
  public static var linear: TimingFunction { TimingFunction(x1: 0, y1: 0, x2: 1, y2: 1) }

  /// Slow at the start: (0.42, 0, 1, 1).
  public static var easeIn: TimingFunction { TimingFunction(thousandths: 420, 0, 1000, 1000) }

  /// Slow at the end: (0, 0, 0.58, 1).
  public static var easeOut: TimingFunction { TimingFunction(thousandths: 0, 0, 580, 1000) }

  /// Slow at both ends: (0.42, 0, 0.58, 1).
  public static var easeInOut: TimingFunction { TimingFunction(thousandths: 420, 0, 580, 1000) }

  /// Core Animation's default, CSS's `ease`: (0.25, 0.1, 0.25, 1).
  public static var standard: TimingFunction { TimingFunction(thousandths: 250, 100, 250, 1000) }

  /// The value at a fraction of the time: exactly 0 up to 0, exactly 1 from 1 on.
  public func value(at x: Fixed) -> Fixed {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    if x1 == y1 && x2 == y2 { return x }
    // x grows with the curve's parameter: halve until the parameter is known to its last bit.
    let curve = Cubic(x1.raw << 28, x2.raw << 28, fractionBits: 60)
    let goal = x.raw << 28
    var low: Int64 = 0
    var step: Int64 = 1 << 59
    while step > 0 {
      if curve.value(at: low + step) <= goal { low += step }
      step >>= 1
    }
    let value = Cubic(y1.raw << 24, y2.raw << 24, fractionBits: 56).value(at: low)
    return Fixed(raw: (value + (1 << 23)) >> 24)
  }
}

/// One coordinate of a Bézier curve from 0 to 1: ((a·s + b)·s + c)·s.
private struct Cubic {
  let a, b, c: Int64

  /// A cubic from its inner control values, which are less than 1/16 of the range of 64 bits.
  init(_ first: Int64, _ second: Int64, fractionBits: Int64) {
    a = (1 << fractionBits) + 3 * (first - second)
    b = 3 * (second - 2 * first)
    c = 3 * first
  }

  /// The value at a parameter in Q60 from 0 to 1.
  func value(at s: Int64) -> Int64 {
    product(product(product(a, s) + b, s) + c, s)
  }

  private func product(_ x: Int64, _ s: Int64) -> Int64 {
    let (high, low) = x.multipliedFullWidth(by: s)
    return (high << 4) | Int64(bitPattern: low >> 60)
  }
}
