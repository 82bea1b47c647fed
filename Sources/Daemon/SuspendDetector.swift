// SPDX-License-Identifier: Apache-2.0

import Linux

/// Detects that the machine was suspended.
///
/// A timer is cancelled when the real-time clock jumps, as it does at resume; the difference between
/// `CLOCK_BOOTTIME` and `CLOCK_MONOTONIC` then distinguishes suspend from a clock that was set. It causes
/// no other wake-ups.
struct SuspendDetector: ~Copyable {
  private var timer: ClockJumpTimer?
  private var asleep = SuspendClock.nanoseconds

  /// Arms the timer; where the kernel has none, suspend is not detected.
  init() {
    timer = try? ClockJumpTimer()
  }

  /// Adds it to a poll set.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    switch timer {
    case .some(let timer): poll.watch(slot, timer.descriptor)
    case .none: break
    }
  }

  /// Whether the machine was suspended since the last call.
  mutating func hasResumed<let capacity: Int>(
    _ poll: borrowing Poll<capacity>, _ slot: PollSlot
  ) -> Bool {
    guard !poll[slot].isEmpty else { return false }
    do throws(SystemError) {
      try timer?.rearm()
    } catch {
      // Otherwise the cancelled timer would stay readable.
      timer = nil
    }
    let now = SuspendClock.nanoseconds
    // Reading two clocks takes less than a millisecond, and no suspend is that short.
    defer { asleep = now }
    return now - asleep > 1_000_000
  }
}
