// SPDX-License-Identifier: Apache-2.0

import CImages

/// The frames of an animated PNG, composited.
///
/// PNG, third edition, sections 11.3.6 and 4.9: each frame becomes a PNG of its own, which libpng reads.
struct APNGReader {
  private struct Control {
    let part: StraightImage.Part
    let microseconds: Int
    let disposal, blending: UInt8
  }

  /// Passes; 0 without end.
  private(set) var passes = 0
  private let path: String
  private let file: ByteReader
  private var offset = 8
  private var header: [UInt8] = []
  /// The chunks that belong to every frame, such as the palette, and their types.
  private var (shared, sharedTypes): ([UInt8], Set<String>) = ([], [])
  /// Whether a chunk of pixels was read; PNG allows shared chunks only before it.
  private var hasPixels = false
  /// They are copied into every frame.
  private static let mostSharedBytes = 1 << 20
  private var canvas: StraightImage
  private var previous: (control: Control, under: StraightImage)?

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The bytes that are copied into every frame.
  var sharedBytes: Int { shared.count }

  /// Whether a file is a PNG with a chunk `acTL` before its pixels.
  static func isAnimated(_ file: [UInt8]) -> Bool {
    guard file.starts(with: signature) else { return false }
    let reader = ByteReader(file)
    var offset = 8
    while let length = reader.big32(offset), let type = reader.slice(offset + 4, 4) {
      if type.elementsEqual("acTL".utf8) { return true }
      if type.elementsEqual("IDAT".utf8) { return false }
      offset += 12 + length
    }
    return false
  }

  init(_ bytes: [UInt8], path: String) throws(ImportError) {
    self.path = path
    file = ByteReader(bytes)
    guard let header = file.slice(16, 13), let width = file.big32(16), let height = file.big32(20),
      1...ImportLimit.side ~= width, 1...ImportLimit.side ~= height,
      width * height <= ImportLimit.pixels
    else { throw .unusable("\(path): no PNG of a possible size") }
    self.header = Array(header)
    canvas = StraightImage(width: width, height: height)
  }

  /// The next frame and its duration; nil after the last one.
  ///
  /// - Throws: `unusable` where the first frame is broken; later ones end the animation with a line.
  mutating func next(
    _ report: inout ImportReport
  ) throws(ImportError) -> (image: StraightImage, microseconds: Int)? {
    var control: Control?
    var data: [UInt8] = []
    while let length = file.big32(offset), let type = file.slice(offset + 4, 4),
      let content = file.slice(offset + 8, length)
    {
      let name = String(decoding: type, as: UTF8.self)
      // The next frame's control ends the present frame.
      if name == "fcTL" || name == "IEND", control != nil, !data.isEmpty { break }
      offset += 12 + length
      hasPixels = hasPixels || name == "IDAT" || name == "fdAT"
      switch name {
      case "acTL": passes = file.big32(offset - 8) ?? 0
      case "fcTL": control = Self.control(content, canvas)
      // Pixels before the first control are for programs that do not animate.
      case "IDAT" where control != nil: data += Self.chunk("IDAT", content)
      case "fdAT" where control != nil && length > 4:
        data += Self.chunk("IDAT", content.dropFirst(4))
      case "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT":
        guard !hasPixels, sharedTypes.insert(name).inserted else { break }
        guard shared.count + length <= Self.mostSharedBytes else {
          throw .unusable(
            "\(path): its chunks before the pixels have more than \(Self.mostSharedBytes >> 20) MiB"
          )
        }
        shared += Self.chunk(name, content)
      default: break
      }
      if name == "IEND" { break }
    }
    guard let control, !data.isEmpty else { return nil }
    guard let image = frame(control, data) else {
      guard previous != nil else { throw .unusable("\(path): broken: it has no whole frame") }
      report.leftOut("\(path): a broken frame; the animation ends before it")
      offset = file.bytes.count
      return nil
    }
    compose(image, control)
    return (canvas, control.microseconds)
  }

  private mutating func compose(_ image: StraightImage, _ control: Control) {
    if let (last, under) = previous {
      switch last.disposal {
      case 1:
        canvas.place(
          StraightImage(width: last.part.width, height: last.part.height), x: last.part.x,
          y: last.part.y)
      case 2: canvas = under
      default: break
      }
    }
    previous = (control, canvas)
    if control.blending == 0 {
      canvas.place(image, x: control.part.x, y: control.part.y)
    } else {
      canvas.composite(image, x: control.part.x, y: control.part.y)
    }
  }

  /// A frame's pixels, by a PNG with its size.
  private func frame(_ control: Control, _ data: [UInt8]) -> StraightImage? {
    let size = [control.part.width, control.part.height].flatMap(Self.big32)
    let png =
      Self.signature + Self.chunk("IHDR", (size + header.dropFirst(8))[...]) + shared + data
      + Self.chunk("IEND", [])
    return StraightImage(file: png)
  }

  private static func control(_ content: ArraySlice<UInt8>, _ canvas: StraightImage) -> Control? {
    let reader = ByteReader(Array(content))
    guard content.count >= 26, let width = reader.big32(4), let height = reader.big32(8),
      let x = reader.big32(12), let y = reader.big32(16), width > 0, height > 0,
      x + width <= canvas.width, y + height <= canvas.height, let delay = reader.big16(20),
      let divisor = reader.big16(22)
    else { return nil }
    // A divisor of 0 means hundredths; no time at all is shown as 1/10 s, as in browsers.
    let microseconds = 1_000_000 * delay / (divisor == 0 ? 100 : divisor)
    return Control(
      part: StraightImage.Part(x: x, y: y, width: width, height: height),
      microseconds: microseconds < 10_000 ? 100_000 : microseconds, disposal: reader.bytes[24],
      blending: reader.bytes[25])
  }

  private static func big32(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func chunk(_ name: String, _ content: ArraySlice<UInt8>) -> [UInt8] {
    let body = Array(name.utf8) + content
    // It reads within the bytes during the call.
    let checksum = unsafe body.withUnsafeBufferPointer {
      unsafe cimages_crc32($0.baseAddress, $0.count)
    }
    return big32(content.count) + body + big32(Int(checksum))
  }
}
