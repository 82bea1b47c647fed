// SPDX-License-Identifier: Apache-2.0

/// A frame: a whole PNG or JPEG, and its size in pixels.
package struct DraftFrame: Equatable, Sendable {
  /// The bytes of the PNG or JPEG.
  package let file: [UInt8]
  /// The size in pixels.
  package let width, height: Int

  /// A frame of a file, without reading its pixels; nil for a file that is neither PNG nor JPEG, or beyond the limits.
  ///
  /// What follows the end of a PNG is cut off.
  package init?(_ file: [UInt8]) {
    guard let size = StraightImage.size(of: file) else { return nil }
    self.file = Self.withoutTrailer(file)
    (width, height) = size
  }

  /// A frame of an image; nil where libpng runs out of memory.
  package init?(_ image: StraightImage) {
    guard let file = image.png else { return nil }
    self.file = file
    (width, height) = (image.width, image.height)
  }

  /// Its pixels; nil for a broken file.
  package var image: StraightImage? { StraightImage(file: file) }

  private static func withoutTrailer(_ file: [UInt8]) -> [UInt8] {
    guard file.first == 0x89 else { return file }
    let reader = ByteReader(file)
    var offset = 8
    while let length = reader.big32(offset), let type = reader.slice(offset + 4, 4) {
      offset += 12 + length
      if type.elementsEqual("IEND".utf8) {
        return offset < file.count ? Array(file[..<offset]) : file
      }
    }
    return file
  }

  /// The extension of its file.
  var suffix: String { file.first == 0x89 ? "png" : "jpg" }
}

/// The frames of an animation, all of one size, and their timing.
package struct FrameSet: Sendable {
  /// The element's name: the table is `[animation.NAME]`, the files are in a folder of that name.
  package let name: String
  /// The frames in their order.
  package var frames: [DraftFrame]
  /// Frames in 1000 s.
  package var rate: Int
  /// Frames at the beginning that are played once.
  package var intro = 0
  /// Frames at the end that are played when the operation is done.
  package var outro = 0
  /// Whether the progress selects the frame, and not the time.
  package var isBound = false

  /// A loop; the rate is brought into the range of a theme, 1 to 120 a second.
  package init(name: String, frames: [DraftFrame], rate: Int) {
    (self.name, self.frames, self.rate) = (name, frames, min(max(rate, 1000), 120_000))
  }

  /// The width of the frames in pixels.
  package var width: Int { frames.first?.width ?? 0 }
  /// The height of the frames in pixels.
  package var height: Int { frames.first?.height ?? 0 }

  /// The files in the theme's folder, in the order of their names.
  var files: [DraftFile] {
    let digits = String(frames.count).count
    return frames.enumerated().map { index, frame in
      let number = String(index + 1)
      let zeros = String(repeating: "0", count: digits - number.count)
      return DraftFile("\(name)/\(zeros)\(number).\(frame.suffix)", frame.file)
    }
  }

  /// Sets the keys that follow from the frames.
  func describe(in table: inout DraftTable) {
    let suffixes = Set(frames.map(\.suffix))
    table["kind"] = .string("frames")
    table["files"] = .string("\(name)/*" + (suffixes.count == 1 ? ".\(suffixes.first ?? "")" : ""))
    if isBound {
      table["bound"] = .string("progress")
    } else {
      table["rate"] = .thousandths(rate)
    }
    if intro > 0 { table["intro"] = .integer(intro) }
    if outro > 0 { table["outro"] = .integer(outro) }
  }
}
