// SPDX-License-Identifier: Apache-2.0

import Linux
import Testing

@testable import Presentation

/// Clocks that the test sets.
private final class Clocks: SuspendClocks {
  var suspendedNanoseconds: Int64
  var rearmCount = 0

  init(_ suspendedNanoseconds: Int64) { self.suspendedNanoseconds = suspendedNanoseconds }

  func rearm() { rearmCount += 1 }

  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {}
}

@Suite struct SuspendDetectorTests {
  @Test func `time in suspend is noticed once`() {
    let clocks = Clocks(7_000_000_000)
    var detector = SuspendDetector(clocks)
    clocks.suspendedNanoseconds += 2_000_000_000
    #expect(detector.hasResumed() == true)
    #expect(detector.hasResumed() == false)
    #expect(clocks.rearmCount == 2)
  }

  @Test func `a clock that was set is no suspend, nor is the time between two readings`() {
    let clocks = Clocks(0)
    var detector = SuspendDetector(clocks)
    for _ in 0..<5 {
      clocks.suspendedNanoseconds += 1_000_000
      #expect(detector.hasResumed() == false)
    }
  }
}
