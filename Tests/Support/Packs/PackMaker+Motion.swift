// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
package import Theme

extension PackMaker {
  /// Adds the keyframes of a property; returns where they are.
  package mutating func keyframes(
    _ values: [(position: Double, value: Double)], _ easing: Easing = .linear,
    unit: LengthUnit = .point
  ) -> Range<Int> {
    let first = count(.keyframes)
    for (position, value) in values {
      var record = KeyframeRecord()
      record.position = Fixed(number: position)
      (record.value, record.easing) = (Length(value, unit), easing)
      add(record)
    }
    return first..<first + values.count
  }

  /// A motion about the middle of its image, of a second.
  package static func motion(
    _ repetition: MotionRepetition = .loop, _ binding: MotionBinding = .time, seconds: Double = 1,
    delay: Double = 0
  ) -> MotionElement {
    var record = MotionElement()
    record.period = UInt32(seconds * 1_000_000)
    record.delay = UInt32(delay * 1_000_000)
    (record.repetition, record.binding) = (repetition, binding)
    record.origin = .init(.half, .half)
    return record
  }

  /// A theme with a bar, and an image of 2 × 2 pixels on 20 × 20 points that moves in all ways; the two keyframes of its
  /// scale come first.
  package static func motionSample(
    _ change: (inout MotionElement, inout [KeyframeRecord]) -> Void = { _, _ in }
  ) -> PackMaker {
    var pack = PackMaker()
    pack.minorVersion = 2
    pack.stage()
    pack.background(0x1014_18FF)
    pack.node(
      .animation, pack.animation(.bar, colors: [0x0B6E_4FFF], width: 30, height: 6, 0.5, 0.9),
      channel: 1)
    let image = pack.image(2, 2, stream: [0xF1, 255, 0, 0, 255, 0xC0, 0xE1])
    var record = PackMaker.image(image)
    (record.placement.width, record.fit) = (Length(20), .contain)
    pack.node(.image, record)
    var motion = motion(.alternate)
    var keys: [KeyframeRecord] = []
    for (position, value) in [(0.25, 0.5), (0.75, 1.5)] {
      var key = KeyframeRecord()
      (key.position, key.value) = (Fixed(number: position), Length(value))
      key.easing = .easeInOut
      keys.append(key)
    }
    motion.scale = 0..<2
    change(&motion, &keys)
    for key in keys { pack.add(key) }
    motion.opacity = pack.keyframes([(0, 0.25), (1, 1)], .ease)
    motion.offsetX = pack.keyframes([(0, -20), (0.5, 5), (1, 20)], .hold, unit: .percentOfWidth)
    motion.offsetY = pack.keyframes([(0, 0), (1, 10)])
    motion.rotation = pack.keyframes([(0, 0), (0.5, 45), (1, 360)], .easeOut)
    pack.node(.motion, motion)
    return pack
  }
}
