// SPDX-License-Identifier: Apache-2.0

/// The local time of day at every instant, until the machine's clock is set or its zone changes.
package struct WallClock: Equatable, Sendable {
  private static var minute: Int64 { 60_000_000_000 }
  private static var day: Int64 { 1440 * minute }

  /// The time of day at the zero of instants, in nanoseconds, 0 to less than a day.
  private let start: Int64

  /// A clock that shows a time of day, in nanoseconds from midnight on, at an instant.
  package init(nanosecondsOfDay time: Int64, at instant: Instant) {
    let shift = WallClock.remainder(instant.nanoseconds, WallClock.day)
    start = WallClock.remainder(time - shift, WallClock.day)
  }

  /// A clock that shows a full minute at an instant.
  package init(hours: Int, minutes: Int, at instant: Instant) {
    self.init(nanosecondsOfDay: Int64(hours * 60 + minutes) * WallClock.minute, at: instant)
  }

  /// The full minutes since midnight: 0 to 1439.
  package func minuteOfDay(at time: Instant) -> Int {
    Int(nanosecondsOfDay(at: time) / WallClock.minute)
  }

  /// The next full minute after an instant.
  package func nextMinute(after time: Instant) -> Instant {
    let passed = nanosecondsOfDay(at: time) % WallClock.minute
    return time + TimeSpan(nanoseconds: WallClock.minute - passed)
  }

  /// Whether both differ by less than a hundredth of a second.
  package func isNear(_ other: WallClock) -> Bool {
    let difference = WallClock.remainder(start - other.start, WallClock.day)
    return min(difference, WallClock.day - difference) < 10_000_000
  }

  private func nanosecondsOfDay(at time: Instant) -> Int64 {
    WallClock.remainder(start + WallClock.remainder(time.nanoseconds, WallClock.day), WallClock.day)
  }

  /// The remainder of 0 or more.
  private static func remainder(_ number: Int64, _ divisor: Int64) -> Int64 {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
