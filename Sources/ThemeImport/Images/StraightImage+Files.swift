// SPDX-License-Identifier: Apache-2.0

import CImages
import CPNG

extension StraightImage {
  /// The size of a PNG or JPEG; nil for anything else, or where a side is beyond the limits.
  package static func size(of file: [UInt8]) -> (width: Int, height: Int)? {
    let size: (width: Int, height: Int)?
    if file.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      size = sizeOfPNG(file)
    } else if file.starts(with: [0xFF, 0xD8]) {
      var (width, height): (UInt32, UInt32) = (0, 0)
      var reason = cimages_reason()
      // It reads within the bytes during the call.
      let isFine = unsafe file.withUnsafeBufferPointer {
        unsafe cimages_jpeg_size($0.baseAddress, $0.count, &width, &height, &reason)
      }
      size = isFine ? (Int(width), Int(height)) : nil
    } else {
      size = nil
    }
    guard let size, size.width > 0, size.height > 0,
      max(size.width, size.height) <= ImportLimit.side,
      size.width * size.height <= ImportLimit.pixels
    else { return nil }
    return size
  }

  /// Decodes a PNG or JPEG; nil for anything else, a broken file, or one beyond the limits.
  package init?(file: [UInt8]) {
    guard let size = Self.size(of: file) else { return nil }
    let pixels =
      file.first == 0x89 ? Self.readPNG(file, size) : Self.readJPEG(file, size)
    guard let pixels else { return nil }
    self.init(width: size.width, height: size.height, pixels: pixels)
  }

  /// The image as a PNG; nil where libpng runs out of memory.
  ///
  /// It is written fast rather than small: a pack has its own compression.
  package var png: [UInt8]? {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe (image.width, image.height) = (png_uint_32(width), png_uint_32(height))
    let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    var samples = pixels
    if isOpaque {
      samples = [UInt8](repeating: 0, count: 3 * width * height)
      for index in 0..<width * height {
        for channel in 0..<3 { samples[3 * index + channel] = pixels[4 * index + channel] }
      }
    }
    unsafe image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    let alpha = isOpaque ? 0 : PNG_FORMAT_FLAG_ALPHA
    unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | alpha)
    defer { unsafe png_image_free(&image) }
    // The file is at most so large; the call reads the samples of all rows.
    var size = png_alloc_size_t(samples.count + samples.count / 1000 + 6 * height + 4096)
    var bytes = [UInt8](repeating: 0, count: size)
    let isWritten = unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe png_image_write_to_memory(&image, memory.baseAddress, &size, 0, samples, 0, nil) != 0
    }
    return isWritten ? Array(bytes.prefix(Int(size))) : nil
  }

  private static func sizeOfPNG(_ file: [UInt8]) -> (width: Int, height: Int)? {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    // libpng reads within the bytes during the call.
    let isFine = unsafe file.withUnsafeBytes {
      unsafe png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) != 0
    }
    return isFine ? unsafe (Int(image.width), Int(image.height)) : nil
  }

  private static func readPNG(_ file: [UInt8], _ size: (width: Int, height: Int)) -> [UInt8]? {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    // libpng reads within the bytes and writes width · height · 4 of them.
    return unsafe file.withUnsafeBytes { memory -> [UInt8]? in
      guard unsafe png_image_begin_read_from_memory(&image, memory.baseAddress, memory.count) != 0
      else { return nil }
      unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
      var rgba = [UInt8](repeating: 0, count: 4 * size.width * size.height)
      let isRead = unsafe rgba.withUnsafeMutableBytes { pixels in
        unsafe png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) != 0
      }
      return isRead ? rgba : nil
    }
  }

  private static func readJPEG(_ file: [UInt8], _ size: (width: Int, height: Int)) -> [UInt8]? {
    var rgb = [UInt8](repeating: 0, count: 3 * size.width * size.height)
    var reason = cimages_reason()
    // It reads within the bytes and writes width · height · 3 of them.
    let isFine = unsafe file.withUnsafeBufferPointer { file in
      unsafe rgb.withUnsafeMutableBufferPointer { pixels in
        unsafe cimages_jpeg_read(
          file.baseAddress, file.count, pixels.baseAddress, UInt32(size.width),
          UInt32(size.height), &reason)
      }
    }
    guard isFine else { return nil }
    var rgba = [UInt8](repeating: 255, count: 4 * size.width * size.height)
    for index in 0..<size.width * size.height {
      for channel in 0..<3 { rgba[4 * index + channel] = rgb[3 * index + channel] }
    }
    return rgba
  }
}
