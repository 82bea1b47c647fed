// SPDX-License-Identifier: Apache-2.0

import Images
import Testing

@testable import TerminalView

@Suite struct SixelImageTests {
  /// Two rows and a run: red above blue, then one white column.
  @Test func `bands have a line for each colour`() {
    var image = Image(width: 6, height: 2, filledWith: 0xFF0000)
    for x in 0..<5 { image.pixels[6 + x] = 0x0000FF }
    image.pixels[5] = 0xFFFFFF
    image.pixels[11] = 0xFFFFFF
    // Colours in the order of their values: blue, red, white.
    #expect(
      SixelImage(image).text
        == "\u{1B}P0;1;0q\"1;1;6;2#0;2;0;0;100#1;2;100;0;0#2;2;100;100;100"
        + "#0!5A?$#1!5@?$#2!5?B$-\u{1B}\\")
  }

  @Test func `each six rows are a band`() {
    let image = Image(width: 1, height: 7, filledWith: 0)
    #expect(SixelImage(image).text.hasSuffix("#0;2;0;0;0#0~$-#0@$-\u{1B}\\"))
  }
}
