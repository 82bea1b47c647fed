// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// An image of a part of an element on an output: up to nine pixmaps, in three columns and three rows.
///
/// All numbers are pixels of the stage before the output's rotation.
final class SlicedImage {
  let columns, rows: Side
  /// The number of each piece's pixmap, row by row; -1 for a piece without pixels.
  let pixmaps: InlineArray<9, Int>

  init(columns: Side, rows: Side, pixmaps: InlineArray<9, Int>) {
    (self.columns, self.rows, self.pixmaps) = (columns, rows, pixmaps)
  }

  func has(_ number: Int) -> Bool {
    for piece in pixmaps.indices where pixmaps[piece] == number { return true }
    return false
  }

  /// The columns or the rows of an image: the lengths of its ends, which keep their size, and of all of it.
  struct Side {
    let first, last, length: Int

    /// The ends of an image in a length; where both together are longer, they share it.
    init(_ first: UInt16, _ last: UInt16, in length: Int, scale: Fixed) {
      func pixels(_ count: UInt16) -> Int {
        count == 0 ? 0 : min(max((Fixed(Int(count)) * scale).rounded, 1), 16384)
      }
      var (a, b) = (pixels(first), pixels(last))
      if a + b > length {
        a = length * a / (a + b)
        b = length - a
      }
      (self.first, self.last, self.length) = (a, b, length)
    }

    /// The ends in the image's own pixels.
    init(_ first: UInt16, _ last: UInt16, of length: UInt16) {
      (self.first, self.last, self.length) = (Int(first), Int(last), Int(length))
    }

    /// The pixels of a piece: the first end, the middle, or the last end.
    func pixels(ofPiece index: Int) -> Range<Int> {
      switch index {
      case 0: 0..<first
      case 1: first..<length - last
      default: length - last..<length
      }
    }

    /// What is visible of a piece of an image that begins and ends at two points, and where the piece's first pixel is.
    ///
    /// The ends keep their size and are at these points, which are whole pixels then. The middle is where it is in the
    /// whole image, cut. Where there is no room for both ends, the last one is cut.
    func piece(
      _ index: Int, from start: Fixed, to end: Fixed
    ) -> (visible: Range<Fixed>, position: Int)? {
      let hasEnds = first + last > 0
      let (start, end) = hasEnds ? (Fixed(start.rounded), Fixed(end.rounded)) : (start, end)
      let inner = min(start + Fixed(first), end)
      let outer = max(end - Fixed(last), inner)
      let (from, to, position) =
        switch index {
        case 0: (start, inner, start.floor)
        case 1: (inner, outer, first)
        default: (outer, end, outer.floor)
        }
      return from < to ? (from..<to, position) : nil
    }
  }
}

extension ThemePixmaps {
  /// Reserves the pixmaps of an image of a part, in a size in pixels before the rotation; nil without an image, or
  /// without room for one of them.
  mutating func slices(
    of record: SlicedImageRecord, width: Int, height: Int
  ) -> SlicedImage? {
    guard let image = record.image, 1...16384 ~= width, 1...16384 ~= height else { return nil }
    let size = imageSize(image)
    let columns = SlicedImage.Side(record.left, record.right, in: width, scale: scale)
    let rows = SlicedImage.Side(record.top, record.bottom, in: height, scale: scale)
    let sources = (
      columns: SlicedImage.Side(record.left, record.right, of: size.width),
      rows: SlicedImage.Side(record.top, record.bottom, of: size.height)
    )
    var pixmaps = InlineArray<9, Int>(repeating: -1)
    for piece in 0..<9 {
      let (row, column) = (piece / 3, piece % 3)
      let (x, y) = (sources.columns.pixels(ofPiece: column), sources.rows.pixels(ofPiece: row))
      let (wide, high) = (columns.pixels(ofPiece: column).count, rows.pixels(ofPiece: row).count)
      if x.isEmpty || y.isEmpty || wide == 0 || high == 0 { continue }
      let source = PixelRectangle(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
      guard let number = pixmap(image, source, width: wide, height: high) else { return nil }
      pixmaps[piece] = number
    }
    return SlicedImage(columns: columns, rows: rows, pixmaps: pixmaps)
  }
}
