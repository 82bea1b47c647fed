// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Stage

/// The motion of a ring, or of several concentric rings, each with a channel of its own.
struct Rings {
  /// The width of the smallest box of a ring, in points.
  private static var smallestBox: Fixed { 34 }

  // Only the first `count` get inputs.
  private var motions: InlineArray<8, RingMotion>
  let count: Int

  /// Some rings, from the outside inwards; they appear at an instant.
  init(_ count: Int, at start: Instant) {
    motions = InlineArray(repeating: RingMotion(at: start))
    self.count = count
  }

  /// The ring of a channel, counted from 1: the outer one.
  subscript(channel: Int) -> RingMotion { motions[channel - 1] }

  mutating func apply(_ command: Command, at time: Instant) {
    for index in 0..<count {
      if let input = MotionInput(command, channel: index + 1) {
        motions[index].apply(input, at: time)
      }
    }
  }

  func draw(
    at time: Instant, in box: AnimationBox, _ style: RingStyle, into scene: inout Scene
  ) {
    for index in 0..<count {
      motions[index].draw(
        at: time, in: RingGeometry(side: box.width, index: index, style), style, into: &scene,
        transform: box.transform)
    }
    guard style.showsLabel else { return }
    motions[0].drawLabel(
      at: time, side: box.width, rings: count, style, into: &scene, transform: box.transform)
  }

  /// When the frame may change next; with `shown`, the displayed frame is an earlier one.
  func nextChange(
    after time: Instant, in box: AnimationBox, _ style: RingStyle, since shown: ShownMotion?
  ) -> NextChange {
    var change = NextChange.never
    var index = 0
    while index < count && change != .now {
      change = change.earlier(
        motions[index].nextChange(
          after: time, in: RingGeometry(side: box.width, index: index, style), style,
          hasLabel: style.showsLabel && index == 0, pixelsPerPoint: box.pixelsPerPoint,
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

  /// Checks the number of rings, and that the innermost one fits the box.
  func check(_ box: AnimationBox, _ style: RingStyle) throws(StageError) {
    guard Stage.channels.contains(count) else { throw .ringCount }
    guard style.dotDiameter > 0 && style.dotDiameter <= style.arcWidth
    else { throw .dotOutOfRange }
    guard box.width == box.height else { throw .ringNotSquare }
    let inner = box.width - style.inset * Fixed(2 * (count - 1))
    guard inner >= Rings.smallestBox else { throw .ringTooSmall }
  }
}
