// SPDX-License-Identifier: Apache-2.0

package import DisplayList
package import FixedPoint

/// What a motion follows; the raw values are those of `RECD`.
package enum MotionBinding: UInt8, RecordChoice, Sendable {
  /// The time since the stage appeared.
  case time
  /// The shown progress of a channel.
  case progress
  /// The time since the stage entered its phase, such as a failure.
  case phase
}

/// What follows when a motion that follows time is through.
package enum MotionRepetition: UInt8, RecordChoice, Sendable {
  /// The last keyframe stays.
  case once
  /// It starts again.
  case loop
  /// It goes back, and then starts again.
  case alternate
}

/// The curve from a keyframe to the next; all but the last are W3C's timing functions of these names.
package enum Easing: UInt8, RecordChoice, Sendable {
  case linear, ease, easeIn, easeOut, easeInOut
  /// The value stays until the next keyframe.
  case hold
}

/// A record of a motion, of the image of the node before its own.
///
/// A motion has a node, so that a program of an older version leaves it out and shows the image at rest.
package struct MotionElement: ElementRecord {
  package var placement = ElementPlacement()
  /// Microseconds.
  package var period: UInt32 = 0
  package var delay: UInt32 = 0
  package var binding = MotionBinding.time
  package var repetition = MotionRepetition.once
  /// The channel of the progress, 1 to 8.
  package var channel: UInt8 = 1
  /// The point that the image is scaled and rotated about, in fractions of it.
  package var origin = Point.zero
  /// The keyframes of each property; empty for one that does not change.
  package var opacity = 0..<0
  package var offsetX = 0..<0
  package var offsetY = 0..<0
  package var scale = 0..<0
  package var rotation = 0..<0
  /// The position from which an endless motion repeats; what is before it is played once.
  package var repeatStart: Fixed = 0

  package init() {}

  package mutating func code(_ coder: inout some RecordCoder) {
    placement.code(&coder)
    coder.time(&period, "period")
    coder.require(period > 0)
    coder.time(&delay, "delay")
    coder.field(&binding, "follows")
    coder.field(&repetition, "repetition")
    coder.field(&channel, "channel, 1 to 8")
    coder.require(1...8 ~= channel)
    coder.zeros(1)
    origin.code(&coder, "origin x", "origin y")
    code(&opacity, &coder, "first keyframe of the opacity")
    code(&offsetX, &coder, "first keyframe of the offset x")
    code(&offsetY, &coder, "first keyframe of the offset y")
    code(&scale, &coder, "first keyframe of the scale")
    code(&rotation, &coder, "first keyframe of the rotation")
    coder.field(&repeatStart, "position from which it repeats, 0 to 0.999")
    coder.require((0...Fixed(999, over: 1000)).contains(repeatStart))
  }

  private func code(
    _ keyframes: inout Range<Int>, _ coder: inout some RecordCoder, _ name: StaticString
  ) {
    coder.range(&keyframes, in: .keyframes, UInt16.self, name, UInt16.self, "keyframes")
    coder.require(keyframes.count <= PackLimit.keyframes)
  }

  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    pack.areKeyframes(opacity, within: 0...1) && pack.areKeyframes(scale, within: 0...4)
      && pack.areKeyframes(rotation, within: -16384...16384)
      && pack.areKeyframes(offsetX, within: nil) && pack.areKeyframes(offsetY, within: nil)
  }
}

/// A `KEYF`: a value of a motion's property at a point of the motion.
package struct KeyframeRecord: PackRecord {
  /// From 0, the start of the period, to 1.
  package var position: Fixed = 0
  /// A length for an offset; for other properties a number, as points: an opacity, a factor, or degrees clockwise.
  package var value = Length.zero
  /// To the next keyframe.
  package var easing = Easing.linear

  package init() {}

  package static var section: PackSection { .keyframes }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&position, "position, 0 to 1")
    coder.require((0...1).contains(position))
    coder.field(&value, "value")
    coder.field(&easing, "curve to the next keyframe")
    coder.zeros(3)
  }
}

extension Pack {
  /// Whether keyframes are sorted, and their values are numbers within limits, or any lengths.
  fileprivate func areKeyframes(_ range: Range<Int>, within limits: ClosedRange<Fixed>?) -> Bool {
    var last: Fixed = 0
    for index in range {
      let keyframe = self[KeyframeRecord.self, index]
      if keyframe.position < last { return false }
      last = keyframe.position
      guard let limits else { continue }
      guard keyframe.value.unit == .point, limits.contains(Fixed(q16: keyframe.value.value)) else {
        return false
      }
    }
    return true
  }

  /// Whether the node before a motion's is the image that it moves.
  func followsImage(_ node: NodeRecord, at index: Int) -> Bool {
    guard index > 0 else { return false }
    let image = self[NodeRecord.self, index - 1]
    return image.isKnown && image.kind == .image && image.parent == node.parent
  }
}
