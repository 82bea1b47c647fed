// SPDX-License-Identifier: Apache-2.0

package import DisplayList
package import FixedPoint

/// A `COLR`: a colour of a palette.
package struct ColorRecord: PackRecord {
  package var color = StraightColor()

  package init() {}

  package static var section: PackSection { .colors }

  package mutating func code(_ coder: inout some RecordCoder) { coder.field(&color, "colour") }
}

/// A `GRAD`: a linear gradient, with its axis in fractions of a box.
package struct GradientRecord: PackRecord {
  package var start = Point.zero
  package var end = Point.zero
  package var stops = 0..<0

  package init() {}

  package static var section: PackSection { .gradients }

  package mutating func code(_ coder: inout some RecordCoder) {
    start.code(&coder, "start x", "start y")
    end.code(&coder, "end x", "end y")
    coder.range(&stops, in: .stops, UInt16.self, "first stop", UInt16.self, "stops")
    coder.require(1...PackLimit.stops ~= stops.count)
  }
}

/// A `STOP`: a colour of a gradient.
package struct StopRecord: PackRecord {
  package var color = StraightColor()
  package var offset: Fixed = 0

  package init() {}

  package static var section: PackSection { .stops }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&color, "colour")
    coder.field(&offset, "offset")
  }
}

/// What an image consists of; the raw values are those of `IMAG`.
package enum ImageKind: UInt8, RecordChoice, Sendable {
  case pixels, vector, frames

  /// The section of its content.
  package var section: PackSection {
    switch self {
    case .pixels: .pixels
    case .vector: .vectors
    case .frames: .frames
    }
  }
}

/// An `IMAG`: an image, or a sequence of frames.
package struct ImageRecord: PackRecord {
  package var kind = ImageKind.pixels
  package var isOpaque = false
  package var isSmooth = false
  package var width: UInt16 = 0
  package var height: UInt16 = 0
  /// Bytes, shapes or frames, by its kind.
  package var content = 0..<0
  /// Frames in some seconds.
  package var rateFrames: UInt16 = 0
  package var rateSeconds: UInt16 = 0

  package init() {}

  package static var section: PackSection { .images }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&kind, "kind")
    var flags: UInt8 = (isOpaque ? 1 : 0) | (isSmooth ? 2 : 0)
    coder.field(&flags, "flags (1 opaque, 2 smooth)")
    coder.require(flags <= 3)
    (isOpaque, isSmooth) = (flags & 1 != 0, flags & 2 != 0)
    coder.field(&width, "width")
    coder.field(&height, "height")
    coder.zeros(2)
    coder.range(
      &content, in: kind.section, UInt32.self, "first byte, shape or frame",
      UInt32.self, "bytes, shapes or frames")
    coder.field(&rateFrames, "frames of the rate")
    coder.field(&rateSeconds, "seconds of the rate")
  }

  /// Whether it has a possible size, and its shapes or frames are possible.
  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    let sides = 1...PackLimit.stillSide
    guard sides ~= Int(width), sides ~= Int(height) else { return false }
    switch kind {
    case .pixels: return true
    case .vector: return content.count <= PackWork.shapes
    case .frames:
      guard Int(width) * Int(height) <= PackLimit.framePixels, !content.isEmpty, rateFrames > 0,
        rateSeconds > 0
      else { return false }
      var sinceKey = PackLimit.keyDistance
      for index in content {
        let frame = pack[FrameRecord.self, index]
        // Bounds the time for showing any frame.
        sinceKey = frame.isKey ? 0 : sinceKey + 1
        if sinceKey >= PackLimit.keyDistance { return false }
        guard frame.stored.isInside(self), frame.changed.isInside(self) else { return false }
      }
      return true
    }
  }
}

/// A rectangle of a frame's pixels.
package struct FrameRectangle: Equatable, Sendable {
  package var (x, y): (UInt16, UInt16)
  package var (width, height): (UInt16, UInt16)

  package init(x: UInt16, y: UInt16, width: UInt16, height: UInt16) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  fileprivate func isInside(_ image: ImageRecord) -> Bool {
    Int(x) + Int(width) <= Int(image.width) && Int(y) + Int(height) <= Int(image.height)
  }
}

/// A `FRAM`: a frame of a sequence.
package struct FrameRecord: PackRecord {
  package var pixels = 0..<0
  /// Whether it has all pixels of the image, and refers to no other frame.
  package var isKey = false
  /// The pixels of its stream.
  package var stored = FrameRectangle(x: 0, y: 0, width: 0, height: 0)
  /// The pixels that differ from the previously played frame.
  package var changed = FrameRectangle(x: 0, y: 0, width: 0, height: 0)

  package init() {}

  package static var section: PackSection { .frames }

  package mutating func code(_ coder: inout some RecordCoder) {
    var offset = UInt32(clamping: pixels.lowerBound)
    var size = UInt32(clamping: pixels.count) | (isKey ? 1 << 31 : 0)
    coder.field(&offset, "offset in PIXL")
    coder.field(&size, "bytes (bit 31: a key frame)")
    isKey = size >> 31 != 0
    pixels = coder.range(offset, size & 0x7FFF_FFFF, of: .pixels)
    coder.field(&stored.x, "x of the stored rectangle")
    coder.field(&stored.y, "y")
    coder.field(&stored.width, "width")
    coder.field(&stored.height, "height")
    coder.field(&changed.x, "x of the changed rectangle")
    coder.field(&changed.y, "y")
    coder.field(&changed.width, "width")
    coder.field(&changed.height, "height")
  }
}

/// What fills a shape of an image; the raw values are those of `VECT`.
package enum VectorPaint: UInt8, RecordChoice, Sendable {
  case color, gradient
}

/// A `VECT`: a shape of an image of outlines.
package struct VectorRecord: PackRecord {
  /// The length of an image's longer side in outline units.
  package static var units: Int { 16384 }

  package var outline = 0..<0
  package var isNonZero = false
  package var paint = VectorPaint.color
  /// A share of 65535.
  package var opacity: UInt16 = 0
  package var gradient: Int?
  /// A gradient that an older program does not have: it takes the place of the paint and its colour, since minor version 3.
  package var shading: Int?
  package var color = StraightColor()
  package var box = OutlineBox()

  package init() {}

  package static var section: PackSection { .vectors }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.range(
      &outline, in: .outlines, UInt32.self, "offset of its outline",
      UInt32.self, "bytes of its outline")
    coder.field(&isNonZero, "rule (1: nonzero)")
    coder.field(&paint, "paint")
    coder.field(&opacity, "opacity")
    coder.reference(&gradient, to: .gradients, "gradient")
    coder.require(paint == .color || gradient != nil)
    codeShading(&coder)
    coder.field(&color, "colour")
    box.code(&coder)
  }

  /// The bytes are 0 in older packs, so that the first gradient is 1.
  private mutating func codeShading(_ coder: inout some RecordCoder) {
    var number = shading.map { UInt16(clamping: $0 + 1) } ?? 0
    coder.field(&number, "gradient of SHAD from 1 on, or 0")
    shading = number == 0 ? nil : Int(number) - 1
    let limit = coder.count(.shadings)
    coder.require(number <= limit)
  }

  package func isConsistent(at index: Int, in pack: Pack) -> Bool {
    pack.isOutline(outline, box: box)
  }
}
