// SPDX-License-Identifier: Apache-2.0

internal import Theme

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

  /// An image from straight pixels.
  package init(width: Int, height: Int, straight: [UInt8]) {
    self.init(width: width, height: height, pixels: straight)
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = UInt32(pixels[start + 3])
      for channel in start..<start + 3 {
        pixels[channel] = PixelImage.product(UInt32(pixels[channel]), alpha)
      }
    }
  }

  /// The mean of its colours, each as far as it is opaque.
  var meanColor: StraightColor {
    var sums = [0, 0, 0, 0]
    for index in pixels.indices { sums[index % 4] += Int(pixels[index]) }
    guard sums[3] > 0 else { return .none }
    func channel(_ index: Int) -> UInt16 {
      UInt16(clamping: (65535 * sums[index] + sums[3] / 2) / sums[3])
    }
    return StraightColor(
      red: channel(0), green: channel(1), blue: channel(2),
      alpha: UInt16(257 * sums[3] / (width * height)))
  }

  /// The product of two fractions of 255, to nearest.
  private static func product(_ a: UInt32, _ b: UInt32) -> UInt8 {
    UInt8((2 * a * b + 255) / 510)
  }

  /// The image with one colour for all pixels, which keep their opacity.
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

/// A rectangle of an image's pixels.
package struct ImagePart: Hashable, Sendable {
  package var x, y, width, height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

extension PixelImage {
  /// The smallest part outside of which it equals an image of the same size; one pixel if both are
  /// equal.
  package func difference(from other: PixelImage) -> ImagePart {
    var (left, top, right, bottom) = (width, height, 0, 0)
    for y in 0..<height {
      let row = 4 * y * width..<4 * (y + 1) * width
      if pixels[row] == other.pixels[row] { continue }
      (top, bottom) = (min(top, y), y + 1)
      let different = { (x: Int) in
        let pixel = row.lowerBound + 4 * x..<row.lowerBound + 4 * x + 4
        return pixels[pixel] != other.pixels[pixel]
      }
      if let first = (0..<width).first(where: different) { left = min(left, first) }
      if let last = (0..<width).last(where: different) { right = max(right, last + 1) }
    }
    if right == 0 { return ImagePart(x: 0, y: 0, width: 1, height: 1) }
    return ImagePart(x: left, y: top, width: right - left, height: bottom - top)
  }
}
