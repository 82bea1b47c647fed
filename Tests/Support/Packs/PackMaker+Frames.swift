// SPDX-License-Identifier: Apache-2.0

internal import Theme

extension PackMaker {
  /// A frame: its stream and the part of the image that it codes; whether it is all of the image.
  package struct Frame {
    package var stream: [UInt8]
    package var part: [UInt16]
    package var isKey: Bool

    package init(_ stream: [UInt8], _ part: [UInt16] = [0, 0, 1, 1], isKey: Bool = true) {
      (self.stream, self.part, self.isKey) = (stream, part, isKey)
    }
  }

  /// Adds a sequence of frames; returns its image's index.
  package mutating func sequence(
    _ width: Int, _ height: Int, rate: (UInt16, UInt16), _ frames: [Frame]
  ) -> UInt16 {
    var image = Record(.images)
    image.bytes[ImageField.kind] = 2
    image.bytes[ImageField.flags] = 2
    image.put(UInt16(width), at: ImageField.width)
    image.put(UInt16(height), at: ImageField.height)
    image.put(UInt16(rate.0), at: ImageField.rate)
    image.put(UInt16(rate.1), at: ImageField.rate + 2)
    image.put(UInt32(frames.count), at: ImageField.count)
    for (index, frame) in frames.enumerated() {
      var record = Record(.frames)
      record.put(UInt32(add(bytes: frame.stream, to: .pixels)), at: 0)
      record.put(UInt32(frame.stream.count) | (frame.isKey ? 1 << 31 : 0), at: 4)
      for (place, number) in frame.part.enumerated() {
        record.put(number, at: 8 + 2 * place)
        record.put(number, at: 16 + 2 * place)
      }
      let number = add(record, to: .frames)
      if index == 0 { image.put(UInt32(number), at: ImageField.first) }
    }
    return UInt16(add(image, to: .images))
  }

  /// A record of an animation of frames in the middle of the stage.
  package static func frames(
    _ image: UInt16, intro: UInt16 = 0, outro: UInt16 = 0, isBound: Bool = false,
    endsAtOnce: Bool = false
  ) -> Record {
    typealias Field = RecordField.Animation
    var record = element()
    record.bytes[Field.kind] = AnimationKind.frames.rawValue
    record.bytes[Field.style] = (isBound ? 32 : 0) | (endsAtOnce ? 64 : 0)
    record.put(intro, at: Field.parts)
    record.put(outro, at: Field.outro)
    record.put(image, at: Field.image)
    for field in [Field.font, Field.doneText, Field.failedText] {
      record.put(UInt16(65535), at: field)
    }
    record.put(UInt32(500_000), at: Field.spring)
    record.put(length: 0, at: Field.radius)
    return record
  }
}
