// SPDX-License-Identifier: Apache-2.0

/// Decodes the pixels of an image of a theme, row by row; see flipbook-pack(5).
///
/// A pixel is premultiplied sRGB in one word: red in the lowest byte, then green, blue and alpha. A stream is
/// not trusted: an invalid operation ends it.
package struct PixelStream {
  /// Pixels of an operation that are still to be decoded.
  private enum Run {
    case same, above, stay
  }

  private let width: Int
  /// Whether pixels can stay as in the previous image.
  private let isChange: Bool
  private var remaining: Int
  private var position = 0
  private var isFirstRow = true
  private var current: UInt32 = 0
  private var table = InlineArray<64, UInt32>(repeating: 0)
  private var run = (kind: Run.same, count: 0)

  /// Starts an image of a size in pixels, or a change of a part of that size.
  package init(width: Int, height: Int, isChange: Bool = false) {
    (self.width, self.isChange) = (width, isChange)
    remaining = width * height
  }

  /// Whether all pixels have been decoded, and all bytes of the stream used.
  package func isComplete(_ stream: Span<UInt8>) -> Bool {
    remaining == 0 && run.count == 0 && position == stream.count
  }

  /// Decodes the next row into the pixels from an index on, over those of the previous image; false where the
  /// stream is invalid.
  ///
  /// The row above begins at `above`, or is at the same index.
  @_optimize(speed)
  package mutating func decodeRow(
    of stream: Span<UInt8>, into pixels: inout MutableSpan<UInt32>, at start: Int = 0,
    above: Int = 0
  ) -> Bool {
    precondition(
      min(start, above) >= 0 && max(start, above) <= pixels.count - width,
      "A row has as many pixels as the image has columns.")
    var column = 0
    while column < width {
      if run.count == 0 {
        guard position < stream.count else { return false }
        let byte = stream[position]
        position += 1
        if byte >= 0xC0 && byte < 0xF0 {
          guard begin(byte, stream) else { return false }
        } else {
          guard decode(byte, stream) else { return false }
          pixels[start &+ column] = current
          column += 1
          remaining -= 1
        }
        continue
      }
      let count = min(run.count, width - column)
      if run.kind == .same {
        for index in start &+ column..<start &+ column &+ count { pixels[index] = current }
      } else {
        if run.kind == .above {
          if isFirstRow { return false }
          // At the same index the pixel is already in place.
          if above != start {
            for index in column..<column &+ count {
              pixels[start &+ index] = pixels[above &+ index]
            }
          }
        }
        current = pixels[start &+ column &+ count &- 1]
      }
      column += count
      run.count -= count
      remaining -= count
    }
    isFirstRow = false
    return true
  }

  /// Begins a run of pixels; false where fewer are left.
  private mutating func begin(_ byte: UInt8, _ stream: Span<UInt8>) -> Bool {
    // In a single image no pixel can stay as it was.
    if byte & 0xF0 == 0xD0 && !isChange { return false }
    var count = Int(byte & 15) + 1
    if count == 16 {
      guard position < stream.count else { return false }
      count = 16 + Int(stream[position])
      position += 1
      if count == 271 {
        guard position + 1 < stream.count else { return false }
        count = 271 + Int(stream[position]) + Int(stream[position + 1]) << 8
        position += 2
      }
    }
    run = (byte < 0xD0 ? .same : byte < 0xE0 ? .stay : .above, count)
    return count <= remaining
  }

  /// Decodes an operation of one pixel.
  private mutating func decode(_ byte: UInt8, _ stream: Span<UInt8>) -> Bool {
    switch byte >> 6 {
    case 0:
      current = table[Int(byte)]
      return true
    case 1:
      add(UInt32(byte >> 4 & 3) &- 2, UInt32(byte >> 2 & 3) &- 2, UInt32(byte & 3) &- 2)
    case 2:
      guard position < stream.count else { return false }
      let others = stream[position]
      position += 1
      let green = UInt32(byte & 63) &- 32
      add(green &+ UInt32(others >> 4) &- 8, green, green &+ UInt32(others & 15) &- 8)
    default:
      let size = byte == 0xF0 ? 3 : byte == 0xF1 ? 4 : .max
      guard size <= stream.count - position else { return false }
      var word = size == 3 ? current & 0xFF00_0000 : 0
      for index in 0..<size { word |= UInt32(stream[position + index]) << UInt32(8 * index) }
      position += size
      current = word
    }
    let c = current
    let slot = 3 &* (c & 255) &+ 5 &* (c >> 8 & 255) &+ 7 &* (c >> 16 & 255) &+ 11 &* (c >> 24)
    table[Int(slot & 63)] = c
    return true
  }

  /// Adds differences to the channels of the last pixel, each modulo 256; the alpha stays.
  private mutating func add(_ red: UInt32, _ green: UInt32, _ blue: UInt32) {
    let c = current
    current =
      c & 0xFF00_0000 | (c &+ red) & 255 | ((c >> 8 &+ green) & 255) << 8
      | ((c >> 16 &+ blue) & 255) << 16
  }
}
