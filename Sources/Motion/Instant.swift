// SPDX-License-Identifier: Apache-2.0

/// A point in time, in nanoseconds of a monotonic or a virtual clock.
///
/// Reaches 292 years to either side of the clock's zero.
public struct Instant: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// Nanoseconds since the clock's zero.
  public var nanoseconds: Int64

  /// Takes nanoseconds since the clock's zero.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The clock's zero.
  @inlinable
  public static var zero: Instant { Instant(nanoseconds: 0) }

  /// Tells which is earlier.
  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// The instant that is later by a duration; traps on overflow.
  @inlinable
  public static func + (a: Instant, b: Duration) -> Instant {
    Instant(nanoseconds: a.nanoseconds + b.nanoseconds)
  }

  /// The instant that is earlier by a duration; traps on overflow.
  @inlinable
  public static func - (a: Instant, b: Duration) -> Instant {
    Instant(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  /// The duration from the second instant to the first; traps on overflow.
  @inlinable
  public static func - (a: Instant, b: Instant) -> Duration {
    Duration(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  /// Goes on by a duration; traps on overflow.
  @inlinable
  public static func += (a: inout Instant, b: Duration) {
    a = a + b
  }

  /// Goes back by a duration; traps on overflow.
  @inlinable
  package static func -= (a: inout Instant, b: Duration) {
    a = a - b
  }
}
