// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Testing

@Suite struct LinearTransitionTests {
  private let transition = LinearTransition(
    at: .milliseconds(100), from: -1, to: 2, duration: .milliseconds(300))

  @Test func `the value goes from one end to the other and is exact at both`() {
    #expect(transition.value(at: .zero) == -1)
    #expect(transition.value(at: .milliseconds(100)) == -1)
    #expect(transition.value(at: .milliseconds(200)) == 0)
    #expect(transition.value(at: .milliseconds(400)) == 2)
    #expect(transition.value(at: .milliseconds(9000)) == 2)
  }

  @Test func `it is finished from its end on, not before`() {
    #expect(transition.end == .milliseconds(400))
    #expect(!transition.isFinished(at: Instant(nanoseconds: 399_999_999)))
    #expect(transition.isFinished(at: .milliseconds(400)))
  }

  @Test func `without a duration it jumps; a held value is always finished`() {
    let jump = LinearTransition(at: .milliseconds(5), from: 1, to: 2, duration: .zero)
    #expect(jump.value(at: Instant(nanoseconds: 4_999_999)) == 1)
    #expect(jump.value(at: .milliseconds(5)) == 2)
    #expect(LinearTransition(holding: 3).value(at: .milliseconds(1)) == 3)
    #expect(LinearTransition(holding: 3).isFinished(at: .zero))
  }

  @Test func `a negative duration stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = LinearTransition(at: .zero, from: 0, to: 1, duration: TimeSpan(nanoseconds: -1))
    }
  }
}
