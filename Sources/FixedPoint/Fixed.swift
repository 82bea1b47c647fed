// SPDX-License-Identifier: Apache-2.0

/// A number with 32 fraction bits (Q31.32): coordinates, seconds, degrees, progress, velocities.
///
/// The only type of coordinates: from -2³¹ up to 2³¹ - 2⁻³², in steps of 2⁻³².
/// Operations are exact or round to nearest, ties away from zero, and trap when the result is out
/// of range; none wraps. Conversions that saturate instead say so in their label.
public struct Fixed: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The number times 2³².
  public var raw: Int64

  /// Takes the number times 2³².
  @inlinable
  public init(raw: Int64) {
    self.raw = raw
  }

  /// Makes a whole number; traps outside of -2³¹ ..< 2³¹.
  @inlinable
  public init(_ whole: Int) {
    raw = Int64(whole) * (1 << 32)
  }

  /// Makes the ratio of two integers, to nearest, ties away from zero; traps on a zero denominator.
  public init(_ numerator: Int, over denominator: Int) {
    // Most are so small that a word holds the whole product.
    if (0..<1 << 29).contains(numerator) && (1..<1 << 29).contains(denominator) {
      raw = (Int64(numerator) << 33 + Int64(denominator)) / (2 * Int64(denominator))
      return
    }
    self = Fixed.one.scaled(by: Int64(numerator), over: Int64(denominator))
  }

  /// Widens a fraction, exactly.
  @inlinable
  public init(_ value: Fraction) {
    raw = Int64(value.raw) &<< 2
  }

  /// Zero.
  @inlinable
  public static var zero: Fixed { Fixed(raw: 0) }

  /// One.
  @inlinable
  public static var one: Fixed { Fixed(raw: 1 << 32) }

  /// One half.
  @inlinable
  public static var half: Fixed { Fixed(raw: 1 << 31) }

  /// The smallest number.
  @inlinable
  package static var min: Fixed { Fixed(raw: .min) }

  /// The largest number.
  @inlinable
  package static var max: Fixed { Fixed(raw: .max) }

  /// Compares by value.
  @inlinable
  public static func < (a: Fixed, b: Fixed) -> Bool {
    a.raw < b.raw
  }
}

extension Fixed: ExpressibleByIntegerLiteral {
  /// Makes a whole number from a literal; a literal out of range does not compile.
  @inlinable
  public init(integerLiteral value: Int32) {
    raw = Int64(value) &<< 32
  }
}

extension Fixed {
  /// The largest whole number not above this number.
  @inlinable
  public var floor: Int { Int(raw &>> 32) }

  /// The smallest whole number not below this number; traps above 2³¹ - 1 on 32-bit machines.
  @inlinable
  public var ceiling: Int { Int(raw &>> 32) + (raw & 0xFFFF_FFFF == 0 ? 0 : 1) }

  /// The nearest whole number, ties away from zero; traps above 2³¹ - 1 on 32-bit machines.
  @inlinable
  public var rounded: Int {
    let whole = Int(raw &>> 32)
    let fraction = raw & 0xFFFF_FFFF
    return fraction > 1 << 31 || (fraction == 1 << 31 && raw >= 0) ? whole + 1 : whole
  }

  /// The number minus its floor: at least 0, less than 1.
  @inlinable
  package var fractionalPart: Fixed { Fixed(raw: raw & 0xFFFF_FFFF) }

  /// The distance from zero; traps for the smallest number.
  @inlinable
  public var magnitude: Fixed { raw < 0 ? -self : self }

  /// The nearest number within bounds.
  @inlinable
  public func clamped(to bounds: ClosedRange<Fixed>) -> Fixed {
    self < bounds.lowerBound
      ? bounds.lowerBound : self > bounds.upperBound ? bounds.upperBound : self
  }
}
