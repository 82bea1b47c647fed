// SPDX-License-Identifier: Apache-2.0

public import DisplayList
import Images
import ToolSupport

extension Pixmap {
  /// Reads a PNG, with its transparency.
  ///
  /// - Throws: `StageTestError` where the file cannot be read or is no PNG.
  public convenience init(readingPNG path: String) throws(StageTestError) {
    let bytes: [UInt8]
    do throws(ToolError) {
      bytes = try Files.read(path)
    } catch {
      throw StageTestError(error.description)
    }
    guard let image = Image(premultipliedPNG: bytes) else {
      throw StageTestError("\(path): not a PNG")
    }
    self.init(width: image.width, height: image.height, pixels: image.pixels.span)
  }
}
