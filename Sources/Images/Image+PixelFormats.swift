// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Image {
  /// An image from pixels of a format: `height` rows with one word per column.
  package init(width: Int, height: Int, rows words: [UInt32], of format: PixelFormat) {
    self.init(width: width, height: height, pixels: words)
    if format == .xrgb8888 || format == .argb8888 { return }
    let bytes = words.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word.littleEndian >> UInt32(8 * $0)) }
    }
    let size = format.bytesPerPixel
    for y in 0..<height {
      for x in 0..<width {
        let start = 4 * width * y + size * x
        let pixel = bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        pixels[y * width + x] = format.channels(of: pixel)
      }
    }
  }
}

extension PixelFormat {
  /// The colour that a pixel shows, `0xRRGGBB`: its channels in 8 bits, rounded to nearest.
  package func channels(of pixel: UInt32) -> UInt32 {
    func channel(_ shift: UInt32, _ most: UInt32) -> UInt32 {
      ((pixel >> shift & most) * 510 + most) / (2 * most)
    }
    return switch self {
    case .xrgb8888, .argb8888, .rgb888: pixel & 0xFFFFFF
    case .xbgr8888: channel(0, 255) << 16 | channel(8, 255) << 8 | channel(16, 255)
    case .xrgb2101010: channel(20, 1023) << 16 | channel(10, 1023) << 8 | channel(0, 1023)
    case .rgb565: channel(11, 31) << 16 | channel(5, 63) << 8 | channel(0, 31)
    }
  }
}
