// SPDX-License-Identifier: Apache-2.0

import Linux
import Motion
import Testing

@testable import Daemon

/// A clock and a zone that the test sets.
private final class Source: WallClockSource {
  /// 2026-11-27 12:00 UTC at the instant 0.
  var zero: Int64 = 1_795_780_800
  var now = Instant.zero
  /// The zone's offset, from a second on.
  var offsets: [(from: Int64, offset: Int64)] = [(0, 0)]
  private(set) var (readCount, rearmCount, stopCount) = (0, 0, 0)

  func rearm() { rearmCount += 1 }

  func stop() { stopCount += 1 }

  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {}

  func read() -> (realtime: Int64, instant: Instant) {
    readCount += 1
    return (zero * 1_000_000_000 + now.nanoseconds, now)
  }

  func zoneOffset(at second: Int64) -> Int64 {
    offsets.last { $0.from <= second }?.offset ?? 0
  }
}

/// A theme's clock with such a source.
private struct Clocks: ~Copyable {
  let source = Source()
  var clock: ThemeClock<Source>

  init() { clock = ThemeClock(source) }

  /// A turn of the loop at a time in milliseconds; whether another time is to be shown.
  mutating func turn(_ milliseconds: Int, isNeeded: Bool = true, hasJumped: Bool = false) -> Bool {
    source.now = .zero + .milliseconds(milliseconds)
    return clock.update(isNeeded: isNeeded, hasJumped: hasJumped, at: source.now)
  }

  func minute(_ milliseconds: Int) -> Int? {
    clock.shown?.minuteOfDay(at: .zero + .milliseconds(milliseconds))
  }
}

@Suite struct ThemeClockTests {
  @Test func `without a clock in the theme nothing is read or watched`() {
    var clocks = Clocks()
    for time in 0..<10 {
      let isOther = clocks.turn(60_000 * time, isNeeded: false)
      #expect(!isOther)
    }
    #expect(clocks.source.readCount == 0 && clocks.source.rearmCount == 0)
    _ = clocks.turn(600_000)
    _ = clocks.turn(600_001, isNeeded: false)
    #expect(clocks.source.readCount == 1 && clocks.source.stopCount == 1)
  }

  @Test func `the clock is read at once, and then in the last second of each minute`() {
    var clocks = Clocks()
    clocks.source.zero += 10
    let isShown = clocks.turn(0)
    #expect(isShown)
    #expect(clocks.minute(0) == 12 * 60)
    #expect(clocks.clock.shown?.nextMinute(after: .zero) == .zero + .milliseconds(50_000))
    for time in [1, 16, 30_000, 48_999] {
      let isOther = clocks.turn(time)
      #expect(!isOther)
    }
    #expect(clocks.source.readCount == 1)
    for time in [49_983, 50_000, 60_000] {
      let isOther = clocks.turn(time)
      #expect(!isOther)
    }
    #expect(clocks.source.readCount == 2)
    _ = clocks.turn(109_500)
    #expect(clocks.source.readCount == 3 && clocks.source.rearmCount == 1)
  }

  @Test func `a clock that is set is read at once`() {
    var clocks = Clocks()
    _ = clocks.turn(0)
    clocks.source.zero += 7000
    let isLate = clocks.turn(5000)
    #expect(!isLate)
    let isOther = clocks.turn(5001, hasJumped: true)
    #expect(isOther)
    #expect(clocks.source.rearmCount == 2)
    #expect(clocks.minute(5001) == (12 * 3600 + 7005) / 60)
    // A jump without a difference, as after a resume of a machine that was not suspended for long.
    let isSame = clocks.turn(6000, hasJumped: true)
    #expect(!isSame)
  }

  @Test func `a clock before 2020 is not set`() {
    var clocks = Clocks()
    clocks.source.zero = 1_577_836_800 - 10
    let isShown = clocks.turn(0)
    #expect(!isShown && clocks.clock.shown == nil)
    clocks.source.zero += 10
    let isSet = clocks.turn(1000, hasJumped: true)
    #expect(isSet && clocks.minute(1000) == 0)
    clocks.source.zero = 0
    let isUnset = clocks.turn(2000, hasJumped: true)
    #expect(isUnset && clocks.clock.shown == nil)
  }

  @Test func `the frame for a minute has the zone of that minute`() {
    var clocks = Clocks()
    // Twelve hours west; an hour less from 12:01 UTC on.
    clocks.source.offsets = [(0, -43_200), (clocks.source.zero + 60, -46_800)]
    _ = clocks.turn(0)
    #expect(clocks.minute(0) == 0)
    // A display begins its frame a little before.
    let isOther = clocks.turn(59_984)
    #expect(isOther)
    #expect(clocks.minute(60_000) == 23 * 60 + 1)
  }

  @Test func `after another root directory the zone is read again`() {
    var clocks = Clocks()
    _ = clocks.turn(0)
    clocks.source.offsets = [(0, 19_800)]
    clocks.clock.recordRootChange()
    let isOther = clocks.turn(1)
    #expect(isOther && clocks.minute(1) == 17 * 60 + 30)
  }
}
