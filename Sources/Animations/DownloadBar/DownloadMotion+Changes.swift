// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion

extension DownloadMotion {
  /// When the frame may change next, pending inputs included.
  ///
  /// Slow motion gives the next visible change.
  package func nextChange(
    after t: Instant, in box: DownloadGeometry, showsLabel: Bool, pixelsPerPoint: Fixed,
    since before: ShownMotion? = nil
  ) -> NextChange {
    if isFast(at: t) { return .now }
    if let before, before.state != state || showsLabel && before.percent != percent(at: t) {
      return .visibly(t)
    }
    var motion = VisibleMotion(after: t)
    if tiltSwings && state != .failing {
      let bound = shown.bound(at: t)
      // While the fill is thin its caps grow, too.
      let progress = progress(at: t)
      let isThin = box.width * min(progress, before?.progress ?? 1) <= 3
      let length = box.width * pixelsPerPoint * (isThin ? 2 : 1)
      motion.add(bound, pixels: length)
      if showsLabel && !bob.isOn && state == .downloading {
        motion.add(bound, percentOf: progress, rounding: DownloadMotion.labelTolerance)
      }
      // The bubble's corners are 26 units from its pivot, and a degree is 0.0175.
      let reach = (box.unit * pixelsPerPoint).scaled(by: 26 * 175, over: 10_000)
      motion.add(tilt.bound(at: t, following: shown), pixels: reach)
      if let before {
        motion.record(progress, since: before.progress, pixels: length)
        motion.record(lean(at: t), since: before.lean, pixels: reach)
      }
    }
    let height = box.unit * 4 * pixelsPerPoint
    if bob.isOn { motion.add(bob.bound(at: t), pixels: height) }
    if let before { motion.record(bob.height(at: t), since: before.raised, pixels: height) }
    // The frame after resuming looks like its last one, unless an input is pending.
    if let end, state != .resuming || !hasNoPendingInput { motion.add(.at(end)) }
    return motion.nextChange
  }

  /// The motion of the frame at an instant.
  func shownMotion(at t: Instant) -> ShownMotion {
    var shown = ShownMotion(at: t, progress(at: t))
    (shown.state, shown.percent) = (state, percent(at: t))
    (shown.lean, shown.raised) = (lean(at: t), bob.height(at: t))
    return shown
  }

  /// How far the progress can move; nil where the state may change by itself.
  func progressBound(at t: Instant) -> MotionBound? {
    guard end == nil, hasNoPendingInput else { return nil }
    switch state {
    case .downloading, .succeeded: return shown.bound(at: t)
    case .idle, .readying, .settling, .failing, .failed, .resuming: return .rest
    }
  }

  /// The percent on the label; below 0 for none.
  private func percent(at t: Instant) -> Int {
    if case .percent(let percent) = label(at: t) { percent } else { -1 }
  }

  /// Whether every frame differs.
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
