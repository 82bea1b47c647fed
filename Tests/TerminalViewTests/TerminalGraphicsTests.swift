// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TerminalView

@Suite struct TerminalGraphicsTests {
  @Test(
    arguments: [
      ("", .blocks), ("\u{1B}[?62;22c", .blocks), ("\u{1B}[?62;4;22c", .sixel),
      ("\u{1B}[?4c", .sixel), ("\u{1B}[?62;44c", .blocks),
      ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62c", .kitty),
      ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c", .kitty),
      ("\u{1B}_Gi=31;ENODATA:no\u{1B}\\\u{1B}[?62;4c", .sixel),
      // Typed before the answer, and cut off.
      ("q\u{1B}[?62;4", .blocks), ("qc\u{1B}[?62;4c", .sixel),
    ] as [(String, TerminalGraphics)])
  func `an answer says what there is`(_ answer: String, _ expected: TerminalGraphics) {
    #expect(TerminalGraphics(answer: Array(answer.utf8)) == expected)
  }
}
