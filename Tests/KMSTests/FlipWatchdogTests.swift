// SPDX-License-Identifier: Apache-2.0

import KMS
import Motion
import Testing

@Suite struct FlipWatchdogTests {
  private let second = Instant.zero + .milliseconds(1000)

  @Test func `a flip that is not reported for a second is stalled`() {
    var deadline = FlipWatchdog()
    deadline.start(at: .zero)
    #expect(deadline.instant == second)
    #expect(throws: Never.self) { try deadline.check(at: second - .milliseconds(1)) }
    let failure = #expect(throws: KMSError.self) { try deadline.check(at: second) }
    #expect(failure?.kind == .stalled)
  }

  @Test func `without a flip on its way nothing is late`() {
    var deadline = FlipWatchdog()
    deadline.start(at: .zero)
    deadline.stop()
    #expect(deadline.instant == nil)
    #expect(throws: Never.self) { try deadline.check(at: second) }
  }
}
