// SPDX-License-Identifier: Apache-2.0

import Images

/// An image as sixels: bands of six rows, in each band a line for every colour.
///
/// Source: "VT330/VT340 Programmer Reference Manual", chapter 14, with the palette of DEC's level 2.
struct SixelImage {
  /// The escape sequence.
  let text: String

  /// Encodes an image in its own size; O(pixels + 256 · columns · bands).
  init(_ image: Image) {
    let table = ColorTable(for: image.pixels)
    let indices = image.pixels.map(table.index(of:))
    // Pixels that no line sets keep their colour; square pixels; the size.
    var text = Array("\u{1B}P0;1;0q\"1;1;\(image.width);\(image.height)".utf8)
    for (index, color) in table.colors.enumerated() {
      let percents = [16, 8, 0].map { (Int(color >> $0 & 255) * 100 + 127) / 255 }
      text += Array("#\(index);2;\(percents[0]);\(percents[1]);\(percents[2])".utf8)
    }
    for top in stride(from: 0, to: image.height, by: 6) {
      SixelImage.append(
        indices, width: image.width, rows: top..<min(top + 6, image.height),
        colorCount: table.colors.count, to: &text)
    }
    self.text = String(decoding: text, as: UTF8.self) + "\u{1B}\\"
  }

  /// Appends a band.
  private static func append(
    _ indices: [UInt8], width: Int, rows: Range<Int>, colorCount: Int, to text: inout [UInt8]
  ) {
    // For each colour of the band the bits of its columns.
    var lines = [[UInt8]?](repeating: nil, count: colorCount)
    for (bit, row) in rows.enumerated() {
      for column in 0..<width {
        let color = Int(indices[row * width + column])
        if lines[color] == nil { lines[color] = [UInt8](repeating: 0, count: width) }
        lines[color]?[column] |= 1 << UInt8(bit)
      }
    }
    for (color, line) in lines.enumerated() {
      guard let line else { continue }
      text += Array("#\(color)".utf8)
      var column = 0
      while column < width {
        var end = column + 1
        while end < width, line[end] == line[column] { end += 1 }
        let sixel = line[column] + 0x3F
        if end - column > 3 {
          text += Array("!\(end - column)".utf8) + [sixel]
        } else {
          text += [UInt8](repeating: sixel, count: end - column)
        }
        column = end
      }
      // Back to the start of the band.
      text.append(UInt8(ascii: "$"))
    }
    text.append(UInt8(ascii: "-"))
  }
}
