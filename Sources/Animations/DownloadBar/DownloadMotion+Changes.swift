// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion

extension DownloadMotion {
  /// When the frame may change next, pending inputs included; visibly, where what moves is slow.
  package func nextChange(
    after t: Instant, in box: DownloadGeometry, showsLabel: Bool, pixelsPerPoint: Fixed
  ) -> NextChange {
    if isFast(at: t) { return .now }
    var motion = VisibleMotion(after: t)
    if tiltSwings && state != .failing {
      let bound = shown.bound(at: t)
      // While the fill is thin its caps grow, too.
      let progress = progress(at: t)
      let isThin = box.width * progress <= 3
      motion.add(bound, pixels: box.width * pixelsPerPoint * (isThin ? 2 : 1))
      if showsLabel && !bob.isOn && state == .downloading {
        motion.add(bound, percentOf: progress, rounding: DownloadMotion.labelTolerance)
      }
      // The bubble's corners are 26 units from the point that it turns about, and a degree is 0.0175.
      motion.add(
        tilt.bound(at: t, following: shown),
        pixels: (box.unit * pixelsPerPoint).scaled(by: 26 * 175, over: 10_000))
    }
    if bob.isOn { motion.add(bob.bound(at: t), pixels: box.unit * 4 * pixelsPerPoint) }
    // What follows a resuming looks like its end, unless something waits for it.
    if let end, state != .resuming || !hasNoPendingInput { motion.add(.at(end)) }
    return motion.nextChange
  }

  /// Whether every frame shows something else.
  private func isFast(at t: Instant) -> Bool {
    if bob.isFading(at: t) || !turn.isFinished(at: t) { return true }
    switch state {
    case .idle, .downloading, .succeeded: return false
    case .readying, .settling: return true
    case .failing: return stopped > 0 || !tilt.isAtRest
    case .failed: return tiltBefore != Tilt.limit && t - since < .milliseconds(200)
    case .resuming: return t - since < .milliseconds(300)
    }
  }
}
