// SPDX-License-Identifier: Apache-2.0

/// Opaque pixels that are shown in their own size.
package final class StillImage: Sendable {
  /// The size in pixels.
  package let width, height: Int
  /// Row by row, as in a pixmap: red in the lowest byte, then green, blue and 255.
  let pixels: [UInt32]

  /// Takes over pixels; their number must match the size.
  package init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "The pixels do not fill the image.")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The pixel of a column and a row.
  package subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}

/// An image at a position in an output's pixels.
package struct PlacedImage: Equatable, Sendable {
  /// The image.
  package let image: StillImage
  /// The left upper corner in the output's pixels.
  package let x, y: Int
  /// From the image to the output's pixels.
  package let rotation: Rotation

  /// An image whose left upper corner after the rotation is at a position.
  package init(_ image: StillImage, x: Int, y: Int, rotation: Rotation) {
    (self.image, self.x, self.y, self.rotation) = (image, x, y, rotation)
  }

  /// The output's pixels that it covers.
  package var pixels: PixelRectangle {
    let size = rotation.turned(width: image.width, height: image.height)
    return PixelRectangle(x: x, y: y, width: size.width, height: size.height)
  }

  package static func == (a: PlacedImage, b: PlacedImage) -> Bool {
    a.image === b.image && a.x == b.x && a.y == b.y && a.rotation == b.rotation
  }
}

extension PixmapSet {
  /// Makes a pixmap of an image, rotated; returns its number, or nil where there is no room for it.
  ///
  /// It takes some 100 instructions for each pixel.
  package func add(_ image: StillImage, rotation: Rotation) -> Int? {
    let size = (width: image.width, height: image.height)
    let fit = PixmapFit(
      size, natural: size, into: size, .none, isSmooth: true, rotation: rotation)
    guard takesRoom(for: fit, of: size), let pixmap = Pixmap(fit, version: 0) else { return nil }
    let pixels = image.pixels
    for row in 0..<size.height {
      let start = row * size.width
      pixmap.put(pixels.span.extracting(start..<start + size.width), row: row, fit, 1)
    }
    pixmap.isMade = true
    return add(pixmap)
  }
}
