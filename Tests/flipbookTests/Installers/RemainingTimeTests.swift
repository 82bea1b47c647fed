// SPDX-License-Identifier: Apache-2.0

import Text
import Testing

@testable import Followers

@Suite struct RemainingTimeTests {
  private static let second: Int64 = 1_000_000_000

  /// Something that moves by so many percent in each second, from a time on.
  private func estimate(_ percents: [Int]) -> RemainingTime {
    var estimate = RemainingTime()
    for (index, percent) in percents.enumerated() {
      estimate.record(Percentage(whole: percent), at: Int64(index) * Self.second)
    }
    return estimate
  }

  @Test func `an even speed gives the exact time`() {
    #expect(estimate(Array(0...50)).seconds(at: 50 * Self.second) == 50)
  }

  @Test func `the time is unknown at the beginning`() {
    #expect(estimate([0, 1]).seconds(at: Self.second) == nil)
    #expect(estimate([0, 0, 0, 0, 0]).seconds(at: 5 * Self.second) == nil)
    #expect(RemainingTime().rounded(at: 0) == nil)
  }

  @Test func `while nothing moves the time grows`() throws {
    let stalled = estimate(Array(0...50))
    let before = try #require(stalled.seconds(at: 50 * Self.second))
    let after = try #require(stalled.seconds(at: 90 * Self.second))
    #expect(after == 3 * before)
  }

  @Test func `one slow step changes the time by a part only`() throws {
    var slow = estimate(Array(0...50))
    // 10 s for one percent, after one percent a second.
    slow.record(Percentage(whole: 51), at: 60 * Self.second)
    let seconds = try #require(slow.seconds(at: 60 * Self.second))
    #expect(50 < seconds && seconds < 100)
  }

  @Test func `a burst counts with the time in which it comes`() {
    var burst = estimate(Array(0...10))
    for percent in 11...20 {
      burst.record(Percentage(whole: percent), at: 10 * Self.second + Int64(percent))
    }
    #expect(burst.seconds(at: 10 * Self.second) == 90)
  }

  @Test func `words are as coarse as an estimate`() {
    func text(_ percentPerMinute: Int) -> LongText? {
      var estimate = RemainingTime()
      estimate.record(.zero, at: 0)
      estimate.record(Percentage(whole: percentPerMinute), at: 60 * Self.second)
      return estimate.rounded(at: 60 * Self.second).map(RemainingTime.text)
    }
    #expect(text(90) == "a few seconds left")
    #expect(text(70) == "about 30 s left")
    #expect(text(50) == "about 1 min left")
    #expect(text(10) == "about 9 min left")
    #expect(text(1) == "about 1 h 40 min left")
  }
}
