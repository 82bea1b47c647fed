// SPDX-License-Identifier: Apache-2.0

import Linux
import Motion
import Presentation

/// The machine's clock and its zone; `MachineClock` in the product.
protocol WallClockSource: ~Copyable {
  /// Watches for jumps of the clock, and discards earlier ones.
  mutating func rearm()
  /// Ends the watch.
  mutating func stop()
  /// Adds the source of jumps to a poll set.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot)
  /// Nanoseconds since 1970, with the instant at which that was the time.
  mutating func read() -> (realtime: Int64, instant: Instant)
  /// How many seconds the local time is ahead of UTC at a second since 1970.
  mutating func zoneOffset(at second: Int64) -> Int64
}

/// Keeps the clock of a theme right.
///
/// The machine's clock is read when a theme with a clock appears, when it jumps, and once a minute, in the last second
/// before its end: a frame for the next minute has the zone's offset of that minute. Those turns are there anyway, for
/// the frame. Without such a theme nothing is read or watched.
struct ThemeClock<Source: WallClockSource & ~Copyable>: ~Copyable {
  private var source: Source
  private var isWatching = false
  /// When to read the clock; nil for now.
  private var nextReading: Instant?
  /// What was read last, and is shown; nil for a clock that is not set.
  private(set) var shown: WallClock?

  init(_ source: consuming Source) { self.source = source }

  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    if isWatching { source.watch(in: &poll, slot) } else { poll.ignore(slot) }
  }

  /// Reads the zone again: the root directory is another.
  mutating func recordRootChange() { nextReading = nil }

  /// Reads the clock if that is due.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether the theme has a clock.
  ///   - hasJumped: Whether the poll has reported a jump.
  ///   - now: The time.
  /// - Returns: Whether `shown` is another then.
  mutating func update(isNeeded: Bool, hasJumped: Bool, at now: Instant) -> Bool {
    guard isNeeded else {
      if isWatching { source.stop() }
      (isWatching, nextReading) = (false, nil)
      return false
    }
    if !isWatching || hasJumped {
      source.rearm()
      (isWatching, nextReading) = (true, nil)
    }
    if let nextReading, now < nextReading { return false }
    let second = TimeSpan.milliseconds(1000)
    guard let clock = read() else {
      nextReading = now + .milliseconds(60_000)
      defer { shown = nil }
      return shown != nil
    }
    nextReading = clock.nextMinute(after: now + second) - second
    if let shown, shown.isNear(clock) { return false }
    shown = clock
    return true
  }

  /// The earliest time of a clock that has been set, in 2020: machines without a battery begin at 1970.
  private static var firstSecond: Int64 { 1_577_836_800 }

  /// The local time of day, with the zone's offset of a second later; nil for a clock that is not set.
  private mutating func read() -> WallClock? {
    let (realtime, instant) = source.read()
    let second = realtime / 1_000_000_000
    guard second >= ThemeClock.firstSecond else { return nil }
    let dayLength: Int64 = 86_400_000_000_000
    let offset = source.zoneOffset(at: second + 1) * 1_000_000_000
    return WallClock(nanosecondsOfDay: realtime % dayLength + offset, at: instant)
  }
}

/// The kernel's realtime clock, with the zone of libc.
struct MachineClock: WallClockSource, ~Copyable {
  /// Nil where it cannot be armed: then a jump is noticed within a minute.
  private var timer: ClockJumpTimer?

  mutating func rearm() {
    do throws(SystemError) {
      if timer == nil { timer = try ClockJumpTimer() } else { try timer?.rearm() }
    } catch {
      timer = nil
    }
  }

  mutating func stop() { timer = nil }

  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    switch timer {
    case .some(let timer): poll.watch(slot, timer.descriptor)
    case .none: poll.ignore(slot)
    }
  }

  func read() -> (realtime: Int64, instant: Instant) { (RealtimeClock.nanoseconds, .now) }

  func zoneOffset(at second: Int64) -> Int64 { RealtimeClock.zoneOffset(at: second) }
}
