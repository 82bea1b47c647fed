// SPDX-License-Identifier: Apache-2.0

import CPNG

extension Image {
  /// The image as a PNG; nil where libpng runs out of memory.
  package var png: [UInt8]? {
    let rgb = self.rgb
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(height)
    unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    defer { unsafe png_image_free(&image) }
    // The first call only measures; both read `rgb`, which has height · width · 3 bytes.
    var size: png_alloc_size_t = 0
    guard unsafe png_image_write_to_memory(&image, nil, &size, 0, rgb, 0, nil) != 0 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let isWritten = unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe png_image_write_to_memory(&image, memory.baseAddress, &size, 0, rgb, 0, nil) != 0
    }
    return isWritten ? Array(bytes.prefix(Int(size))) : nil
  }

  /// Decodes a PNG of any kind, composited over black where it is transparent; nil for anything
  /// else.
  package init?(png bytes: [UInt8]) {
    guard let (width, height, rgb) = Image.decode(bytes, hasAlpha: false) else { return nil }
    self.init(width: width, height: height)
    for index in pixels.indices {
      let (red, green) = (UInt32(rgb[3 * index]), UInt32(rgb[3 * index + 1]))
      pixels[index] = red << 16 | green << 8 | UInt32(rgb[3 * index + 2])
    }
  }

  /// Decodes a PNG of any kind to premultiplied pixels `0xAARRGGBB`; nil for anything else.
  package init?(premultipliedPNG bytes: [UInt8]) {
    guard let (width, height, rgba) = Image.decode(bytes, hasAlpha: true) else { return nil }
    self.init(width: width, height: height)
    for index in pixels.indices {
      let alpha = UInt32(rgba[4 * index + 3])
      pixels[index] = (0..<3).reduce(alpha) { word, channel in
        word << 8 | (UInt32(rgba[4 * index + channel]) * alpha + 127) / 255
      }
    }
  }

  /// The size of a PNG, and red, green and blue of each pixel, with its alpha or composited over black.
  private static func decode(
    _ bytes: [UInt8], hasAlpha: Bool
  ) -> (width: Int, height: Int, channels: [UInt8])? {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    // libpng reads within `bytes` while `image` is in use, which is shorter.
    let read = unsafe bytes.withUnsafeBytes { memory -> [UInt8]? in
      guard unsafe png_image_begin_read_from_memory(&image, memory.baseAddress, memory.count) != 0,
        unsafe image.width <= 16384, unsafe image.height <= 16384
      else { return nil }
      unsafe image.format = png_uint_32(
        PNG_FORMAT_FLAG_COLOR | (hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0))
      let size = unsafe Int(image.width) * Int(image.height) * (hasAlpha ? 4 : 3)
      var channels = [UInt8](repeating: 0, count: size)
      var black = png_color(red: 0, green: 0, blue: 0)
      let isRead = unsafe channels.withUnsafeMutableBytes { pixels in
        unsafe png_image_finish_read(&image, &black, pixels.baseAddress, 0, nil) != 0
      }
      return isRead ? channels : nil
    }
    guard let read else { return nil }
    return unsafe (Int(image.width), Int(image.height), read)
  }
}
