// SPDX-License-Identifier: Apache-2.0

/// An angle in turns with 32 fraction bits (Q31.32), clockwise positive as y points down.
///
/// Whole turns are kept: a full turn is not the zero angle. The resolution is 2⁻³² turn, about
/// 8·10⁻⁸ degrees. Arithmetic traps on overflow; none wraps.
public struct Angle: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The angle in turns, times 2³².
  public var raw: Int64

  /// Takes the angle in turns, times 2³².
  @inlinable
  public init(raw: Int64) {
    self.raw = raw
  }

  /// Makes an angle from turns, exactly.
  @inlinable
  public static func turns(_ turns: Fixed) -> Angle {
    Angle(raw: turns.raw)
  }

  /// Makes an angle from degrees, to nearest, ties away from zero.
  @inlinable
  public static func degrees(_ degrees: Fixed) -> Angle {
    let (quotient, remainder) = degrees.raw.quotientAndRemainder(dividingBy: 360)
    let carry: Int64 = remainder >= 180 ? 1 : remainder <= -180 ? -1 : 0
    return Angle(raw: quotient + carry)
  }

  /// The zero angle: along the positive x axis.
  @inlinable
  public static var zero: Angle { Angle(raw: 0) }

  /// A quarter turn, 90°.
  @inlinable
  public static var quarterTurn: Angle { Angle(raw: 1 << 30) }

  /// Half a turn, 180°.
  @inlinable
  public static var halfTurn: Angle { Angle(raw: 1 << 31) }

  /// A full turn, 360°.
  @inlinable
  public static var fullTurn: Angle { Angle(raw: 1 << 32) }

  /// The angle in turns, exactly.
  @inlinable
  public var turns: Fixed { Fixed(raw: raw) }

  /// The angle in degrees, exactly; traps beyond 5.9 million turns.
  @inlinable
  public var degrees: Fixed { Fixed(raw: raw * 360) }

  /// The same direction within 0 ..< 1 turn.
  @inlinable
  package var normalized: Angle { Angle(raw: raw & 0xFFFF_FFFF) }

  /// The size without the sign; traps for the smallest angle.
  @inlinable
  package var magnitude: Angle { raw < 0 ? -self : self }

  /// Compares by value: a full turn is above the zero angle.
  @inlinable
  public static func < (a: Angle, b: Angle) -> Bool {
    a.raw < b.raw
  }

  /// Adds, exactly; traps on overflow.
  @inlinable
  public static func + (a: Angle, b: Angle) -> Angle {
    Angle(raw: a.raw + b.raw)
  }

  /// Subtracts, exactly; traps on overflow.
  @inlinable
  public static func - (a: Angle, b: Angle) -> Angle {
    Angle(raw: a.raw - b.raw)
  }

  /// The opposite angle, exactly; traps for the smallest angle.
  @inlinable
  public static prefix func - (a: Angle) -> Angle {
    Angle(raw: 0 - a.raw)
  }

  /// Multiplies by a number, to nearest, ties away from zero; traps on overflow.
  @inlinable
  public static func * (a: Angle, b: Fixed) -> Angle {
    Angle(raw: (Fixed(raw: a.raw) * b).raw)
  }
}
