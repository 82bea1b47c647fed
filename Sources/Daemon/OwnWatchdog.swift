// SPDX-License-Identifier: Apache-2.0

import CLinux
import Motion

/// Kills the program if its loop takes too long: a hanging splash must not block a boot, also without a
/// service manager's watchdog, as in an initramfs.
///
/// It uses a kernel timer that sends `SIGKILL`, which ends a stopped process too. The timer runs while the
/// loop works or has a deadline, but not while it only waits for events: an idle program is neither woken nor
/// killed. During suspend its clock stands still (`CLOCK_MONOTONIC`).
struct OwnWatchdog {
  /// The longest time of a loop turn.
  ///
  /// A driver gives up waiting for a flip after 10 s, which one call may do twice; then the daemon continues.
  static var timeout: TimeSpan { .milliseconds(25_000) }

  /// The extra time of an armed timer, so that not each frame needs a system call.
  private static var slack: TimeSpan { .milliseconds(1000) }

  /// The largest excess of an armed timer: a flip may be waited for a second, but completes within a frame.
  private static var reach: TimeSpan { slack + slack + slack }

  private let timer: CInt
  /// When the watchdog ends the program; zero for never.
  private(set) var end = Instant.zero

  /// Creates the timer; without such timers in the kernel there is no watchdog.
  init() { self.init(timer: cl_killer_create()) }

  /// Uses a timer by its ID; below 0 for none.
  init(timer: CInt) { self.timer = timer }

  /// The loop starts to work.
  mutating func recordWork(at now: Instant) {
    let first = now + OwnWatchdog.timeout
    // Also a far end, which was for a deadline.
    if end < first || end > first + OwnWatchdog.reach { arm(first + OwnWatchdog.slack) }
  }

  /// The loop waits until an instant, or without a deadline for events.
  mutating func recordSleep(until deadline: Instant?) {
    guard let deadline else {
      if end > .zero { arm(.zero) }
      return
    }
    let first = deadline + OwnWatchdog.timeout
    if end < first { arm(first + OwnWatchdog.slack) }
  }

  private mutating func arm(_ instant: Instant) {
    end = instant
    if timer >= 0 { _ = cl_killer_arm(timer, instant.nanoseconds) }
  }
}
