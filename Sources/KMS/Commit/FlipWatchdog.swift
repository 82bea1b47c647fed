// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Motion

/// Detects that the driver never completes a flip, as after a lost vblank interrupt or device failure.
///
/// No frame could follow: the display needs another modeset.
package struct FlipWatchdog: Sendable {
  /// How long a report may take: a hundred frames of an ordinary mode.
  package static var limit: Duration { .milliseconds(1000) }

  /// How long it may take after a modeset that was not waited for: links are trained and panels started.
  ///
  /// The kernel itself gives a commit up after ten seconds.
  package static var modesetLimit: Duration { .milliseconds(11_000) }

  /// When to give up; nil while no report is due.
  package private(set) var instant: Instant?

  package init() {}

  /// A flip was accepted at an instant.
  package mutating func start(at instant: Instant, isModeset: Bool = false) {
    self.instant = instant + (isModeset ? FlipWatchdog.modesetLimit : FlipWatchdog.limit)
  }

  /// The report came.
  package mutating func stop() { instant = nil }

  /// Checks for a timeout.
  ///
  /// - Throws: `.stalled` if the flip's completion is overdue.
  package func check(at now: Instant) throws(KMSError) {
    if let instant, now >= instant { throw KMSError(.readEvents, errno: ETIMEDOUT) }
  }
}
