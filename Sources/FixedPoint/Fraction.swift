// SPDX-License-Identifier: Apache-2.0

/// A number near 1 with 30 fraction bits (Q2.30): sines, opacities, gradient offsets.
///
/// From -2 up to 2 - 2⁻³⁰, in steps of 2⁻³⁰. Operations are exact or round to nearest, ties away
/// from zero, and trap when the result is out of range; none wraps.
public struct Fraction: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The fraction times 2³⁰.
  public var raw: Int32

  /// Takes the fraction times 2³⁰.
  @inlinable
  package init(raw: Int32) {
    self.raw = raw
  }

  /// Narrows a number to nearest, ties away from zero, clamped to the range.
  public init(_ value: Fixed) {
    raw = Int32(clamping: roundedProduct(value.raw, 1, shiftedRightBy: 2))
  }

  /// Makes the ratio of two integers, to nearest, ties away from zero.
  ///
  /// Clamped to the range up to ±2³¹; traps beyond that, and on a zero denominator.
  package init(_ numerator: Int, over denominator: Int) {
    self.init(raw: 0)
    let quotient = Fixed(raw: 1 << 30).scaled(by: Int64(numerator), over: Int64(denominator))
    raw = Int32(clamping: quotient.raw)
  }

  /// Zero.
  @inlinable
  public static var zero: Fraction { Fraction(raw: 0) }

  /// One.
  @inlinable
  public static var one: Fraction { Fraction(raw: 1 << 30) }

  /// One half.
  @inlinable
  package static var half: Fraction { Fraction(raw: 1 << 29) }

  /// Compares by value.
  @inlinable
  public static func < (a: Fraction, b: Fraction) -> Bool {
    a.raw < b.raw
  }

  /// Adds, exactly; traps on overflow.
  @inlinable
  package static func + (a: Fraction, b: Fraction) -> Fraction {
    Fraction(raw: a.raw + b.raw)
  }

  /// Subtracts, exactly; traps on overflow.
  @inlinable
  package static func - (a: Fraction, b: Fraction) -> Fraction {
    Fraction(raw: a.raw - b.raw)
  }

  /// Negates, exactly; traps for -2.
  @inlinable
  package static prefix func - (a: Fraction) -> Fraction {
    Fraction(raw: 0 - a.raw)
  }

  /// Multiplies, to nearest, ties away from zero; traps on overflow, never for factors within ±1.
  @inlinable
  public static func * (a: Fraction, b: Fraction) -> Fraction {
    let product = Int64(a.raw) * Int64(b.raw)
    return Fraction(raw: Int32((product + (1 << 29) - (product < 0 ? 1 : 0)) &>> 30))
  }

  /// The distance from zero; traps for -2.
  @inlinable
  package var magnitude: Fraction { raw < 0 ? -self : self }

  /// The nearest fraction within bounds.
  @inlinable
  package func clamped(to bounds: ClosedRange<Fraction>) -> Fraction {
    self < bounds.lowerBound
      ? bounds.lowerBound : self > bounds.upperBound ? bounds.upperBound : self
  }
}
