// SPDX-License-Identifier: Apache-2.0

import Motion

/// When to configure a display again that is busy because of a lost flip.
///
/// A flip that the driver never reports stays in the state of its CRTC and its plane, and of its connector if
/// it set a mode. The kernel waits ten seconds for it. Even after that it refuses every nonblocking commit of
/// the plane, for ever (`EBUSY`, `drm_atomic_helper_setup_commit`): only another commit of the plane could
/// replace the lost one. Switching the plane or its CRTC off is a commit of the plane, too. A commit of the
/// CRTC alone is accepted by some drivers; it frees the CRTC but not the plane. Others, such as vkms, add the
/// planes to it. A blocking commit waits ten seconds for each of these objects, and then all is well
/// (`drm_atomic_helper_wait_for_dependencies`).
///
/// So the display is first tried again, in case the flip is only late. Then comes one blocking commit, which
/// the watchdogs are notified of.
struct FlipTimeout {
  /// How long the display is tried at each vblank: a previous master may just have flipped it.
  private static var vblankTimeout: TimeSpan { .milliseconds(100) }

  private static var retryInterval: TimeSpan { .milliseconds(1000) }

  /// After how long a commit may block: the kernel has given the flip up by then.
  private static var limit: TimeSpan { .milliseconds(10_000) }

  /// Since when the display has been busy; nil while it is not.
  private var begin: Instant?
  private var nextTime = Instant.zero

  /// Records that the display is busy.
  ///
  /// Returns when to try again, or nil for the next vblank.
  mutating func nextTry(at now: Instant) -> Instant? {
    let begin = begin ?? now
    self.begin = begin
    if now < begin + FlipTimeout.vblankTimeout { return nil }
    nextTime = now + FlipTimeout.retryInterval
    return nextTime
  }

  /// Whether the display was busy at the last try.
  var isBusy: Bool { begin != nil }

  /// Whether a try is to block.
  func mustWait(at now: Instant) -> Bool {
    begin.map { now >= $0 + FlipTimeout.limit && now >= nextTime } ?? false
  }
}
