// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion
package import DisplayList
internal import Theme

/// A box with an arrow that becomes a thin bar with a speech bubble riding along it.
package struct DownloadBar {
  private var motion: DownloadMotion
  private var showsLabel: Bool
  private var look: AnimationLook
  /// The motion at an instant that was queried: `motion` with all its own changes until then.
  private var ahead: DownloadMotion
  private var aheadTime: Instant

  /// The default box, in points.
  static func usualBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (200, 80) }

  /// The bar of a configuration; it appears at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    motion = DownloadMotion(at: start, springDuration: configuration.springDuration)
    (ahead, aheadTime) = (motion, start)
    showsLabel = configuration.showsLabel
    look = configuration.look
  }

  /// Copies everything from another bar except the motion.
  mutating func takeLook(of other: DownloadBar) {
    (showsLabel, look) = (other.showsLabel, other.look)
  }

  /// Advances `ahead` to an instant, from its present time or from the beginning.
  private mutating func lookAhead(to time: Instant) {
    if time < aheadTime { ahead = motion }
    ahead.advance(to: time)
    aheadTime = time
  }

  /// The motion at an instant, for methods that must not change anything.
  private func motion(at time: Instant) -> DownloadMotion {
    var motion = time < aheadTime ? motion : ahead
    motion.advance(to: time)
    return motion
  }
}

extension DownloadBar: Animation {
  package mutating func apply(_ command: Command, at time: Instant) {
    if let input = MotionInput(command, channel: 1) { motion.apply(input, at: time) }
    (ahead, aheadTime) = (motion, time)
  }

  /// Not beyond the time of `ahead`, so that each step is computed once.
  package mutating func advance(to time: Instant) {
    if time < aheadTime { return }
    lookAhead(to: time)
    motion = ahead
  }

  package mutating func draw(at time: Instant, in box: AnimationBox, into scene: inout Scene) {
    lookAhead(to: time)
    ahead.draw(
      at: time, in: DownloadGeometry(width: box.width, height: box.height),
      showsLabel: showsLabel, look, into: &scene, transform: box.transform)
  }

  package mutating func nextChange(after time: Instant, in box: AnimationBox) -> NextChange {
    nextChange(after: time, in: box, since: nil)
  }

  /// The same, after an earlier frame on the display.
  ///
  /// The bounds of its motion are much larger than the motion itself. So they are computed again where they
  /// end, as long as the change is not reached.
  mutating func nextChange(
    after time: Instant, in box: AnimationBox, since before: ShownMotion?
  ) -> NextChange {
    let shown = before ?? shownMotion(at: time)
    let geometry = DownloadGeometry(width: box.width, height: box.height)
    var now = time
    for _ in 0..<DownloadBar.lookCount {
      lookAhead(to: now)
      let change = ahead.nextChange(
        after: now, in: geometry, showsLabel: showsLabel, pixelsPerPoint: box.pixelsPerPoint,
        since: shown)
      guard case .visibly(let instant) = change else {
        return change == .now && now > time ? .visibly(now) : change
      }
      // At first no step goes beyond the next vblank.
      if instant < now + .milliseconds(now == time ? 8 : 2) { return change }
      now = instant
    }
    return .visibly(now)
  }

  /// The most steps; a frame takes a hundred times as long as a step.
  private static var lookCount: Int { 8 }

  /// The motion of the frame at an instant.
  mutating func shownMotion(at time: Instant) -> ShownMotion {
    lookAhead(to: time)
    return ahead.shownMotion(at: time)
  }

  package func state(at time: Instant) -> StageState { motion(at: time).state.stageState }

  package func stateChange(after time: Instant) -> Instant? { motion(at: time).end }

  package func progress(at time: Instant, channel: Int) -> Fixed {
    channel == 1 ? motion(at: time).progress(at: time) : 0
  }

  package func showsProgress(at time: Instant, channel: Int) -> Bool {
    !motion(at: time).isUnknown
  }

  package func holdsMessage(at time: Instant) -> Bool {
    let state = motion(at: time).state
    return state == .failing || state == .failed
  }

  package func resetCount(at time: Instant) -> Int { motion(at: time).resetCount }

  package var background: Color { BuiltInTheme.download.background }

  package var messageColor: Color { BuiltInTheme.download.messageColor }

  package func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    DownloadBar.usualBox(stageWidth: stageWidth)
  }

  /// The bubble jumps out of the box, and extends beyond both ends of it.
  package func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    (box.height * .half, box.height)
  }
}
