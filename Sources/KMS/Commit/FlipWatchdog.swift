// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Motion

/// Detects that the driver never completes a flip, as after a lost vblank interrupt or a device failure.
///
/// No frame can follow: the display needs another modeset.
package struct FlipWatchdog: Sendable {
  /// The timeout of a flip: 60 frames at 60 Hz.
  package static var limit: TimeSpan { .milliseconds(1000) }

  /// The timeout of a nonblocking modeset: links are trained and panels started.
  ///
  /// The kernel itself gives a commit up after ten seconds.
  package static var modesetLimit: TimeSpan { .milliseconds(11_000) }

  /// When the timeout expires; nil while no flip is pending.
  package private(set) var instant: Instant?

  package init() {}

  /// Starts the timeout of a flip that the kernel has accepted.
  package mutating func start(at instant: Instant, isModeset: Bool = false) {
    self.instant = instant + (isModeset ? FlipWatchdog.modesetLimit : FlipWatchdog.limit)
  }

  /// The flip has completed.
  package mutating func stop() { instant = nil }

  /// Checks for a timeout.
  ///
  /// - Throws: `.stalled` if the flip's completion is overdue.
  package func check(at now: Instant) throws(KMSError) {
    if let instant, now >= instant { throw KMSError(.readEvents, errno: ETIMEDOUT) }
  }
}
