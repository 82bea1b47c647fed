// SPDX-License-Identifier: Apache-2.0

/// Premultiplied sRGB pixels of 8 bits a channel, R G B A, row by row.
package struct PixelImage: Equatable, Sendable {
  package let width, height: Int
  package var pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Whether every pixel is opaque.
  package var isOpaque: Bool {
    stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
  }

  /// Takes straight pixels.
  package init(width: Int, height: Int, straight: [UInt8]) {
    self.init(width: width, height: height, pixels: straight)
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = UInt32(pixels[start + 3])
      for channel in start..<start + 3 {
        pixels[channel] = PixelImage.product(UInt32(pixels[channel]), alpha)
      }
    }
  }

  /// The product of two fractions of 255, to nearest.
  private static func product(_ a: UInt32, _ b: UInt32) -> UInt8 {
    UInt8((2 * a * b + 255) / 510)
  }

  /// One colour in place of all others, with the pixels' opacity.
  func tinted(_ color: StraightColor) -> PixelImage {
    var image = self
    let eight = { (channel: UInt16) in (UInt32(channel) + 128) / 257 }
    let channels = [eight(color.red), eight(color.green), eight(color.blue)]
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = PixelImage.product(UInt32(pixels[start + 3]), eight(color.alpha))
      for (index, channel) in channels.enumerated() {
        image.pixels[start + index] = PixelImage.product(channel, UInt32(alpha))
      }
      image.pixels[start + 3] = alpha
    }
    return image
  }
}
