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
  /// The position of its image's record.
  private let image: Int
  let images: PixmapSequence
  /// The base of its versions: other packs have other images.
  private let firstVersion: Int
  /// The frame in the pixmap; -1 for none.
  private var shown = -1
  private var isBroken = false

  /// A sequence without a frame yet; nil where there is no memory.
  init?(
    _ pack: Pack, image: Int, size: (width: Int, height: Int), fit: PixmapFit, version: Int,
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
  var firstStream: (first: Int, count: Int) {
    let p = pack.position(.frames, Int(pack.u32(image + ImageField.first)))
    return (Int(pack.u32(p)), Int(pack.u32(p + 4) & 0x7FFF_FFFF))
  }

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
      let first = Int(pack.u32(image + ImageField.first))
      func isKey(_ frame: Int) -> Bool {
        pack.u32(pack.position(.frames, first + frame) + 4) >> 31 != 0
      }
      var next = frame
      while next > 0 && next != shown + 1 && !isKey(next) { next -= 1 }
      while next <= frame && !isBroken {
        let p = pack.position(.frames, first + next)
        let isWhole = isKey(next)
        let part = PixelRectangle(
          x: isWhole ? 0 : Int(pack.u16(p + 8)), y: isWhole ? 0 : Int(pack.u16(p + 10)),
          width: Int(pack.u16(isWhole ? image + ImageField.width : p + 12)),
          height: Int(pack.u16(isWhole ? image + ImageField.height : p + 14)))
        let stream = pack.bytes(
          .pixels, Int(pack.u32(p)), count: Int(pack.u32(p + 4) & 0x7FFF_FFFF))
        isBroken = !images.decode(stream, in: part, isWhole: isWhole)
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
