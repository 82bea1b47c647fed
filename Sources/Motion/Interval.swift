public import FixedPoint

/// A length of time in nanoseconds, positive or negative, up to 292 years.
public struct Interval: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The length in nanoseconds.
  public var nanoseconds: Int64

  /// Takes a length in nanoseconds.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// No time at all.
  @inlinable
  public static var zero: Interval { Interval(nanoseconds: 0) }

  /// Makes a length from seconds, to the nearest nanosecond, ties away from zero.
  public static func seconds(_ seconds: Fixed) -> Interval {
    Interval(nanoseconds: seconds.scaled(by: 1_000_000_000, over: 1 << 32).raw)
  }

  /// Makes a length from whole milliseconds; traps on overflow.
  @inlinable
  public static func milliseconds(_ milliseconds: Int) -> Interval {
    Interval(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  /// Makes a length from whole microseconds; traps on overflow.
  @inlinable
  public static func microseconds(_ microseconds: Int) -> Interval {
    Interval(nanoseconds: Int64(microseconds) * 1000)
  }

  /// The length in seconds, to nearest, ties away from zero; traps beyond 68 years.
  public var seconds: Fixed {
    Fixed.one.scaled(by: nanoseconds, over: 1_000_000_000)
  }

  /// How many times another interval fits in, as a number; traps for no time and beyond ±2³¹.
  ///
  /// The exact ratio, rounded once, to nearest, ties away from zero.
  public func fraction(of whole: Interval) -> Fixed {
    Fixed.one.scaled(by: nanoseconds, over: whole.nanoseconds)
  }

  /// How many whole periods fit in, and what is left: at least zero, less than a period.
  ///
  /// Exact, so that endless motion has no drift. Before zero the count is negative. Traps unless
  /// the period is positive.
  @inlinable
  public func quotientAndRemainder(
    dividingBy period: Interval
  ) -> (quotient: Int64, remainder: Interval) {
    precondition(period.nanoseconds > 0, "A period must be positive.")
    var (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: period.nanoseconds)
    if remainder < 0 {
      quotient -= 1
      remainder += period.nanoseconds
    }
    return (quotient, Interval(nanoseconds: remainder))
  }

  /// Multiplies by a number, to the nearest nanosecond, ties away from zero; traps on overflow.
  public static func * (a: Interval, b: Fixed) -> Interval {
    Interval(nanoseconds: b.scaled(by: a.nanoseconds, over: 1 << 32).raw)
  }

  /// Tells which is shorter; negative ones are shorter than none.
  @inlinable
  public static func < (a: Interval, b: Interval) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// Adds; traps on overflow.
  @inlinable
  public static func + (a: Interval, b: Interval) -> Interval {
    Interval(nanoseconds: a.nanoseconds + b.nanoseconds)
  }

  /// Subtracts; traps on overflow.
  @inlinable
  public static func - (a: Interval, b: Interval) -> Interval {
    Interval(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  /// Negates; traps for the most negative length.
  @inlinable
  public static prefix func - (a: Interval) -> Interval {
    Interval(nanoseconds: 0 - a.nanoseconds)
  }

  /// Adds in place; traps on overflow.
  @inlinable
  public static func += (a: inout Interval, b: Interval) {
    a = a + b
  }

  /// Subtracts in place; traps on overflow.
  @inlinable
  public static func -= (a: inout Interval, b: Interval) {
    a = a - b
  }

  /// The nearest length within bounds.
  @inlinable
  public func clamped(to bounds: ClosedRange<Interval>) -> Interval {
    self < bounds.lowerBound
      ? bounds.lowerBound : self > bounds.upperBound ? bounds.upperBound : self
  }
}
