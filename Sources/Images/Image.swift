// SPDX-License-Identifier: Apache-2.0

/// Pixels in memory: `height` rows of `width`, each `0xXXRRGGBB`.
package struct Image: Equatable {
  package let width: Int
  package let height: Int
  package var pixels: [UInt32]

  /// An image in one colour.
  package init(width: Int, height: Int, filledWith pixel: UInt32 = 0) {
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: pixel, count: width * height)
  }

  /// Takes over pixels; their number must match the size.
  package init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "The pixels do not fill the image.")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Red, green and blue of every pixel, a byte each, row by row.
  package var rgb: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { bytes, count in
      for (index, pixel) in pixels.enumerated() {
        // Within the capacity, which is three bytes for each pixel.
        unsafe bytes[index * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
        unsafe bytes[index * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        unsafe bytes[index * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
      }
      count = pixels.count * 3
    }
  }

  /// Copies another image into this image; parts that lie outside are left out.
  package mutating func paste(_ other: Image, x: Int, y: Int) {
    let columns = max(0, -x)..<max(0, -x, min(other.width, width - x))
    let rows = max(0, -y)..<max(0, -y, min(other.height, height - y))
    for row in rows where !columns.isEmpty {
      let from = row * other.width
      let to = (y + row) * width + x
      pixels.replaceSubrange(
        to + columns.lowerBound..<to + columns.upperBound,
        with: other.pixels[from + columns.lowerBound..<from + columns.upperBound])
    }
  }
}
