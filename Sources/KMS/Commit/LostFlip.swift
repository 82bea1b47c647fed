// SPDX-License-Identifier: Apache-2.0

import Motion

/// When to configure a display again that the kernel calls busy, because of a flip that was lost.
///
/// A flip that the driver never reports stays in the state of its CRTC and its plane, and of its connector if
/// it set a mode. For ten seconds the kernel waits for it; but also after that a commit of the plane that does
/// not wait is refused, for ever (`EBUSY`, `drm_atomic_helper_setup_commit`): nothing else gives the plane another
/// last commit, and to switch it or its CRTC off is a commit of the plane, too. One of the CRTC alone is taken by
/// some drivers, frees the CRTC and leaves the plane as it is; others add the planes to it, as vkms does. A commit
/// that waits does so for ten seconds for each of these objects, and then all is well
/// (`drm_atomic_helper_wait_for_dependencies`). So first is tried whether the flip is only late, and then comes one
/// commit that waits, of which the watchdogs are notified.
struct LostFlip {
  /// How long a display is tried at each vblank: a previous master may just have flipped it.
  private static var vblankTimeout: Duration { .milliseconds(100) }

  private static var retryInterval: Duration { .milliseconds(1000) }

  /// After how long a commit waits: the kernel itself has given the flip up.
  private static var limit: Duration { .milliseconds(10_000) }

  /// Since when the display has been busy; nil while it has not.
  private var begin: Instant?
  private var nextTime = Instant.zero

  /// Notes that the display is busy; when to try again, or nil for the next vblank.
  mutating func nextTry(at now: Instant) -> Instant? {
    let begin = begin ?? now
    self.begin = begin
    if now < begin + LostFlip.vblankTimeout { return nil }
    nextTime = now + LostFlip.retryInterval
    return nextTime
  }

  /// Whether the display has been busy at the last try.
  var isBusy: Bool { begin != nil }

  /// Whether a try is to wait.
  func mustWait(at now: Instant) -> Bool {
    begin.map { now >= $0 + LostFlip.limit && now >= nextTime } ?? false
  }
}
