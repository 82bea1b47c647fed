// SPDX-License-Identifier: Apache-2.0

import Linux

/// The clocks of a suspend detector; `JumpClocks` in the product.
protocol SuspendClocks: ~Copyable {
  /// How long the machine has been suspended since it started, in nanoseconds.
  var suspendedNanoseconds: Int64 { get }
  /// Discards earlier clock jumps, and waits for the next.
  mutating func rearm()
  /// Adds the source of clock jumps to a poll set.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot)
}

/// Detects that the machine was suspended.
///
/// A timer is cancelled when the real-time clock jumps, as it does at resume; the difference between
/// `CLOCK_BOOTTIME` and `CLOCK_MONOTONIC` then distinguishes suspend from a clock that was set. It causes
/// no other wake-ups.
struct SuspendDetector<Clocks: SuspendClocks & ~Copyable>: ~Copyable {
  private var clocks: Clocks
  private var asleep: Int64

  /// Counts suspends from now on.
  init(_ clocks: consuming Clocks) {
    asleep = clocks.suspendedNanoseconds
    self.clocks = clocks
  }

  /// Adds the source of clock jumps to a poll set.
  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    clocks.watch(in: &poll, slot)
  }

  /// Whether the machine was suspended since the last call; call it when the clock has jumped.
  mutating func hasResumed() -> Bool {
    clocks.rearm()
    let now = clocks.suspendedNanoseconds
    // Reading two clocks takes less than a millisecond, and every suspend takes longer.
    defer { asleep = now }
    return now - asleep > 1_000_000
  }
}

/// The kernel's clocks, with a timer that reports their jumps.
struct JumpClocks: SuspendClocks, ~Copyable {
  private var timer: ClockJumpTimer?

  /// Arms the timer; where the kernel has none, suspend is not detected.
  init() {
    timer = try? ClockJumpTimer()
  }

  var suspendedNanoseconds: Int64 { SuspendClock.nanoseconds }

  mutating func rearm() {
    do throws(SystemError) {
      try timer?.rearm()
    } catch {
      // Otherwise the cancelled timer would stay readable.
      timer = nil
    }
  }

  func watch<let capacity: Int>(in poll: inout Poll<capacity>, _ slot: PollSlot) {
    switch timer {
    case .some(let timer): poll.watch(slot, timer.descriptor)
    case .none: break
    }
  }
}
