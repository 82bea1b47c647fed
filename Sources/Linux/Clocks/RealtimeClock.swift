// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The clock that people and time servers set.
///
/// Corresponds to `CLOCK_REALTIME`.
package enum RealtimeClock {
  /// Nanoseconds since 1970.
  package static var nanoseconds: Int64 { cl_realtime_nanoseconds() }

  /// How many seconds the machine's local time is ahead of UTC at a second since 1970.
  ///
  /// The zone is that of `TZ`, or of `/etc/localtime`, which is read again; without either it is UTC.
  package static func zoneOffset(at second: Int64) -> Int64 { cl_zone_offset(second) }
}
