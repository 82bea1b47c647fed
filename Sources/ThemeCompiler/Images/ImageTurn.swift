// SPDX-License-Identifier: Apache-2.0

/// The orientation of a JPEG in its EXIF data (EXIF 2.3, section 4.6.4, tag 274).
struct ImageTurn: Equatable {
  /// 1 to 8, 1 for none.
  let orientation: Int

  static let none = ImageTurn(orientation: 1)

  private init(orientation: Int) { self.orientation = orientation }

  /// The orientation of a JPEG; none if it has none, or an unreadable one.
  init(ofJPEG bytes: [UInt8]) {
    orientation = ImageTurn.orientation(of: bytes) ?? 1
  }

  /// Whether width and height are swapped.
  var swapsSides: Bool { orientation >= 5 }

  private static func orientation(of bytes: [UInt8]) -> Int? {
    var place = 2
    // Segments before the image: a marker, then a length that counts itself.
    while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let segment = bytes[(place + 4)..<end]
      if bytes[place + 1] == 0xE1, segment.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
        return orientation(ofTIFF: Array(segment.dropFirst(6)))
      }
      place = end
    }
    return nil
  }

  private static func orientation(ofTIFF bytes: [UInt8]) -> Int? {
    let isLittle = bytes.starts(with: [0x49, 0x49])
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      let part = bytes[place..<place + count]
      return isLittle
        ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard isLittle || bytes.starts(with: [0x4D, 0x4D]), let directory = number(4, 4),
      let count = number(directory, 2)
    else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(entry, 2) else { return nil }
      if tag == 274, let value = number(entry + 8, 2), (1...8).contains(value) { return value }
    }
    return nil
  }

  /// The image in its intended orientation.
  func applied(to image: PixelImage) -> PixelImage {
    if orientation == 1 { return image }
    let (width, height) = swapsSides ? (image.height, image.width) : (image.width, image.height)
    var pixels = [UInt8](repeating: 0, count: image.pixels.count)
    for y in 0..<height {
      for x in 0..<width {
        let (right, bottom) = (width - 1 - x, height - 1 - y)
        let source =
          switch orientation {
          case 2: (right, y)
          case 3: (right, bottom)
          case 4: (x, bottom)
          case 5: (y, x)
          case 6: (y, right)
          case 7: (bottom, right)
          default: (bottom, x)
          }
        let from = 4 * (source.1 * image.width + source.0)
        let to = 4 * (y * width + x)
        for channel in 0..<4 { pixels[to + channel] = image.pixels[from + channel] }
      }
    }
    return PixelImage(width: width, height: height, pixels: pixels)
  }
}
