// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import Theme

/// A sequence of a pack's images on one output.
final class ThemeSequence {
  /// The number of its pixmap.
  let number: Int
  /// The sequence made before.
  let previous: ThemeSequence?
  private let pack: Pack
  private let image: ImageRecord
  let images: PixmapSequence
  /// The base of its versions: other packs have other images.
  private let firstVersion: Int
  /// The frame in the pixmap; -1 for none.
  private var shown = -1
  private var isBroken = false

  /// A sequence without a frame yet; nil where there is no memory.
  init?(
    _ pack: Pack, image: ImageRecord, size: (width: Int, height: Int), fit: PixmapFit, version: Int,
    addingTo set: PixmapSet, after previous: ThemeSequence?
  ) {
    self.previous = previous
    (self.pack, self.image) = (pack, image)
    firstVersion = version << 12
    guard let images = PixmapSequence(size: size, fit: fit) else { return nil }
    self.images = images
    number = set.add(images.pixmap)
  }

  /// The position of the first frame's pixels, which is a whole frame.
  var firstStream: Range<Int> { pack[FrameRecord.self, image.content.lowerBound].pixels }

  /// Records that the first frame is in the pixmap.
  func begin() {
    shown = 0
    images.begin(version: firstVersion)
  }

  /// Shows a frame in the pixmap, and returns the pixmap's version.
  ///
  /// With an invalid frame, it keeps the previous frame from then on.
  @discardableResult
  func show(_ frame: Int) -> Int {
    if frame != shown && !isBroken {
      let pack = pack
      let first = image.content.lowerBound
      var next = frame
      while next > 0 && next != shown + 1 && !pack[FrameRecord.self, first + next].isKey {
        next -= 1
      }
      while next <= frame && !isBroken {
        let record = pack[FrameRecord.self, first + next]
        let stored = record.stored
        let part =
          record.isKey
          ? PixelRectangle(x: 0, y: 0, width: Int(image.width), height: Int(image.height))
          : PixelRectangle(
            x: Int(stored.x), y: Int(stored.y), width: Int(stored.width),
            height: Int(stored.height))
        let stream = pack.bytes(
          .pixels, record.pixels.lowerBound, count: record.pixels.count)
        isBroken = !images.decode(stream, in: part, isWhole: record.isKey)
        next += 1
      }
      if !isBroken {
        shown = frame
        images.update(version: firstVersion + frame)
      }
    }
    return images.pixmap.version
  }
}
