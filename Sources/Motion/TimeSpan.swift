// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// A duration in nanoseconds, positive or negative, up to 292 years.
///
/// It has 64 bits in place of the 128 of the standard library's `Duration`: a frame's arithmetic needs no more.
public struct TimeSpan: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The duration in nanoseconds.
  public var nanoseconds: Int64

  /// A duration in nanoseconds.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Zero nanoseconds.
  @inlinable
  public static var zero: TimeSpan { TimeSpan(nanoseconds: 0) }

  /// A duration from seconds, to the nearest nanosecond, ties away from zero.
  public static func seconds(_ seconds: Fixed) -> TimeSpan {
    TimeSpan(nanoseconds: seconds.scaled(by: 1_000_000_000, over: 1 << 32).raw)
  }

  /// A duration from whole milliseconds; traps on overflow.
  @inlinable
  public static func milliseconds(_ milliseconds: Int) -> TimeSpan {
    TimeSpan(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  /// A duration from whole microseconds; traps on overflow.
  @inlinable
  package static func microseconds(_ microseconds: Int) -> TimeSpan {
    TimeSpan(nanoseconds: Int64(microseconds) * 1000)
  }

  /// The duration in seconds, to nearest, ties away from zero; traps beyond 68 years.
  public var seconds: Fixed {
    Fixed.one.scaled(by: nanoseconds, over: 1_000_000_000)
  }

  /// The ratio to another duration; traps for a zero duration and beyond ±2³¹.
  ///
  /// It is the exact ratio, rounded once, to nearest, ties away from zero.
  public func fraction(of whole: TimeSpan) -> Fixed {
    Fixed.one.scaled(by: nanoseconds, over: whole.nanoseconds)
  }

  /// The number of whole periods, and the remainder: at least zero, less than a period.
  ///
  /// It is exact, so that endless motion has no drift. For negative durations the number is negative. Traps
  /// unless the period is positive.
  @inlinable
  public func quotientAndRemainder(
    dividingBy period: TimeSpan
  ) -> (quotient: Int64, remainder: TimeSpan) {
    precondition(period.nanoseconds > 0, "A period must be positive.")
    var (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: period.nanoseconds)
    if remainder < 0 {
      quotient -= 1
      remainder += period.nanoseconds
    }
    return (quotient, TimeSpan(nanoseconds: remainder))
  }

  /// Multiplies by a number, to the nearest nanosecond, ties away from zero; traps on overflow.
  public static func * (a: TimeSpan, b: Fixed) -> TimeSpan {
    TimeSpan(nanoseconds: b.scaled(by: a.nanoseconds, over: 1 << 32).raw)
  }

  /// Whether one is shorter; negative durations are shorter than zero.
  @inlinable
  public static func < (a: TimeSpan, b: TimeSpan) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// Adds; traps on overflow.
  @inlinable
  public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds + b.nanoseconds)
  }

  /// Subtracts; traps on overflow.
  @inlinable
  public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  /// Negates; traps for the most negative length.
  @inlinable
  public static prefix func - (a: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: 0 - a.nanoseconds)
  }

  /// Adds in place; traps on overflow.
  @inlinable
  public static func += (a: inout TimeSpan, b: TimeSpan) {
    a = a + b
  }

  /// Subtracts in place; traps on overflow.
  @inlinable
  package static func -= (a: inout TimeSpan, b: TimeSpan) {
    a = a - b
  }

  /// The nearest length within bounds.
  @inlinable
  package func clamped(to bounds: ClosedRange<TimeSpan>) -> TimeSpan {
    self < bounds.lowerBound
      ? bounds.lowerBound : self > bounds.upperBound ? bounds.upperBound : self
  }
}
