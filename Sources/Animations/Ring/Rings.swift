// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import Motion
package import DisplayList
internal import Theme

/// A ring with a gradient, or several concentric rings, each with a channel of its own.
package struct Rings {
  /// The width of the smallest box of a ring, in points.
  private static var smallestBox: Fixed { 34 }

  // Only the first `count` get inputs.
  private var motions: InlineArray<8, RingMotion>
  private let count: Int
  private var style: RingStyle
  private var showsLabel: Bool

  /// The default box, in points.
  static func usualBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) { (216, 216) }

  /// The rings of a configuration; they appear at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    motions = InlineArray(repeating: RingMotion(at: start))
    count = configuration.rings
    style = RingStyle(configuration)
    showsLabel = configuration.showsLabel
  }

  /// Copies everything from other rings except the motion and the number.
  mutating func takeLook(of other: Rings) { (style, showsLabel) = (other.style, other.showsLabel) }
}

extension Rings: Animation {
  package mutating func apply(_ command: Command, at time: Instant) {
    for index in 0..<count {
      if let input = MotionInput(command, channel: index + 1) {
        motions[index].apply(input, at: time)
      }
    }
  }

  package mutating func draw(at time: Instant, in box: AnimationBox, into scene: inout Scene) {
    for index in 0..<count {
      motions[index].draw(
        at: time, in: RingGeometry(side: box.width, index: index, style.look), style, into: &scene,
        transform: box.transform)
    }
    guard showsLabel else { return }
    motions[0].drawLabel(
      at: time, side: box.width, rings: count, style, into: &scene, transform: box.transform)
  }

  package mutating func nextChange(after time: Instant, in box: AnimationBox) -> NextChange {
    nextChange(after: time, in: box, since: nil)
  }

  /// The same, after an earlier frame on the display.
  mutating func nextChange(
    after time: Instant, in box: AnimationBox, since shown: ShownMotion?
  ) -> NextChange {
    var change = NextChange.never
    var index = 0
    while index < count && change != .now {
      change = change.earlier(
        motions[index].nextChange(
          after: time, in: RingGeometry(side: box.width, index: index, style.look), style,
          hasLabel: showsLabel && index == 0, pixelsPerPoint: box.pixelsPerPoint,
          since: shown))
      index += 1
    }
    return change
  }

  /// The motion of the frame at an instant; nil for several rings, each of which would have its
  /// own.
  func shownMotion(at time: Instant) -> ShownMotion? {
    if count > 1 { return nil }
    var shown = ShownMotion(at: time, motions[0].length(at: time))
    if motions[0].showsProgress(at: time) {
      shown.percent = RingMotion.percent(of: shown.progress)
    }
    return shown
  }

  /// The outer ring's state.
  package func state(at time: Instant) -> StageState { motions[0].state(at: time) }

  package func stateChange(after time: Instant) -> Instant? { motions[0].stateChange(after: time) }

  package func progress(at time: Instant, channel: Int) -> Fixed {
    channel <= count ? motions[channel - 1].length(at: time) : 0
  }

  package func showsProgress(at time: Instant, channel: Int) -> Bool {
    channel > count || motions[channel - 1].showsProgress(at: time)
  }

  package var channelCount: Int { count }

  package func holdsMessage(at time: Instant) -> Bool { motions[0].fade.isFailed }

  package var background: Color { BuiltInTheme.ring.background }

  package var messageColor: Color { BuiltInTheme.ring.messageColor }

  package func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    Rings.usualBox(stageWidth: stageWidth)
  }

  package func check(_ box: AnimationBox) throws(StageError) {
    guard Stage.channels.contains(count) else { throw .ringCount }
    guard style.dotDiameter > 0 && style.dotDiameter <= style.look.arcWidth
    else { throw .dotOutOfRange }
    guard box.width == box.height else { throw .ringNotSquare }
    let inner = box.width - style.look.inset * Fixed(2 * (count - 1))
    guard inner >= Rings.smallestBox else { throw .ringTooSmall }
  }
}
