// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct TwoStageRampTests {
  private let ramp = TwoStageRamp(at: .zero, value: 0, target: Fixed(8, over: 10))

  @Test(arguments: [(500, 36), (1000, 72), (1500, 76), (2000, 80)])
  func `a ramp passes the specification's check values`(milliseconds: Int, percent: Int) {
    let value = ramp.value(at: .milliseconds(milliseconds))
    #expect((value - Fixed(percent, over: 100)).magnitude <= Fixed(raw: 1))
  }

  @Test func `a ramp is held before its start, and is exactly at its target from its end on`() {
    let late = TwoStageRamp(at: .milliseconds(50), value: 3, target: 1)
    #expect(late.value(at: .zero) == 3)
    #expect(late.value(at: .milliseconds(2050)) == 1)
    #expect(!late.isAtRest(at: Instant(nanoseconds: 2_049_999_999)))
    #expect(late.isAtRest(at: .milliseconds(2050)))
    #expect(late.value(at: .milliseconds(1_000_000)) == 1)
  }

  @Test func `a new target restarts a ramp from what it shows`() {
    var ramp = ramp
    ramp.retarget(to: 0, at: .milliseconds(1000))
    #expect(abs(Double(ramp.value(at: .milliseconds(1000))) - 0.72) < 1e-9)
    #expect(abs(Double(ramp.value(at: .milliseconds(2000))) - 0.072) < 1e-9)
    #expect(ramp.value(at: .milliseconds(3000)) == 0)
  }

  @Test func `the present target changes nothing`() {
    var again = ramp
    again.retarget(to: Fixed(8, over: 10), at: .milliseconds(700))
    #expect(again == ramp)
  }

  @Test func `a ramp that has nowhere to go is at rest at once`() {
    #expect(TwoStageRamp(at: .milliseconds(9), value: 1, target: 1).isAtRest(at: .milliseconds(9)))
  }
}
