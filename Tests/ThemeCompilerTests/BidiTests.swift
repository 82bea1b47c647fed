// SPDX-License-Identifier: Apache-2.0

import Theme
import CFonts
import Support
import Testing

/// The order of texts that come at run time, against FriBidi's.
@Suite struct BidiTests {
  private static func levels(_ text: [UInt32]) -> [UInt8] {
    var paragraph = BidiParagraph()
    for scalar in text {
      paragraph.append(BidiClass(scalar), bracket: BidiParagraph.bracket(scalar))
    }
    paragraph.resolve()
    return text.indices.map { paragraph.level(of: $0) }
  }

  private static func expected(_ text: [UInt32]) -> [UInt8] {
    var levels = [Int8](repeating: -1, count: text.count)
    // It writes as many levels as there are characters.
    let isFine = unsafe cfonts_levels(text, Int32(text.count), &levels)
    #expect(isFine)
    return levels.map { UInt8(bitPattern: $0) }
  }

  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test(arguments: [
    "(45%)", "\u{5D0} (45%)", "\u{5D0}\u{5D1} 45% (\u{5D2})", "\u{5D0} -12.5 \u{20AC}",
    "A (45%) \u{5D0}",
    "\u{5D0} 1:30/2", "\u{5D0} a(b)c \u{5D1}", "\u{5D0}(a)", "a(\u{5D0})b", "\u{62D} 12% (3)",
    "$5 \u{5D0} #7",
  ])
  func `levels are those of FriBidi`(text: String) {
    let text = Self.scalars(text)
    #expect(Self.levels(text) == Self.expected(text))
  }

  @Test func `levels of random texts are those of FriBidi`() {
    let all = Self.scalars(
      "\u{5D0}\u{5D1}\u{5EA}\u{62D}\u{633}AzЖé0123456789\u{664}\u{6F6}%%%$€#°+-−,.:/()()()[]{}<>«»!?_*'\"–…→  \u{A0}\u{60C}"
    )
    var numbers = PackMutations(seed: 9)
    for _ in 0..<20_000 {
      var text = (0..<1 + numbers.number(below: 24)).map { _ in
        all[numbers.number(below: all.count)]
      }
      // Spaces at the end of a line are left out.
      while text.last == 0x20 { text.removeLast() }
      let (levels, expected) = (Self.levels(text), Self.expected(text))
      guard levels == expected else {
        let words = String(String.UnicodeScalarView(text.compactMap(UnicodeScalar.init)))
        Issue.record("\(words.debugDescription): \(levels) in place of \(expected)")
        return
      }
    }
  }

  /// All characters of the scripts that are written without shaping, and of Arabic.
  @Test func `each character has its class`() {
    for range in [
      0x21...0x7E, 0xA1...0x52F, 0x590...0x6FF, 0x1E00...0x1FFE, 0x2010...0x2029, 0x2030...0x205E,
      0x2190...0x21FF,
    ] {
      for scalar in range {
        guard let scalar = UnicodeScalar(scalar)?.value else { continue }
        // Between letters of both directions, beside a number, and alone in a text from right to left.
        for text in [
          [0x5D0, scalar, 0x31], [0x41, scalar, 0x5D0], [0x5D0, 0x31, scalar, 0x31, 0x5D0],
        ] {
          let (levels, expected) = (Self.levels(text), Self.expected(text))
          if levels != expected {
            Issue.record(
              "U+\(String(scalar, radix: 16)): \(text) \(levels) in place of \(expected)")
          }
        }
      }
    }
  }
}
