// SPDX-License-Identifier: Apache-2.0

import Motion
import Testing

@Suite struct WallClockTests {
  private let clock = WallClock(hours: 23, minutes: 58, at: .milliseconds(5000))

  @Test func `a minute begins exactly at its time`() {
    #expect(clock.minuteOfDay(at: .milliseconds(5000)) == 23 * 60 + 58)
    #expect(clock.minuteOfDay(at: .milliseconds(64_999)) == 23 * 60 + 58)
    #expect(clock.minuteOfDay(at: .milliseconds(65_000)) == 23 * 60 + 59)
    #expect(clock.minuteOfDay(at: .milliseconds(4999)) == 23 * 60 + 57)
  }

  @Test func `a day follows a day`() {
    #expect(clock.minuteOfDay(at: .milliseconds(124_999)) == 23 * 60 + 59)
    #expect(clock.minuteOfDay(at: .milliseconds(125_000)) == 0)
    #expect(clock.minuteOfDay(at: .milliseconds(125_000 + 12 * 3_600_000)) == 12 * 60)
    #expect(clock.minuteOfDay(at: .zero - .milliseconds(86_400_000 - 5000)) == 23 * 60 + 58)
  }

  @Test func `the next minute is after every instant`() {
    #expect(clock.nextMinute(after: .milliseconds(5000)) == .milliseconds(65_000))
    #expect(clock.nextMinute(after: .milliseconds(64_999)) == .milliseconds(65_000))
    #expect(clock.nextMinute(after: .milliseconds(65_000)) == .milliseconds(125_000))
    #expect(clock.nextMinute(after: .milliseconds(0)) == .milliseconds(5000))
  }

  @Test func `a time of day may be given beyond a day`() {
    let minute: Int64 = 60_000_000_000
    let late = WallClock(nanosecondsOfDay: -2 * minute, at: .milliseconds(5000))
    #expect(late == clock)
    #expect(WallClock(nanosecondsOfDay: 2878 * minute, at: .milliseconds(5000)) == clock)
  }

  @Test func `clocks are near each other across midnight`() {
    let second: Int64 = 1_000_000_000
    let after = WallClock(nanosecondsOfDay: 4_000_000, at: .zero)
    #expect(after.isNear(WallClock(nanosecondsOfDay: 86_400 * second - 5_000_000, at: .zero)))
    #expect(!after.isNear(WallClock(nanosecondsOfDay: 86_400 * second - 6_000_000, at: .zero)))
    #expect(!after.isNear(WallClock(nanosecondsOfDay: second, at: .zero)))
  }
}
