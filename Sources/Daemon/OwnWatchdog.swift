// SPDX-License-Identifier: Apache-2.0

import CLinux
import Motion

/// Ends the program where its loop does not come round in time: a splash that hangs must not hold up a
/// boot, also where no service manager watches it, as in an initramfs.
///
/// A timer of the kernel's whose end is a `SIGKILL`, which ends a stopped process too. It runs while the
/// loop works or has a deadline, and not while it waits for events alone: an idle program is not woken
/// and is not killed. While the machine is suspended its clock stands still (`CLOCK_MONOTONIC`).
struct OwnWatchdog {
  /// How late the loop may come round: a driver gives up waiting for a flip after 10 s, which one call
  /// may do twice, and the daemon goes on then.
  static var timeout: Duration { .milliseconds(25_000) }

  /// By how much the end is put off beyond that, so that not each frame is a call.
  private static var slack: Duration { .milliseconds(1000) }

  /// How much later than it has to be an end may stay: a flip is waited for a second, and comes within a frame.
  private static var reach: Duration { slack + slack + slack }

  private let timer: CInt
  /// When the program is ended; zero for never.
  private(set) var end = Instant.zero

  /// Makes the timer; where the kernel has none, nothing watches.
  init() { self.init(timer: cl_killer_create()) }

  /// Takes a timer by its descriptor; below 0 for none.
  init(timer: CInt) { self.timer = timer }

  /// The loop works from now on.
  @inline(never)
  mutating func noteWork(at now: Instant) {
    let first = now + OwnWatchdog.timeout
    // Also one that is far away, for a deadline that did not come.
    if end < first || end > first + OwnWatchdog.reach { arm(first + OwnWatchdog.slack) }
  }

  /// The loop waits until an instant, or without end for events.
  mutating func noteSleep(until deadline: Instant?) {
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
