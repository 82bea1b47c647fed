// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The clock that counts time since the machine started and is never set.
///
/// The kernel stamps page flips with it too. Corresponds to `CLOCK_MONOTONIC`.
package enum MonotonicClock {
  /// Nanoseconds since the clock's zero.
  package static var nanoseconds: Int64 { cl_monotonic_nanoseconds() }
}
