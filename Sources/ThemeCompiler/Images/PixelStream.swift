// SPDX-License-Identifier: Apache-2.0

/// Encodes the pixels of images for a pack, see flipbook-pack(5).
package enum PixelStream {
  /// A pixel's index in the table of recent pixels.
  private static func slot(_ pixel: UInt32) -> Int {
    let (r, g, b, a) = channels(pixel)
    return (3 * r + 5 * g + 7 * b + 11 * a) & 63
  }

  private static func channels(_ pixel: UInt32) -> (Int, Int, Int, Int) {
    (
      Int(pixel & 255), Int(pixel >> 8 & 255), Int(pixel >> 16 & 255), Int(pixel >> 24)
    )
  }

  /// Encodes an image, or the change of a part of it from a previous image of the same size.
  ///
  /// Each pixel gets the shortest operation; of two equally short ones the longer run.
  package static func encode(
    _ image: PixelImage, part: ImagePart? = nil, before: PixelImage? = nil
  ) -> [UInt8] {
    let part = part ?? ImagePart(x: 0, y: 0, width: image.width, height: image.height)
    let (pixels, old) = (words(of: image, part), before.map { words(of: $0, part) })
    let count = pixels.count
    var bytes: [UInt8] = []
    var table = [UInt32](repeating: 0, count: 64)
    var last: UInt32 = 0
    var index = 0
    while index < count {
      let pixel = pixels[index]
      let stay = old.map { old in length(from: index, in: pixels) { old[$0] } } ?? 0
      let run = length(from: index, in: pixels) { _ in last }
      let up =
        index < part.width ? 0 : length(from: index, in: pixels) { pixels[$0 - part.width] }
      let longest = max(stay, run, up)
      if longest > 0 {
        append(stay == longest ? 0xD0 : run >= up ? 0xC0 : 0xE0, run: longest, to: &bytes)
        index += longest
        last = pixels[index - 1]
        continue
      }
      let slot = slot(pixel)
      if table[slot] == pixel {
        bytes.append(UInt8(slot))
      } else {
        append(pixel, after: last, to: &bytes)
        table[slot] = pixel
      }
      last = pixel
      index += 1
    }
    return bytes
  }

  private static func words(of image: PixelImage, _ part: ImagePart) -> [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(part.width * part.height)
    for y in part.y..<part.y + part.height {
      for x in part.x..<part.x + part.width {
        let start = 4 * (y * image.width + x)
        words.append(
          (0..<4).reduce(0) { $0 | UInt32(image.pixels[start + $1]) << UInt32(8 * $1) })
      }
    }
    return words
  }

  /// The number of equal pixels from a position on, at most as many as an operation covers.
  private static func length(
    from start: Int, in pixels: [UInt32], as other: (Int) -> UInt32
  ) -> Int {
    let limit = min(pixels.count, start + 271 + 65535)
    var end = start
    while end < limit, pixels[end] == other(end) { end += 1 }
    return end - start
  }

  private static func append(_ operation: UInt8, run: Int, to bytes: inout [UInt8]) {
    switch run {
    case ..<16: bytes.append(operation | UInt8(run - 1))
    case ..<271: bytes += [operation | 15, UInt8(run - 16)]
    default:
      let rest = run - 271
      bytes += [operation | 15, 255, UInt8(rest & 255), UInt8(rest >> 8)]
    }
  }

  /// Appends a pixel by its difference from the previous pixel, or as a whole.
  private static func append(_ pixel: UInt32, after last: UInt32, to bytes: inout [UInt8]) {
    let (r, g, b, a) = channels(pixel)
    let (lastR, lastG, lastB, lastA) = channels(last)
    // Sums are modulo 256.
    let signed = { (difference: Int) in Int(Int8(truncatingIfNeeded: difference)) }
    let (dr, dg, db) = (signed(r - lastR), signed(g - lastG), signed(b - lastB))
    guard a == lastA else {
      bytes += [0xF1, UInt8(r), UInt8(g), UInt8(b), UInt8(a)]
      return
    }
    if -2...1 ~= dr, -2...1 ~= dg, -2...1 ~= db {
      bytes.append(UInt8(0x40 | (dr + 2) << 4 | (dg + 2) << 2 | (db + 2)))
      return
    }
    let (rest, blue) = (signed(dr - dg), signed(db - dg))
    if -32...31 ~= dg, -8...7 ~= rest, -8...7 ~= blue {
      bytes += [UInt8(0x80 | (dg + 32)), UInt8((rest + 8) << 4 | (blue + 8))]
      return
    }
    bytes += [0xF0, UInt8(r), UInt8(g), UInt8(b)]
  }
}
