// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion
package import Raster
internal import Theme

/// A box with an arrow that becomes a thin bar with a speech bubble riding along it.
package struct DownloadBar {
  private var motion: DownloadMotion
  private var showsLabel: Bool
  private var look: AnimationLook

  /// The box where no size is asked for, in points.
  static func usualBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (200, 80) }

  /// The bar of a configuration; it appears at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    motion = DownloadMotion(at: start, springDuration: configuration.springDuration)
    showsLabel = configuration.showsLabel
    look = configuration.look
  }

  /// Takes all of another bar but what moves.
  mutating func takeLook(of other: DownloadBar) {
    (showsLabel, look) = (other.showsLabel, other.look)
  }

  /// What follows by itself until an instant; all that has happened by then.
  private func motion(at time: Instant) -> DownloadMotion {
    var ahead = motion
    ahead.advance(to: time)
    return ahead
  }
}

extension DownloadBar: Animation {
  package mutating func apply(_ command: Command, at time: Instant) {
    if let input = MotionInput(command, channel: 1) { motion.apply(input, at: time) }
  }

  package mutating func advance(to time: Instant) { motion.advance(to: time) }

  package mutating func draw(at time: Instant, in box: AnimationBox, into scene: inout Scene) {
    motion(at: time).draw(
      at: time, in: DownloadGeometry(width: box.width, height: box.height),
      showsLabel: showsLabel, look, into: &scene, transform: box.transform)
  }

  package mutating func nextChange(after time: Instant, in box: AnimationBox) -> NextChange {
    motion(at: time).nextChange(
      after: time, in: DownloadGeometry(width: box.width, height: box.height),
      showsLabel: showsLabel, pixelsPerPoint: box.pixelsPerPoint)
  }

  package func state(at time: Instant) -> StageState { motion(at: time).state.stageState }

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

  /// The bubble jumps out of the box, and rides over both ends of it.
  package func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    (box.height * .half, box.height)
  }
}
