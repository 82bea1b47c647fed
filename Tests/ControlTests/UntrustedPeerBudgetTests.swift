// SPDX-License-Identifier: Apache-2.0

import Control
import Motion
import Testing

@Suite struct UntrustedPeerBudgetTests {
  @Test func `a user has so many connections and gets some back each second`() {
    var budget = UntrustedPeerBudget()
    var now = Instant(nanoseconds: 5_000_000_000)
    #expect(taken(&budget, at: now) == 32)
    #expect(taken(&budget, at: now) == 0)
    now = now + .milliseconds(1000)
    #expect(taken(&budget, at: now) == 10)
    now = now + .milliseconds(3_600_000)
    #expect(taken(&budget, at: now) == 32)
  }

  @Test func `one who comes all the time gets back what is due`() {
    var budget = UntrustedPeerBudget()
    var count = 0
    for step in 0..<1000 {
      let isTaken = budget.admit(user: 7, at: Instant(nanoseconds: Int64(step) * 10_000_000))
      if isTaken { count += 1 }
    }
    #expect(130...133 ~= count)
  }

  @Test func `another user has connections left`() {
    var budget = UntrustedPeerBudget()
    #expect(taken(&budget, at: .zero) == 32)
    let isTaken = budget.admit(user: 8, at: .zero)
    #expect(isTaken)
  }

  private func taken(_ budget: inout UntrustedPeerBudget, at now: Instant) -> Int {
    var count = 0
    for _ in 0..<100 {
      let isTaken = budget.admit(user: 7, at: now)
      if isTaken { count += 1 }
    }
    return count
  }
}
