// SPDX-License-Identifier: Apache-2.0

/// A point in time, in nanoseconds of a monotonic or a virtual clock.
///
/// It is within 292 years of the clock's zero.
public struct Instant: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// Nanoseconds since the clock's zero.
  public var nanoseconds: Int64

  /// An instant from nanoseconds since the clock's zero.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The clock's zero.
  @inlinable
  public static var zero: Instant { Instant(nanoseconds: 0) }

  /// Whether one is earlier.
  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// The instant that is later by a duration; traps on overflow.
  @inlinable
  public static func + (a: Instant, b: TimeSpan) -> Instant {
    Instant(nanoseconds: a.nanoseconds + b.nanoseconds)
  }

  /// The instant that is earlier by a duration; traps on overflow.
  @inlinable
  public static func - (a: Instant, b: TimeSpan) -> Instant {
    Instant(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  /// The duration from the second instant to the first; traps on overflow.
  @inlinable
  public static func - (a: Instant, b: Instant) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  /// Advances by a duration; traps on overflow.
  @inlinable
  public static func += (a: inout Instant, b: TimeSpan) {
    a = a + b
  }

  /// Goes back by a duration; traps on overflow.
  @inlinable
  package static func -= (a: inout Instant, b: TimeSpan) {
    a = a - b
  }
}
