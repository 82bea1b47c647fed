// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import Testing

@Suite struct FailureFadeTests {
  @Test func `without a failure the clock runs as time does`() {
    let fade = FailureFade(at: ms(100))
    #expect(fade.elapsed(at: ms(100)) == .zero)
    #expect(fade.elapsed(at: ms(2_592_000_100)) == .milliseconds(2_592_000_000))
    #expect(fade.value(at: ms(5000)) == 0)
  }

  @Test func `a failure takes hold linearly within 300 milliseconds`() {
    var fade = FailureFade(at: ms(0))
    fade.fail(at: ms(1000))
    #expect(fade.value(at: ms(1000)) == 0)
    #expect(fade.value(at: ms(1150)) == .half)
    #expect(fade.value(at: ms(1300)) == 1)
    #expect(fade.value(at: ms(9000)) == 1)
  }

  @Test func `the clock slows down by the integral of the failure`() {
    var fade = FailureFade(at: ms(0))
    fade.fail(at: ms(1000))
    // 1 - k falls from 1 to 1/2 in the first half: 3/4 on average, and 1/2 over the whole fade.
    #expect(fade.elapsed(at: ms(1150)) == ns(1_112_500_000))
    #expect(fade.elapsed(at: ms(1300)) == ns(1_150_000_000))
    #expect(fade.elapsed(at: ms(1_000_000)) == ns(1_150_000_000))
  }

  @Test func `a reset speeds the clock up again`() {
    var fade = FailureFade(at: ms(0))
    fade.fail(at: ms(1000))
    fade.reset(at: ms(2000))
    #expect(fade.value(at: ms(2100)).double.rounded(to: 6) == (2.0 / 3).rounded(to: 6))
    #expect(fade.elapsed(at: ms(2300)) == ns(1_300_000_000))
    #expect(fade.elapsed(at: ms(3300)) == ns(2_300_000_000))
  }

  @Test func `a reset in between goes on from what shows`() {
    var fade = FailureFade(at: ms(0))
    fade.fail(at: ms(0))
    fade.reset(at: ms(150))
    // k falls from 1/2 to 0 within the full 300 ms.
    #expect(fade.value(at: ms(150)) == .half)
    #expect(fade.value(at: ms(300)) == Fixed(1, over: 4))
    #expect(fade.value(at: ms(450)) == 0)
    #expect(fade.elapsed(at: ms(450)) == ns(112_500_000 + 225_000_000))
  }

  @Test func `the clock loses nothing over many failures`() {
    var fade = FailureFade(at: ms(0))
    for round in 0..<1000 {
      fade.fail(at: ms(Double(round) * 1000))
      fade.reset(at: ms(Double(round) * 1000 + 500))
    }
    // Each round: 150 ms while failing, none for 200, 150 while resuming, 200 at full speed.
    #expect(fade.elapsed(at: ms(1_000_000)) == .milliseconds(500_000))
  }
}

extension Double {
  /// The nearest number with some decimals.
  func rounded(to decimals: Int) -> Double {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}
