// SPDX-License-Identifier: Apache-2.0

internal import CPNG
internal import CImages

/// Why a file cannot be used as an image.
struct ImageFileError: Error {
  let reason: String
}

/// An image file: its kind, its natural size, and its pixels on demand.
struct ImageFile {
  enum Kind {
    case png, jpeg, svg
  }

  let kind: Kind
  /// In 1/256 point: a pixel is one point.
  let width, height: Int
  /// Its content, unpacked.
  let bytes: [UInt8]
  /// The orientation of a JPEG.
  private let turn: ImageTurn

  /// The longest side of a still image in pixels.
  static let largestSide = 4096

  /// Reads a file's header.
  init(_ file: [UInt8]) throws(ImageFileError) {
    let bytes = file.starts(with: [0x1F, 0x8B]) ? try ImageFile.unpacked(file) : file
    self.bytes = bytes
    turn = bytes.starts(with: [0xFF, 0xD8]) ? ImageTurn(ofJPEG: bytes) : .none
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      kind = .png
      let size = try ImageFile.sizeOfPNG(bytes)
      (width, height) = (256 * size.width, 256 * size.height)
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      kind = .jpeg
      let size = try unsafe ImageFile.size(of: bytes, by: cimages_jpeg_size)
      (width, height) =
        turn.swapsSides
        ? (256 * size.height, 256 * size.width) : (256 * size.width, 256 * size.height)
    } else if bytes.contains(UInt8(ascii: "<")), !bytes.contains(0) {
      kind = .svg
      (width, height) = try unsafe ImageFile.size(of: bytes, by: cimages_svg_size)
    } else {
      throw ImageFileError(reason: "it is neither PNG nor JPEG nor SVG")
    }
    let longest = max(width, height) / 256
    guard kind == .svg || longest <= ImageFile.largestSide else {
      throw ImageFileError(
        reason:
          "it has \(width / 256)×\(height / 256) pixels, \(ImageFile.largestSide) a side are possible"
      )
    }
  }

  /// The elements of an SVG's source; empty for other files.
  var elements: [SourceElement] { kind == .svg ? SourceElement.all(in: bytes) : [] }

  /// Its pixels; for an SVG `side` is the number on the longer side.
  func image(side: Int) throws(ImageFileError) -> PixelImage {
    switch kind {
    case .png: try readPNG()
    case .jpeg: try readJPEG()
    case .svg: try drawSVG(side: side)
    }
  }

  /// The content of an `.svgz`.
  private static func unpacked(_ bytes: [UInt8]) throws(ImageFileError) -> [UInt8] {
    let limit = 16 << 20
    var count = 0
    // It reads within the bytes; the result is copied and freed.
    let unpacked = unsafe bytes.withUnsafeBufferPointer { file -> [UInt8]? in
      guard let found = unsafe cimages_gunzip(file.baseAddress, file.count, limit, &count) else {
        return nil
      }
      defer { unsafe cimages_free(found) }
      return unsafe Array(UnsafeBufferPointer(start: found, count: count))
    }
    guard let unpacked else {
      throw ImageFileError(reason: "it is no whole gzip file, or holds more than 16 MiB")
    }
    return unpacked
  }

  private typealias Measure = (
    UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>,
    UnsafeMutablePointer<cimages_reason>
  ) -> Bool

  private static func size(
    of bytes: [UInt8], by measure: Measure
  ) throws(ImageFileError) -> (width: Int, height: Int) {
    var (width, height): (UInt32, UInt32) = (0, 0)
    var reason = cimages_reason()
    // All of it is read only during the call.
    let isFine = unsafe bytes.withUnsafeBufferPointer {
      unsafe measure($0.baseAddress, $0.count, &width, &height, &reason)
    }
    guard isFine, width > 0, height > 0 else { throw ImageFileError(reason: reason.words) }
    return (Int(width), Int(height))
  }

  private static func sizeOfPNG(
    _ bytes: [UInt8]
  ) throws(ImageFileError) -> (width: Int, height: Int) {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    // libpng reads within the bytes during the call.
    let isFine = unsafe bytes.withUnsafeBytes {
      unsafe png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) != 0
    }
    guard isFine else { throw ImageFileError(reason: "it is no whole PNG") }
    return unsafe (Int(image.width), Int(image.height))
  }

  private func readPNG() throws(ImageFileError) -> PixelImage {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    // libpng reads within the bytes and writes within `rgba`, which has width · height · 4 bytes.
    let read = unsafe bytes.withUnsafeBytes { memory -> [UInt8]? in
      guard unsafe png_image_begin_read_from_memory(&image, memory.baseAddress, memory.count) != 0
      else { return nil }
      unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
      var rgba = [UInt8](repeating: 0, count: width / 256 * (height / 256) * 4)
      let isRead = unsafe rgba.withUnsafeMutableBytes { pixels in
        unsafe png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) != 0
      }
      return isRead ? rgba : nil
    }
    guard let read else { throw ImageFileError(reason: "it is no whole PNG") }
    return PixelImage(width: width / 256, height: height / 256, straight: read)
  }

  private func readJPEG() throws(ImageFileError) -> PixelImage {
    let (width, height) =
      turn.swapsSides
      ? (height / 256, width / 256) : (width / 256, height / 256)
    var rgb = [UInt8](repeating: 0, count: width * height * 3)
    var reason = cimages_reason()
    // It reads within the bytes and writes width · height · 3 of them.
    let isFine = unsafe bytes.withUnsafeBufferPointer { file in
      unsafe rgb.withUnsafeMutableBufferPointer { pixels in
        unsafe cimages_jpeg_read(
          file.baseAddress, file.count, pixels.baseAddress, UInt32(width), UInt32(height), &reason)
      }
    }
    guard isFine else { throw ImageFileError(reason: reason.words) }
    var pixels = [UInt8](repeating: 255, count: width * height * 4)
    for index in 0..<(width * height) {
      for channel in 0..<3 { pixels[4 * index + channel] = rgb[3 * index + channel] }
    }
    return turn.applied(to: PixelImage(width: width, height: height, pixels: pixels))
  }

  private func drawSVG(side: Int) throws(ImageFileError) -> PixelImage {
    let longest = max(width, height)
    let scaled = { (length: Int) in max(1, (2 * length * side + longest) / (2 * longest)) }
    let (width, height) = (scaled(width), scaled(height))
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    var reason = cimages_reason()
    // It reads within the bytes and writes width · height · 4 of them.
    let isFine = unsafe bytes.withUnsafeBufferPointer { file in
      unsafe pixels.withUnsafeMutableBufferPointer { pixels in
        unsafe cimages_svg_draw(
          file.baseAddress, file.count, pixels.baseAddress, UInt32(width), UInt32(height), &reason)
      }
    }
    guard isFine else { throw ImageFileError(reason: reason.words) }
    return PixelImage(width: width, height: height, pixels: pixels)
  }

  /// An SVG as a drawing, if it consists only of outlines.
  func drawing() throws(DrawingError) -> Drawing {
    let side = Double(ImageFile.largestSide) / Double(max(width, height))
    let page = (width: Double(width) * side, height: Double(height) * side)
    var reason = cimages_reason()
    var count = 0
    // It reads within the bytes; its text is copied and freed.
    let text = unsafe bytes.withUnsafeBufferPointer { file -> [UInt8]? in
      guard
        let text = unsafe cimages_svg_outlines(
          file.baseAddress, file.count, page.width, page.height, &count, &reason)
      else { return nil }
      defer { unsafe cimages_free(text) }
      return unsafe Array(UnsafeBufferPointer(start: text, count: count))
    }
    do throws(DrawingError) {
      guard let text else { throw DrawingError(reason: reason.words) }
      return try DrawingReader.read(text, width: page.width, height: page.height)
    } catch {
      // librsvg passes filtered parts to cairo as images, or has no memory for them in this size.
      let names = Set(elements.map(\.name))
      guard text == nil || error.reason == DrawingReader.imageReason, names.contains("filter"),
        !names.contains("image")
      else { throw error }
      throw DrawingError(reason: "it has a filter")
    }
  }

  /// A text as a QR code with its quiet zone, one pixel per module; nil where it is too long.
  static func code(_ text: String) -> PixelImage? {
    var modules = [UInt8](repeating: 0, count: 177 * 177)
    // It writes at most this many bytes.
    let side = unsafe modules.withUnsafeMutableBufferPointer { buffer in
      unsafe Int(cimages_qr(text, buffer.baseAddress))
    }
    guard side > 0 else { return nil }
    let quiet = 4
    let whole = side + 2 * quiet
    var pixels = [UInt8](repeating: 255, count: whole * whole * 4)
    for y in 0..<side {
      for x in 0..<side where modules[y * side + x] == 1 {
        let start = 4 * ((y + quiet) * whole + x + quiet)
        for channel in start..<start + 3 { pixels[channel] = 0 }
      }
    }
    return PixelImage(width: whole, height: whole, pixels: pixels)
  }
}

extension cimages_reason {
  /// The reason as the library reports it.
  package var words: String {
    var text = text
    // `snprintf` terminates it, or it is all zeros.
    let words = unsafe withUnsafePointer(to: &text) { field in
      unsafe field.withMemoryRebound(to: CChar.self, capacity: 200) { unsafe String(cString: $0) }
    }
    return words.isEmpty ? "it cannot be read" : words
  }
}
