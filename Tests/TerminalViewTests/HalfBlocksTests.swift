// SPDX-License-Identifier: Apache-2.0

import Images
import TerminalView
import Testing

@Suite struct HalfBlocksTests {
  @Test func `a shrunk pixel is the mean of those that it stands for`() {
    let image = Image(
      width: 4, height: 2,
      pixels: [0x000000, 0x040000, 0xFF, 0xFF, 0x000400, 0x000000, 0xFF, 0xFF])
    #expect(image.shrunk(width: 2, height: 1).pixels == [0x010100, 0x0000FF])
  }

  @Test func `an image keeps its shape`() {
    let wide = HalfBlocks(Image(width: 1280, height: 720), columns: 80, rows: 50)
    #expect((wide.columns, wide.rows) == (80, 23))
    let tall = HalfBlocks(Image(width: 100, height: 400), columns: 80, rows: 10)
    #expect((tall.columns, tall.rows) == (5, 10))
  }

  @Test func `an equal image needs nothing`() {
    let blocks = HalfBlocks(Image(width: 8, height: 8), columns: 8, rows: 4)
    #expect(blocks.text(replacing: blocks).isEmpty)
  }

  @Test func `only cells that differ are written`() {
    let before = Image(width: 3, height: 2)
    var after = before
    after.pixels[1] = 0x0102FF
    let text = HalfBlocks(after, columns: 3, rows: 1).text(
      replacing: HalfBlocks(before, columns: 3, rows: 1))
    #expect(text == "\u{1B}[1;2H\u{1B}[38;2;1;2;255;48;2;0;0;0m▀\u{1B}[0m")
  }
}
