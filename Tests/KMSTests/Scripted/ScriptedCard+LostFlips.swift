// SPDX-License-Identifier: Apache-2.0

import CLinux
import KMS
import Motion

/// Flips that are never completed, by the rules of `drivers/gpu/drm/drm_atomic_helper.c` (Linux 6.1 and 6.12).
extension ScriptedCard {
  /// How long the kernel waits for a flip.
  private static var timeout: TimeSpan { .milliseconds(10_000) }

  /// Has the driver lose the pending flips: they stay the last of their CRTCs and planes.
  func loseFlips() {
    for crtc in pending.keys {
      lost.insert(crtc.rawValue)
      workerEnds[crtc] = time + ScriptedCard.timeout
      for plane in planes where values[plane.id.rawValue]?["CRTC_ID"] == UInt64(crtc.rawValue) {
        lost.insert(plane.id.rawValue)
      }
    }
    pending = [:]
  }

  /// Has the driver report a lost flip late.
  func findFlips() { (lost, workerEnds) = ([], [:]) }

  /// Waits for lost flips, or refuses to; 0, or minus an errno.
  func passLostFlips(_ crtcs: [CRTCID], _ changes: [Change], isNonblocking: Bool) -> CInt {
    workerEnds = workerEnds.filter { time < $0.value }
    let numbers = crtcs.map(\.rawValue)
    // As vkms does: also a commit of a CRTC alone is one of its planes (`drm_atomic_add_affected_planes`).
    let added = planes.map(\.id.rawValue).filter { plane in
      numbers.contains { values[plane]?["CRTC_ID"] == UInt64($0) }
    }
    let others = Set(changes.map(\.object) + added).subtracting(numbers).intersection(lost)
    if isNonblocking {
      // `stall_checks`, then `drm_atomic_helper_setup_commit`.
      let isWaiting = crtcs.contains { workerEnds[$0] != nil }
      return isWaiting || !others.isEmpty ? -EBUSY : 0
    }
    // `drm_atomic_helper_wait_for_dependencies`: one after the other.
    for object in others.union(lost.intersection(numbers)) {
      lost.remove(object)
      time += ScriptedCard.timeout
    }
    return 0
  }
}
