// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PlymouthScript

@Suite struct PeriodTests {
  @Test(arguments: 1..<12, [0, 1, 7, 40])
  func `a loop after a beginning is found`(length: Int, start: Int) {
    let values = (0..<200).map { $0 < start ? -1 - $0 : ($0 - start) % length }
    #expect(Period.exact(values) == Period(start: start, length: length))
  }

  @Test func `a sequence that never repeats has no period`() {
    #expect(Period.exact(Array(0..<100)) == nil)
    #expect(Period.exact([Int]()) == nil)
  }

  @Test func `a long loop need be seen only once and a half`() {
    let values = (0..<200).map { $0 % 130 }
    #expect(Period.exact(values) == Period(start: 0, length: 130))
    #expect(Period.exact((0..<200).map { $0 % 150 }) == nil)
  }

  @Test(arguments: [62.8, 94.3, 125.66])
  func `a nearly exact period is the shortest good one`(length: Double) {
    let values = (0..<1000).map { ((Double($0) / length).truncatingRemainder(dividingBy: 1)) }
    let found = Period.approximate(count: 1000) { first, second in
      let turn = abs(values[first] - values[second])
      return min(turn, 1 - turn) * 100
    }
    #expect(found.map { abs(Double($0.length) - length) <= 1 } == true)
    #expect(found?.start == 0)
  }

  @Test func `a long sequence is compared at some refreshes only`() {
    var calls = 0
    let none = Period.approximate(count: 40_000) { _, _ in
      calls += 1
      return 2
    }
    #expect(none == nil)
    #expect(calls < 400_000)
    let found = Period.approximate(count: 40_000) { first, second in
      let turn = abs(Double(first - second)).truncatingRemainder(dividingBy: 3000)
      return min(turn, 3000 - turn) / 15
    }
    #expect(found.map { abs($0.length - 3000) <= 20 } == true)
  }

  @Test func `noise has no nearly exact period`() {
    var state: UInt64 = 1
    let values = (0..<1000).map { _ -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / 1000
    }
    #expect(Period.approximate(count: 1000) { abs(values[$0] - values[$1]) } == nil)
  }
}
