// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A timer that never expires, but becomes readable when the wall clock jumps.
///
/// That happens when the clock is set, and when the machine wakes from suspend.
///
/// Corresponds to `timerfd_create` with `CLOCK_REALTIME` and `TFD_TIMER_CANCEL_ON_SET`.
package struct ClockJumpTimer: ~Copyable, Sendable {
  /// The descriptor to poll: readable once the clock has jumped.
  package let descriptor: FileDescriptor

  /// Starts to watch the clock.
  package init() throws(SystemError) {
    let own = FileDescriptor(adopting: try retrying(.timer) { cl_clock_jump_create() })
    let number = own.number
    _ = try retrying(.timer) { cl_clock_jump_arm(number) }
    descriptor = own
  }

  /// Discards earlier jumps, and watches for the next.
  package func rearm() throws(SystemError) {
    let number = descriptor.number
    _ = try retrying(.timer) { cl_clock_jump_arm(number) }
  }
}

/// How long the machine has been suspended since it started.
///
/// Corresponds to `CLOCK_BOOTTIME` less `CLOCK_MONOTONIC`.
package enum SuspendClock {
  /// Nanoseconds, too many by less than a millisecond: the clocks are read one after the other.
  package static var nanoseconds: Int64 { cl_suspended_nanoseconds() }
}
