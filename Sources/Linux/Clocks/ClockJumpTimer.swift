// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A timer that never goes off but becomes readable when the clock of the day jumps: when it is set,
/// and when the machine wakes from suspend.
///
/// Corresponds to `timerfd_create` with `CLOCK_REALTIME` and `TFD_TIMER_CANCEL_ON_SET`.
package struct ClockJumpTimer: ~Copyable, Sendable {
  /// What to poll: readable once the clock has jumped.
  package let descriptor: FileDescriptor

  /// Begins to watch the clock.
  package init() throws(SystemError) {
    let own = FileDescriptor(adopting: try retrying(.timer) { cl_clock_jump_create() })
    let number = own.number
    _ = try retrying(.timer) { cl_clock_jump_arm(number) }
    descriptor = own
  }

  /// Forgets the jumps until now, and watches for the next.
  package func rearm() throws(SystemError) {
    let number = descriptor.number
    _ = try retrying(.timer) { cl_clock_jump_arm(number) }
  }
}

/// How long the machine has been suspended since it started.
///
/// Corresponds to `CLOCK_BOOTTIME` less `CLOCK_MONOTONIC`.
package enum SuspendClock {
  /// Nanoseconds, by less than a millisecond too many: the clocks are read one after the other.
  package static var nanoseconds: Int64 { cl_suspended_nanoseconds() }
}
