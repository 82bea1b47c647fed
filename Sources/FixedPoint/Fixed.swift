/// A device coordinate in pixels with 16 whole and 16 fraction bits (Q16.16).
///
/// From -32768 up to 32768 - 2⁻¹⁶, in steps of 2⁻¹⁶. Operations are exact or round to nearest,
/// ties away from zero, and trap when the result is out of range; none wraps. Conversions that
/// saturate instead say so in their label.
public struct Fixed: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The coordinate times 65536.
  public var raw: Int32

  /// Takes the coordinate times 65536.
  @inlinable
  public init(raw: Int32) {
    self.raw = raw
  }

  /// Makes a whole coordinate; traps outside of -32768 ..< 32768.
  @inlinable
  public init(_ whole: Int) {
    raw = Int32(whole) * 65536
  }

  /// Narrows a number to nearest, ties away from zero; traps out of range.
  @inlinable
  public init(_ value: WideFixed) {
    raw = Int32(roundedProduct(value.raw, 1, shiftedRightBy: 16))
  }

  /// Narrows a number to nearest, ties away from zero; the ends of the range stand for all beyond.
  @inlinable
  public init(saturating value: WideFixed) {
    raw = Int32(clamping: roundedProduct(value.raw, 1, shiftedRightBy: 16))
  }

  /// Zero.
  @inlinable
  public static var zero: Fixed { Fixed(raw: 0) }

  /// One pixel.
  @inlinable
  public static var one: Fixed { Fixed(raw: 65536) }

  /// Half a pixel.
  @inlinable
  public static var half: Fixed { Fixed(raw: 32768) }

  /// The smallest coordinate.
  @inlinable
  public static var min: Fixed { Fixed(raw: .min) }

  /// The largest coordinate.
  @inlinable
  public static var max: Fixed { Fixed(raw: .max) }

  /// Compares by value.
  @inlinable
  public static func < (a: Fixed, b: Fixed) -> Bool {
    a.raw < b.raw
  }
}

extension Fixed: ExpressibleByIntegerLiteral {
  /// Makes a whole coordinate from a literal; a literal out of range does not compile.
  @inlinable
  public init(integerLiteral value: Int16) {
    raw = Int32(value) &<< 16
  }
}

extension Fixed {
  /// Adds, exactly; traps on overflow.
  @inlinable
  public static func + (a: Fixed, b: Fixed) -> Fixed {
    Fixed(raw: a.raw + b.raw)
  }

  /// Subtracts, exactly; traps on overflow.
  @inlinable
  public static func - (a: Fixed, b: Fixed) -> Fixed {
    Fixed(raw: a.raw - b.raw)
  }

  /// Negates, exactly; traps for the smallest coordinate.
  @inlinable
  public static prefix func - (a: Fixed) -> Fixed {
    Fixed(raw: 0 - a.raw)
  }

  /// Multiplies, to nearest, ties away from zero; traps on overflow.
  @inlinable
  public static func * (a: Fixed, b: Fixed) -> Fixed {
    let product = Int64(a.raw) * Int64(b.raw)
    return Fixed(raw: Int32((product + (product < 0 ? 0x7FFF : 0x8000)) &>> 16))
  }

  /// Divides, to nearest, ties away from zero; traps on overflow and on a zero divisor.
  @inlinable
  public static func / (a: Fixed, b: Fixed) -> Fixed {
    let (quotient, remainder) =
      (Int64(a.raw.magnitude) &<< 16).quotientAndRemainder(dividingBy: Int64(b.raw.magnitude))
    let nearest = quotient + (2 * remainder >= Int64(b.raw.magnitude) ? 1 : 0)
    return Fixed(raw: Int32((a.raw < 0) != (b.raw < 0) ? -nearest : nearest))
  }

  /// Adds in place, exactly; traps on overflow.
  @inlinable
  public static func += (a: inout Fixed, b: Fixed) {
    a = a + b
  }

  /// Subtracts in place, exactly; traps on overflow.
  @inlinable
  public static func -= (a: inout Fixed, b: Fixed) {
    a = a - b
  }

  /// The largest whole number that is not above this one.
  @inlinable
  public var floor: Int { Int(raw &>> 16) }

  /// The smallest whole number that is not below this one.
  @inlinable
  public var ceiling: Int { Int((Int64(raw) + 0xFFFF) &>> 16) }

  /// The nearest whole number, ties away from zero.
  @inlinable
  public var rounded: Int { Int((Int64(raw) + (raw < 0 ? 0x7FFF : 0x8000)) &>> 16) }

  /// What is above the floor: at least 0, less than 1.
  @inlinable
  public var fractionalPart: Fixed { Fixed(raw: raw & 0xFFFF) }

  /// The distance from zero; traps for the smallest coordinate.
  @inlinable
  public var magnitude: Fixed { raw < 0 ? -self : self }

  /// The nearest coordinate within bounds.
  @inlinable
  public func clamped(to bounds: ClosedRange<Fixed>) -> Fixed {
    self < bounds.lowerBound
      ? bounds.lowerBound : self > bounds.upperBound ? bounds.upperBound : self
  }
}
