// SPDX-License-Identifier: Apache-2.0

package import Theme

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
  ) -> Int {
    var image = ImageRecord()
    (image.kind, image.isSmooth) = (.frames, true)
    (image.width, image.height) = (UInt16(width), UInt16(height))
    (image.rateFrames, image.rateSeconds) = rate
    image.content = count(.frames)..<count(.frames) + frames.count
    for frame in frames {
      var record = FrameRecord()
      record.pixels = add(bytes: frame.stream, to: .pixels)
      record.isKey = frame.isKey
      record.stored = FrameRectangle(
        x: frame.part[0], y: frame.part[1], width: frame.part[2], height: frame.part[3])
      record.changed = record.stored
      add(record)
    }
    return add(image)
  }

  /// A record of an animation of frames in the middle of the stage.
  package static func frames(
    _ image: Int, intro: UInt16 = 0, outro: UInt16 = 0, isBound: Bool = false,
    endsAtOnce: Bool = false
  ) -> AnimationElement {
    var record = AnimationElement(element())
    (record.kind, record.image) = (.frames, image)
    (record.isBound, record.endsAtOnce) = (isBound, endsAtOnce)
    (record.parts, record.outro) = (intro, outro)
    record.spring = 500_000
    record.radius = .zero
    return record
  }
}
