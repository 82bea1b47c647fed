// SPDX-License-Identifier: Apache-2.0

import DisplayList
import Linux

/// A bitmap file as firmware makes it: 24 or 32 bits a pixel, not compressed.
///
/// The format is Windows' BITMAPFILEHEADER and BITMAPINFOHEADER, or a longer header with the same fields.
enum Bitmap {
  /// The longest side, and the most pixels: those of a display of 1920 × 1080, which are read in some milliseconds.
  private static var longestSide: Int { 16384 }
  private static var mostPixels: Int { 1 << 21 }

  /// Reads a file; nil where it is cut, of another format, or too large for the heap.
  static func image(_ file: Span<UInt8>) -> StillImage? {
    guard file.count >= 54, file[0] == UInt8(ascii: "B"), file[1] == UInt8(ascii: "M"),
      let start = file.little32(10), let header = file.little32(14), header >= 40,
      let columns = file.little32(18), let signedRows = file.little32(22),
      let planesAndBits = file.little32(26), let compression = file.little32(30)
    else { return nil }
    let bits = planesAndBits >> 16
    // Bit fields of 32 bits are those of plain pixels in all files that firmware is known to make.
    guard bits == 24 && compression == 0 || bits == 32 && (compression == 0 || compression == 3)
    else { return nil }
    // A negative height is that of an image from top to bottom.
    let height = Int64(Int32(bitPattern: signedRows))
    let (width, rows) = (Int(clamping: columns), Int(clamping: abs(height)))
    guard 1...longestSide ~= width, 1...longestSide ~= rows, width * rows <= mostPixels else {
      return nil
    }
    let bytes = Int(bits / 8)
    let stride = (width * bytes + 3) / 4 * 4
    let first = Int(clamping: start)
    guard first <= file.count, Int64(start) >= 14 + Int64(header),
      stride * rows - (stride - width * bytes) <= file.count - first,
      OwnProcess.hasRoom(for: 4 * width * rows + 65536)
    else { return nil }
    var pixels = [UInt32](repeating: 0, count: width * rows)
    for row in 0..<rows {
      let source = first + stride * (height < 0 ? row : rows - 1 - row)
      for column in 0..<width {
        let at = source + column * bytes
        let (blue, green, red) = (UInt32(file[at]), UInt32(file[at + 1]), UInt32(file[at + 2]))
        pixels[row * width + column] = 0xFF00_0000 | blue << 16 | green << 8 | red
      }
    }
    return StillImage(width: width, height: rows, pixels: pixels)
  }
}

extension Span<UInt8> {
  /// The number at an offset, the lowest byte first; nil beyond the end.
  func little32(_ offset: Int) -> UInt32? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    var number: UInt32 = 0
    for index in 0..<4 { number |= UInt32(self[offset + index]) << UInt32(8 * index) }
    return number
  }
}
