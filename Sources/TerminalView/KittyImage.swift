// SPDX-License-Identifier: Apache-2.0

import CZlib
import Images
import ToolSupport

/// An image for kitty's graphics protocol, which replaces the last image.
///
/// Source: "Terminal graphics protocol" of kitty's documentation. The terminal scales the image to the given cells.
struct KittyImage {
  /// The escape sequences; empty where zlib is out of memory.
  let text: String

  /// The most bytes of data in a sequence.
  private static var partSize: Int { 4096 }

  /// Compresses an image, for an area of so many cells.
  init(_ image: Image, columns: Int, rows: Int) {
    let rgb = image.rgb
    var size = compressBound(uLong(rgb.count))
    var data = [UInt8](repeating: 0, count: Int(size))
    // Both arrays live through the call, which writes at most `size` bytes.
    guard unsafe compress2(&data, &size, rgb, uLong(rgb.count), Z_BEST_SPEED) == Z_OK else {
      text = ""
      return
    }
    let code = Base64.encode(data[..<Int(size)])
    var text = ""
    var start = 0
    while start < code.count {
      let end = min(code.count, start + KittyImage.partSize)
      text += "\u{1B}_G"
      if start == 0 {
        // Shown at once, under a number, silently, and without moving the cursor.
        text +=
          "a=T,f=24,o=z,i=1,p=1,q=2,C=1,s=\(image.width),v=\(image.height),c=\(columns),r=\(rows),"
      }
      text += "m=\(end < code.count ? 1 : 0);"
      text += String(decoding: code[start..<end], as: UTF8.self)
      text += "\u{1B}\\"
      start = end
    }
    self.text = text
  }
}
