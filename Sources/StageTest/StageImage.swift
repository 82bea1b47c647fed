// SPDX-License-Identifier: Apache-2.0

import Images
import ToolSupport

/// A frame as a display shows it: opaque pixels, 8 bits a channel.
public struct StageImage: Equatable, Sendable {
  var image: Image

  init(_ image: Image) {
    self.image = image
  }

  /// Reads a PNG.
  ///
  /// - Throws: `StageTestError` where the file cannot be read, or is no PNG.
  public init(readingPNG path: String) throws(StageTestError) {
    let bytes: [UInt8]
    do throws(ToolError) {
      bytes = try Files.read(path)
    } catch {
      throw StageTestError(error.description)
    }
    guard let image = Image(png: bytes) else { throw StageTestError("\(path): not a PNG") }
    self.image = image
  }

  /// Takes over the pixels of a frame, `0xRRGGBB` row by row, such as those that `SceneRenderer` has drawn.
  ///
  /// Their number is that of the size, or it traps. The upper 8 bits are ignored.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    image = Image(width: width, height: height, pixels: pixels.map { $0 & 0xFF_FFFF })
  }

  /// The number of columns.
  public var width: Int { image.width }

  /// The number of rows.
  public var height: Int { image.height }

  /// The pixel at a column and a row, `0xRRGGBB`; both must be within the image.
  public subscript(x: Int, y: Int) -> UInt32 {
    precondition(0..<width ~= x && 0..<height ~= y, "The pixel is outside of the image.")
    return image.pixels[y * width + x]
  }

  /// Writes the image as a PNG; replaces an existing file.
  public func write(toPNG path: String) throws(StageTestError) {
    guard let png = image.png else { throw StageTestError("\(path): libpng failed") }
    do throws(ToolError) {
      try Files.write(png, to: path)
    } catch {
      throw StageTestError(error.description)
    }
  }
}
