// SPDX-License-Identifier: Apache-2.0

import Motion
import Scanout
import Testing

@Suite struct FrameBudgetTests {
  private static let second: Int64 = 1_000_000_000

  private func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  /// The limit after half a second with so many frames of such a cost, and so much idle time.
  private func limit(_ cost: Int64, idle: Int64, frames: Int = 10) -> Int? {
    var budget = FrameBudget()
    budget.update(FrameBudget.Sums(used: 7, idle: 9, frameCount: 3), at: instant(100))
    let sums = FrameBudget.Sums(
      used: 7 + cost * Int64(frames), idle: 9 + idle, frameCount: Int64(3 + frames))
    budget.update(sums, at: instant(600))
    return budget.framesPerSecond
  }

  @Test func `where processors are free there is no limit`() {
    #expect(limit(50_000_000, idle: 125_000_000) == nil)
    #expect(limit(50_000_000, idle: 3 * FrameBudgetTests.second) == nil)
  }

  @Test func `on a busy machine frames take little`() {
    #expect(limit(1_000_000, idle: 124_999_999) == 10)
    #expect(limit(200_000, idle: 0) == 50)
    // A clock that has not advanced.
    #expect(limit(0, idle: 0) == 1000)
  }

  @Test func `three a second are there always`() {
    #expect(limit(400_000_000, idle: 0) == 3)
    #expect(limit(.max / 20, idle: 0) == 3)
  }

  @Test func `until something is known there are few`() {
    var budget = FrameBudget()
    #expect(budget.framesPerSecond == 3)
    budget.update(FrameBudget.Sums(used: 7, idle: 9, frameCount: 1), at: instant(100))
    #expect(budget.framesPerSecond == 3)
  }

  @Test func `without a frame the limit stays`() {
    var budget = FrameBudget()
    budget.update(FrameBudget.Sums(used: 0, idle: 0, frameCount: 0), at: instant(0))
    budget.update(FrameBudget.Sums(used: 10_000_000, idle: 0, frameCount: 10), at: instant(500))
    #expect(budget.framesPerSecond == 10)
    budget.update(FrameBudget.Sums(used: 90_000_000, idle: 0, frameCount: 10), at: instant(1000))
    #expect(budget.framesPerSecond == 10)
    budget.update(
      FrameBudget.Sums(used: 90_000_000, idle: 400_000_000, frameCount: 10), at: instant(1500))
    #expect(budget.framesPerSecond == nil)
  }

  @Test func `a kernel that reports nothing sets no limit`() {
    var budget = FrameBudget()
    budget.update(FrameBudget.Sums(used: 0, idle: 0, frameCount: 0), at: instant(0))
    budget.update(FrameBudget.Sums(used: 10_000_000, idle: 0, frameCount: 10), at: instant(500))
    budget.update(nil, at: instant(1000))
    #expect(budget.framesPerSecond == nil)
  }

  @Test func `it looks now and then`() {
    var budget = FrameBudget()
    #expect(budget.isDue(at: instant(0)))
    budget.update(FrameBudget.Sums(used: 0, idle: 0, frameCount: 0), at: instant(0))
    #expect(!budget.isDue(at: instant(249)))
    #expect(budget.isDue(at: instant(250)))
  }
}
