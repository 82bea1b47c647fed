// SPDX-License-Identifier: Apache-2.0

/// An image as a C header: gdk-pixbuf's `--csource` dump, run-length encoded, as psplash has its images.
package enum PixbufHeader {
  /// The image of a header.
  ///
  /// - Returns: Its pixels.
  /// - Throws: `unusable` with what is missing or broken.
  package static func image(_ header: CHeader, path: String) throws(ImportError) -> StraightImage {
    guard let width = header.value(endingWith: "_IMG_WIDTH").flatMap(CHeader.number),
      let height = header.value(endingWith: "_IMG_HEIGHT").flatMap(CHeader.number)
    else { throw .unusable("\(path): no macros …_IMG_WIDTH and …_IMG_HEIGHT") }
    let channels =
      header.value(endingWith: "_IMG_BYTES_PER_PIXEL").flatMap(CHeader.number) ?? 4
    guard 1...ImportLimit.side ~= width, 1...ImportLimit.side ~= height,
      width * height <= ImportLimit.pixels, channels == 3 || channels == 4
    else {
      throw .unusable("\(path): \(width)×\(height) pixels of \(channels) bytes are not possible")
    }
    // The longest dump has a count for each pixel.
    guard let text = header.value(endingWith: "_IMG_RLE_PIXEL_DATA"),
      let data = CHeader.string(text, atMost: width * height * (channels + 1))
    else {
      throw .unusable("\(path): no whole string …_IMG_RLE_PIXEL_DATA of so many pixels")
    }
    guard let pixels = unpacked(data, count: width * height, channels: channels) else {
      throw .unusable("\(path): the pixels end early or are more than \(width)×\(height)")
    }
    return StraightImage(width: width, height: height, pixels: pixels)
  }

  /// Counts below 128 are followed by as many pixels, others by one that is repeated `count - 128` times.
  private static func unpacked(_ data: [UInt8], count: Int, channels: Int) -> [UInt8]? {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * count)
    var index = 0
    let append = { (at: Int) in
      pixels += data[at..<at + channels]
      if channels == 3 { pixels.append(255) }
    }
    while pixels.count < 4 * count {
      guard index < data.count else { return nil }
      let length = Int(data[index] & 127)
      let isRun = data[index] & 128 != 0
      index += 1
      let bytes = isRun ? channels : length * channels
      guard length > 0, index + bytes <= data.count, pixels.count / 4 + length <= count else {
        return nil
      }
      for step in 0..<length { append(isRun ? index : index + step * channels) }
      index += bytes
    }
    return pixels
  }
}
