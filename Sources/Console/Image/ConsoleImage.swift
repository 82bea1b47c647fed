// SPDX-License-Identifier: Apache-2.0

package import DisplayList
package import FixedPoint
package import Theme

/// The console's text in the pixels of one output.
///
/// The newest line is at the bottom. `draw` allocates nothing.
package final class ConsoleImage {
  /// The pixmap to paint with, as number 0.
  package let pixmaps: PixmapSet
  /// The size of the characters.
  package let metrics: ConsoleMetrics

  /// The version of the pixels, for paints.
  package var version: Int { pixmap.version }

  /// The pixels.
  let pixmap: Pixmap
  private let fit: PixmapFit
  private let width, height: Int
  private var font: ConsoleFont
  /// A row of pixels, and what is in each row of characters: a line and its first character.
  private var row: RigidArray<UInt32>
  private var lines: RigidArray<Int32>
  private var starts: RigidArray<Int32>
  /// The glyphs of a row of characters.
  private var glyphs: RigidArray<Int32>

  /// An image for an output of a size in pixels, before its rotation; nil without memory.
  package init?(
    width: Int, height: Int, scale: Fixed, rotation: Rotation, font: CellFont = CellFont()
  ) {
    let size = (width: width, height: height)
    let metrics = ConsoleMetrics(width: width, height: height, scale: scale, font: font)
    fit = PixmapFit(size, natural: size, into: size, .none, isSmooth: true, rotation: rotation)
    guard let pixmap = Pixmap(fit, version: 0), let font = ConsoleFont(metrics, font)
    else { return nil }
    (self.pixmap, self.metrics) = (pixmap, metrics)
    self.font = font
    (self.width, self.height) = (width, height)
    row = RigidArray(capacity: width, initial: ConsoleImage.word(0))
    lines = RigidArray(capacity: metrics.rows, initial: -1)
    starts = RigidArray(capacity: metrics.rows, initial: 0)
    glyphs = RigidArray(capacity: metrics.columns, initial: 0)
    pixmaps = PixmapSet()
    _ = pixmaps.add(pixmap)
    if row.capacity == 0 || lines.capacity == 0 || starts.capacity == 0 || glyphs.capacity == 0 {
      return nil
    }
  }

  /// Draws the last lines of a text; no paint of another image may have that version.
  package func draw(_ text: borrowing ConsoleText, version: Int) {
    layOut(text)
    let left = (width - metrics.columns * metrics.cellWidth) / 2
    let top = height - metrics.rows * metrics.cellHeight
    for x in 0..<width { row[x] = ConsoleImage.word(0) }
    for y in 0..<max(top, 0) { pixmap.store(row.span(0..<width), at: y, fit) }
    for number in 0..<metrics.rows {
      for column in 0..<metrics.columns {
        glyphs[column] = Int32(font.glyph(cell(column, ofRow: number, text).character))
      }
      for y in 0..<metrics.cellHeight where top + number * metrics.cellHeight + y >= 0 {
        for column in 0..<metrics.columns {
          draw(
            cell(column, ofRow: number, text), glyph: Int(glyphs[column]), row: y,
            at: left + column * metrics.cellWidth)
        }
        pixmap.store(row.span(0..<width), at: top + number * metrics.cellHeight + y, fit)
      }
    }
    pixmap.recordStored(version: version)
  }

  /// Finds what is in each row, from the last on; -1 above the first line.
  private func layOut(_ text: borrowing ConsoleText) {
    // The cursor's line, if nothing is in it yet, would be an empty row.
    var line = text.length(ofLine: 0) == 0 ? 1 : 0
    var part = text.rowCount(ofLine: line, columns: metrics.columns) - 1
    for number in (0..<metrics.rows).reversed() {
      lines[number] = line < text.lineCount ? Int32(line) : -1
      starts[number] = Int32(part * metrics.columns)
      part -= 1
      if part < 0 {
        line += 1
        part = text.rowCount(ofLine: line, columns: metrics.columns) - 1
      }
    }
  }

  private func cell(_ column: Int, ofRow row: Int, _ text: borrowing ConsoleText) -> ConsoleCell {
    let place = Int(starts[row]) + column
    guard lines[row] >= 0, place < text.length(ofLine: Int(lines[row])) else { return .blank }
    return text.cell(place, ofLine: Int(lines[row]))
  }

  /// Stores one row of a cell's pixels.
  private func draw(_ cell: ConsoleCell, glyph: Int, row y: Int, at x: Int) {
    let (color, behind) = (ConsoleImage.word(cell.color), ConsoleImage.word(cell.background))
    for index in 0..<min(metrics.cellWidth, width - x) {
      let share = UInt32(font.coverage(of: glyph, x: index, y: y))
      row[x + index] =
        share == 0 ? behind : share == 255 ? color : ConsoleImage.mixed(behind, color, share)
    }
  }

  /// Two colours mixed, with `share`/255 of the second.
  private static func mixed(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    // Two channels at once, 16 bits apart; x + x/256 + 1/2 over 256 is x/255 to nearest.
    func pair(_ a: UInt32, _ b: UInt32) -> UInt32 {
      let sum = a &* (255 &- share) &+ b &* share &+ 0x0080_0080
      return (sum &+ (sum &>> 8 & 0x00FF_00FF)) &>> 8 & 0x00FF_00FF
    }
    let outer = pair(a & 0x00FF_00FF, b & 0x00FF_00FF)
    let green = pair(a &>> 8 & 0xFF, b &>> 8 & 0xFF)
    return outer | green &<< 8 | 0xFF00_0000
  }

  /// A colour of the console as a pixmap's pixel.
  static func word(_ color: UInt8) -> UInt32 {
    let hex = palette[Int(color & 15)]
    return 0xFF00_0000 | (hex & 0xFF) << 16 | hex & 0xFF00 | hex >> 16
  }

  /// The 16 colours: as on the kernel's own console, but light enough to be read on black.
  private static var palette: InlineArray<16, UInt32> {
    [
      0x000000, 0xD34C4C, 0x44A853, 0xC9A13B, 0x5B8DEF, 0xB565C9, 0x3BA9B5, 0xC4C4C4,
      0x7D7D7D, 0xFF6B6B, 0x6BD97A, 0xF2D16B, 0x8FB4FF, 0xDDA0EE, 0x6FD7E3, 0xFFFFFF,
    ]
  }
}
