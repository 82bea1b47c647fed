// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Support
import Testing
import Theme

@testable import Console

@Suite struct ConsoleImageTests {
  private struct NoMemory: Error {}

  private func image(
    of input: String, width: Int = 96, height: Int = 50, rotation: Rotation = .degrees0,
    font: CellFont = CellFont()
  ) throws -> ConsoleImage {
    guard var text = ConsoleText() else { throw NoMemory() }
    var parser = ConsoleParser()
    for byte in input.utf8 { parser.feed(byte, to: &text) }
    let image = try #require(
      ConsoleImage(width: width, height: height, scale: 1, rotation: rotation, font: font))
    image.draw(text, version: 1)
    return image
  }

  /// The pixels, row by row.
  private func pixels(_ image: ConsoleImage) -> [[UInt32]] {
    let pixmap = image.pixmap
    return (0..<pixmap.height).map { y in
      let row = pixmap.span(0..<pixmap.width, ofRow: y)
      return row.indices.map { row[$0] }
    }
  }

  @Test(arguments: [
    (1920, 1080, 1, 240, 63), (640, 480, 1, 80, 28), (3840, 2160, 2, 240, 63),
    (240, 240, 1, 40, 20),
    (320, 240, 1, 53, 20), (1, 1, 1, 1, 1),
  ])
  func `characters fit an output of any size`(
    width: Int, height: Int, scale: Int, columns: Int, rows: Int
  ) {
    let metrics = ConsoleMetrics(width: width, height: height, scale: Fixed(scale))
    #expect((metrics.columns, metrics.rows) == (columns, rows))
  }

  @Test func `the newest line is at the bottom, in its colours`() throws {
    let image = try image(of: "old\n\u{1B}[41m new\u{1B}[0m\n")
    let rows = pixels(image)
    let metrics = image.metrics
    let bottom = rows.count - metrics.cellHeight
    let left = (96 - metrics.columns * metrics.cellWidth) / 2
    // The blank before the word has its colour behind it alone; beside the text all is black.
    let red = ConsoleImage.word(1)
    for y in bottom..<rows.count {
      #expect(rows[y][left..<left + metrics.cellWidth].allSatisfy { $0 == red })
      #expect(rows[y][(left + 4 * metrics.cellWidth)...].allSatisfy { $0 == 0xFF00_0000 })
    }
    // Above it the old line, which has no red.
    let above = rows[(bottom - metrics.cellHeight)..<bottom].joined()
    #expect(above.contains(ConsoleImage.word(7)) && !above.contains(red))
    #expect(rows[0..<(bottom - metrics.cellHeight)].joined().allSatisfy { $0 == 0xFF00_0000 })
  }

  @Test func `a long line takes several rows`() throws {
    let image = try image(of: String(repeating: "#", count: 25))
    let rows = pixels(image)
    let height = image.metrics.cellHeight
    for row in 0..<2 {
      let part = rows[(rows.count - (row + 1) * height)..<(rows.count - row * height)]
      #expect(part.joined().contains { $0 != 0xFF00_0000 })
    }
  }

  @Test func `a turned output has the same pixels, turned`() throws {
    let unrotated = pixels(try image(of: "Right\n[ OK ]"))
    let turned = pixels(try image(of: "Right\n[ OK ]", rotation: .degrees90))
    #expect(turned.count == 96 && turned[0].count == 50)
    for y in 0..<50 {
      for x in 0..<96 { #expect(turned[x][49 - y] == unrotated[y][x]) }
    }
  }

  @Test func `a font of a pack has cells of its own size`() throws {
    let pack = try Pack(PackMaker.fontSample().file())
    let font = CellFont(PackFont(pack, 0))
    // As wide as high, and without a descent.
    let metrics = ConsoleMetrics(width: 800, height: 40, scale: 1, font: font)
    #expect((metrics.capHeight, metrics.cellWidth, metrics.cellHeight) == (10, 10, 10))
    #expect((metrics.baseline, metrics.columns, metrics.rows) == (10, 80, 4))
    let rows = pixels(try image(of: "ABx", width: 800, height: 10, font: font))
    let (ink, paper) = (ConsoleImage.word(7), ConsoleImage.word(0))
    for row in rows {
      // `A` is a box 8 pixels wide, and `B` the same 2 further right.
      #expect(row[0..<8].allSatisfy { $0 == ink } && row[8..<12].allSatisfy { $0 == paper })
      #expect(row[12..<20].allSatisfy { $0 == ink } && row[30...].allSatisfy { $0 == paper })
    }
    // The font has no `x`; the built-in one has.
    let own = rows.map { Array($0[20..<30]) }
    #expect(own.joined().contains { $0 != paper } && own.joined().contains(paper))
  }

  @Test func `no font of a pack makes cells that cannot be read`() throws {
    var maker = PackMaker.fontSample()
    let (font, glyph) = (PackSection.fonts, PackSection.glyphs)
    // A descent of 32767 units and more, and a missing glyph without a width.
    maker.sections[Int(font.rawValue)]?.replaceSubrange(4..<6, with: [1, 0x80])
    maker.sections[Int(glyph.rawValue)]?.replaceSubrange(6..<8, with: [0, 0x80])
    let wild = CellFont(PackFont(try Pack(maker.file()), 0))
    let metrics = ConsoleMetrics(width: 800, height: 40, scale: 1, font: wild)
    #expect((metrics.cellWidth, metrics.cellHeight, metrics.baseline) == (5, 20, 10))
  }

  @Test func `all characters of the font stay in their cells`() throws {
    var text = ""
    for value in UInt32(0x20)..<0x180 where !(0x7F...0x9F ~= value) {
      text.unicodeScalars.append(Unicode.Scalar(value) ?? "?")
    }
    let rows = pixels(try image(of: text + "…→●☃", width: 800, height: 120))
    #expect(rows.joined().contains(ConsoleImage.word(7)))
  }
}
