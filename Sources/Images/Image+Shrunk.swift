// SPDX-License-Identifier: Apache-2.0

extension Image {
  /// The image at a smaller size; each pixel is the mean of its source pixels.
  package func shrunk(width newWidth: Int, height newHeight: Int) -> Image {
    var result = Image(width: newWidth, height: newHeight)
    for y in 0..<newHeight {
      let rows =
        y * height / newHeight..<max((y + 1) * height / newHeight, y * height / newHeight + 1)
      for x in 0..<newWidth {
        let left = x * width / newWidth
        let columns = left..<max((x + 1) * width / newWidth, left + 1)
        result.pixels[y * newWidth + x] = mean(columns: columns, rows: rows)
      }
    }
    return result
  }

  private func mean(columns: Range<Int>, rows: Range<Int>) -> UInt32 {
    var (red, green, blue) = (0, 0, 0)
    let pixels = pixels.span
    for row in rows {
      for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
        let pixel = pixels[index]
        red += Int(pixel >> 16 & 255)
        green += Int(pixel >> 8 & 255)
        blue += Int(pixel & 255)
      }
    }
    let count = columns.count * rows.count
    func rounded(_ sum: Int) -> UInt32 { UInt32((sum + count / 2) / count) }
    return rounded(red) << 16 | rounded(green) << 8 | rounded(blue)
  }
}
