// SPDX-License-Identifier: Apache-2.0

/// Pixels of 8 bits a channel, R G B A, not premultiplied, row by row.
package struct StraightImage: Equatable, Sendable {
  /// The size in pixels.
  package let width, height: Int
  /// Four bytes a pixel.
  package var pixels: [UInt8]

  /// Takes over pixels; their number must match the size.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == 4 * width * height, "The pixels do not fill the image.")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Pixels that are premultiplied; their number must match the size.
  package init(width: Int, height: Int, premultiplied: [UInt8]) {
    var pixels = premultiplied
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[at + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in at..<at + 3 {
        pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }

  /// A transparent image.
  package init(width: Int, height: Int) {
    self.init(
      width: width, height: height, pixels: [UInt8](repeating: 0, count: 4 * width * height))
  }

  /// A rectangle in pixels.
  package struct Part: Equatable, Sendable {
    /// The left upper corner and the size.
    package var x, y, width, height: Int

    /// A rectangle of a corner and a size.
    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The smallest rectangle around two.
    func union(_ other: Part) -> Part {
      let (left, top) = (min(x, other.x), min(y, other.y))
      let (right, bottom) = (
        max(x + width, other.x + other.width), max(y + height, other.y + other.height)
      )
      return Part(x: left, y: top, width: right - left, height: bottom - top)
    }
  }

  /// A part of the image; parts that lie outside are transparent.
  package func cropped(to part: Part) -> StraightImage {
    var result = StraightImage(width: part.width, height: part.height)
    result.place(self, x: -part.x, y: -part.y)
    return result
  }

  /// Replaces pixels by those of another image; parts that lie outside are left out.
  package mutating func place(_ other: StraightImage, x: Int, y: Int) {
    let columns = max(0, -x)..<max(0, -x, min(other.width, width - x))
    let rows = max(0, -y)..<max(0, -y, min(other.height, height - y))
    for row in rows where !columns.isEmpty {
      let (from, to) = (4 * row * other.width, 4 * ((y + row) * width + x))
      pixels.replaceSubrange(
        to + 4 * columns.lowerBound..<to + 4 * columns.upperBound,
        with: other.pixels[from + 4 * columns.lowerBound..<from + 4 * columns.upperBound])
    }
  }

  /// Composites another image over the pixels; parts that lie outside are left out.
  package mutating func composite(_ other: StraightImage, x: Int, y: Int) {
    for row in max(0, -y)..<max(0, -y, min(other.height, height - y)) {
      for column in max(0, -x)..<max(0, -x, min(other.width, width - x)) {
        let (from, to) = (
          4 * (row * other.width + column), 4 * ((y + row) * width + x + column)
        )
        let alpha = Int(other.pixels[from + 3])
        if alpha == 0 { continue }
        let under = Int(pixels[to + 3]) * (255 - alpha)
        let sum = 255 * alpha + under
        for channel in 0..<3 {
          let (above, below) = (Int(other.pixels[from + channel]), Int(pixels[to + channel]))
          pixels[to + channel] = UInt8((above * 255 * alpha + below * under + sum / 2) / sum)
        }
        pixels[to + 3] = UInt8((sum + 127) / 255)
      }
    }
  }

  /// Half the size, of the means of four pixels each; an odd last row or column counts twice.
  package var halved: StraightImage {
    var result = StraightImage(width: (width + 1) / 2, height: (height + 1) / 2)
    for y in 0..<result.height {
      for x in 0..<result.width {
        var sums = (0, 0, 0, 0)
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let at = 4 * (min(2 * y + dy, height - 1) * width + min(2 * x + dx, width - 1))
          let alpha = Int(pixels[at + 3])
          sums.0 += Int(pixels[at]) * alpha
          sums.1 += Int(pixels[at + 1]) * alpha
          sums.2 += Int(pixels[at + 2]) * alpha
          sums.3 += alpha
        }
        guard sums.3 > 0 else { continue }
        let to = 4 * (y * result.width + x)
        result.pixels[to] = UInt8((sums.0 + sums.3 / 2) / sums.3)
        result.pixels[to + 1] = UInt8((sums.1 + sums.3 / 2) / sums.3)
        result.pixels[to + 2] = UInt8((sums.2 + sums.3 / 2) / sums.3)
        result.pixels[to + 3] = UInt8((sums.3 + 2) / 4)
      }
    }
    return result
  }

  /// The smallest part outside of which every pixel is transparent or has a colour `0xRRGGBB`; nil where that is all.
  ///
  /// Without `isOpaque` only transparent pixels count as nothing.
  package func contents(besides color: UInt32, isOpaque: Bool = true) -> Part? {
    let (red, green, blue) = (
      UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8),
      UInt8(truncatingIfNeeded: color)
    )
    var (left, top, right, bottom) = (width, -1, -1, -1)
    for y in 0..<height {
      let row = 4 * y * width
      let isContent = { (x: Int) in
        let at = row + 4 * x
        if pixels[at + 3] == 0 { return false }
        return !isOpaque || pixels[at] != red || pixels[at + 1] != green || pixels[at + 2] != blue
      }
      guard let first = (0..<width).first(where: isContent),
        let last = (0..<width).last(where: isContent)
      else { continue }
      if top < 0 { top = y }
      bottom = y
      (left, right) = (min(left, first), max(right, last))
    }
    if top < 0 { return nil }
    return Part(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// The image with fewer levels of colour: the lowest bits are replaced by a copy of the highest.
  package func reduced(toBits bits: Int) -> StraightImage {
    let table = (0...255).map { value -> UInt8 in
      let kept = value >> (8 - bits)
      return UInt8((kept * 255 + ((1 << bits) - 1) / 2) / ((1 << bits) - 1))
    }
    var result = self
    for index in pixels.indices { result.pixels[index] = table[Int(pixels[index])] }
    return result
  }
}
