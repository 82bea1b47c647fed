// SPDX-License-Identifier: Apache-2.0

extension Renderer {
  /// Composites the pixels of a pixmap, of which the top left one is at (x, y), over some columns.
  mutating func paint(
    _ pixmap: Pixmap, x: Int, y: Int, _ columns: Range<Int>, row: Int, alpha: UInt32
  ) {
    let columns = columns.clamped(to: x..<x + pixmap.width)
    guard row >= y && row < y + pixmap.height, !columns.isEmpty else { return }
    let isOpaque = pixmap.isOpaque && alpha >= 65536
    compositor.open(columns, isOpaque ? 65536 : 0)
    compositor.line.composite(
      pixmap.span(columns.lowerBound - x..<columns.upperBound - x, ofRow: row - y),
      from: columns.lowerBound, alpha)
  }
}

extension LineBuffer {
  /// Composites premultiplied pixels over those from a column on, with an opacity in Q16.
  @_optimize(speed)
  mutating func composite(_ pixels: Span<UInt32>, from column: Int, _ alpha: UInt32) {
    var line = mutableSpan(column..<column + pixels.count)
    let opacity = UInt64(min(alpha, 65536))
    for index in 0..<pixels.count {
      let pixel = UInt64(pixels[index])
      // Blue, green and red are where a colour's are, each of 8 bits.
      let bytes = pixel >> 16 & 255 | (pixel & 0xFF00) << 8 | (pixel & 255) << 32
      if pixel >= 0xFF00_0000 && opacity == 65536 {
        line[index] = ColorWord(bits: 257 &* bytes)
      } else if pixel >= 0x0100_0000 {
        let under = line[index].bits
        let covered = ((65793 &* (pixel >> 24) &+ 128) >> 8) &* opacity &+ 32768
        let rest = 65536 &- covered >> 16
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 48 {
          let over = (257 &* (bytes &>> shift & 255) &* opacity) >> 16
          let below = (under &>> shift & 0xFFFF) &* rest &+ 32768
          result |= (over &+ below >> 16) &<< shift
          shift &+= 16
        }
        line[index] = ColorWord(bits: result)
      }
    }
  }
}
