// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Control

/// Function keys type nothing into a password.
@Suite struct EscapeFilterTests {
  /// The sequences after ESC of terminfo's linux, xterm, vt220 and screen keys, except for mice.
  private static let keys = """
    OA OB OC OD OE OF OH OM OP OQ OR OS Oj Ok Ol Om On Oo Op Oq Or Os Ot Ou Ov Ow Ox Oy
    [15;2~ [15;3~ [15;5~ [15;6~ [15~ [17;2~ [17;3~ [17;5~ [17;6~ [17~ [18;2~ [18;3~ [18;5~
    [18;6~ [18~ [19;2~ [19;3~ [19;5~ [19;6~ [19~ [1;2A [1;2B [1;2C [1;2D [1;2F [1;2H [1;2P
    [1;2Q [1;2R [1;2S [1;3A [1;3B [1;3C [1;3D [1;3F [1;3H [1;3P [1;3Q [1;3R [1;3S [1;4A
    [1;4B [1;4C [1;4D [1;4F [1;4H [1;4P [1;4Q [1;4R [1;5A [1;5B [1;5C [1;5D [1;5F [1;5H
    [1;5P [1;5Q [1;5R [1;5S [1;6A [1;6B [1;6C [1;6D [1;6F [1;6H [1;6P [1;6Q [1;6R [1;6S
    [1;7A [1;7B [1;7C [1;7D [1;7F [1;7H [1~ [20;2~ [20;3~ [20;5~ [20;6~ [20~ [21;2~ [21;3~
    [21;5~ [21;6~ [21~ [23;2~ [23;3~ [23;5~ [23;6~ [23~ [24;2~ [24;3~ [24;5~ [24;6~ [24~
    [25~ [26~ [28~ [29~ [2;2~ [2;3~ [2;4~ [2;5~ [2;6~ [2;7~ [2~ [31~ [32~ [33~ [34~ [3;2~
    [3;3~ [3;4~ [3;5~ [3;6~ [3;7~ [3~ [4~ [5;2~ [5;3~ [5;4~ [5;5~ [5;6~ [5;7~ [5~ [6;2~
    [6;3~ [6;4~ [6;5~ [6;6~ [6;7~ [6~ [A [B [C [D [G [Z [[A [[B [[C [[D [[E
    """

  private func passed(_ text: String) -> String {
    var filter = EscapeFilter()
    return String(decoding: text.utf8.compactMap { filter.passing($0) }, as: UTF8.self)
  }

  @Test func `no key of a terminal types anything, and what follows it does`() {
    let keys = Self.keys.split(whereSeparator: \.isWhitespace)
    #expect(keys.count > 150)
    for key in keys {
      #expect(passed("a\u{1B}\(key)b\u{1B}\(key)c") == "abc", "ESC \(key)")
    }
  }

  @Test(arguments: [
    ("\u{1B}x", "x"), ("\u{1B}\u{1B}[Ax", "x"), ("\u{1B}[\r", "\r"), ("\u{1B}[1;5\rx", "\rx"),
    ("\u{1B}Oé", "é"), ("\u{1B}[1\u{7F}x", "\u{7F}x"), ("\u{1B}P", "P"), ("\u{1B}[[A[", "["),
    ("\u{1B}O1;5Px", "x"), ("\u{1B}[?1;2cx", "x"), ("\u{1B}[23$~x", "x"),
  ])
  func `a sequence that is not whole takes no more than itself`(typed: String, text: String) {
    #expect(passed(typed) == text)
  }
}
