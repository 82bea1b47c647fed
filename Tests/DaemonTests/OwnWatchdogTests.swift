// SPDX-License-Identifier: Apache-2.0

@testable import Daemon
import Motion
import Testing

/// How often the daemon's own watchdog is set: each time is a system call.
@Suite struct OwnWatchdogTests {
  /// Simulates frames of 16 ms that each wait for a flip; returns how often the end is set.
  private func calls(frames: Int, limit: TimeSpan) -> Int {
    var watchdog = OwnWatchdog(timer: -1)
    var (now, calls) = (Instant.zero + .milliseconds(5000), 0)
    func note(_ work: (inout OwnWatchdog) -> Void) {
      let before = watchdog.end
      work(&watchdog)
      if watchdog.end != before { calls += 1 }
      let left = watchdog.end - now
      #expect(left >= OwnWatchdog.timeout && left <= OwnWatchdog.timeout + .milliseconds(4000))
    }
    for _ in 0..<frames {
      note { $0.recordWork(at: now) }
      // The flip's own watchdog.
      note { $0.recordSleep(until: now + limit) }
      now += .milliseconds(16)
    }
    return calls
  }

  @Test func `a frame is no call for the watchdog`() {
    // Ten seconds.
    let calls = calls(frames: 625, limit: .milliseconds(1000))
    #expect(calls <= 12, "\(calls)")
  }

  @Test func `nothing ends a program that waits for events alone`() {
    var watchdog = OwnWatchdog(timer: -1)
    watchdog.recordWork(at: .zero + .milliseconds(5000))
    watchdog.recordSleep(until: nil)
    #expect(watchdog.end == .zero)
  }

  @Test func `an end that is far away is taken back`() {
    var watchdog = OwnWatchdog(timer: -1)
    let now = Instant.zero + .milliseconds(5000)
    watchdog.recordSleep(until: now + .milliseconds(60_000))
    watchdog.recordWork(at: now)
    let left = watchdog.end - now
    #expect(left <= OwnWatchdog.timeout + .milliseconds(1000))
  }
}
