// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing
import Theme

struct StrokeFontTests {
  @Test func `the words of the download label fit into its bubble`() {
    #expect(width("failed", capHeight: 10) <= 30)
    #expect(width("done", capHeight: 10) <= 30)
    #expect(width("100%", capHeight: 10) <= 33)
  }

  @Test func `all digits are equally wide`() {
    for digit in "0123456789" {
      #expect(width(String(digit), capHeight: 100) == width("0", capHeight: 100))
    }
  }

  @Test func `width is proportional to the cap height`() {
    #expect(width("Hamburg", capHeight: 300) == width("Hamburg", capHeight: 100) * 3)
    #expect(width("Hamburg", capHeight: 0) == 0)
    #expect(width("", capHeight: 100) == 0)
  }

  @Test func `a text is as wide as its characters together`() {
    let sum = printable.reduce(Fixed.zero) { $0 + width($1, capHeight: 100) }
    #expect(width(printable.joined(), capHeight: 100) == sum)
  }

  @Test func `lines are heavier in small text, and at least a pixel wide`() {
    func stroke(_ capHeight: Fixed, _ scale: Fixed) -> Fixed {
      StrokeFont.strokeWidth(capHeight: capHeight, scale: scale)
    }
    let tolerance = Fixed(1, over: 1_000_000)
    #expect((stroke(10, 1) - Fixed(14, over: 10)).magnitude < tolerance)
    #expect((stroke(100, 1) - Fixed(113, over: 10)).magnitude < tolerance)
    #expect((stroke(10, 2) - Fixed(125, over: 100)).magnitude < tolerance)
    #expect(stroke(5, 1) == 1)
    #expect(stroke(2, 1) == .half)
    #expect(stroke(0, 1) == 0)
    #expect(stroke(10, 0) == 0)
  }
}

struct BrokenTextTests {
  let replacement = width([0xFF], capHeight: 100)

  @Test(
    arguments: [
      ([0x80], 1), ([0xC3], 1), ([0xC0, 0xAF], 2), ([0xE2, 0x80], 1), ([0xE0, 0x80, 0x80], 3),
      ([0xED, 0xA0, 0x80], 3), ([0xF0, 0x9F, 0x98], 1), ([0xF4, 0x90, 0x80, 0x80], 4),
      ([0xF5, 0x80], 2), ([0xF0, 0x9F, 0x98, 0x80], 1), ([0xE2, 0x82, 0xE2, 0x82], 2),
    ] as [([UInt8], Int)])
  func `broken UTF-8 shows a box for each part`(bytes: [UInt8], boxes: Int) {
    #expect(width(bytes, capHeight: 100) == replacement * Fixed(boxes))
  }

  @Test func `what follows broken UTF-8 is read as written`() {
    #expect(width([0xE2, 0x80, 0x41], capHeight: 100) - replacement == width("A", capHeight: 100))
    #expect(width([0xC3, 0x57], capHeight: 100) - replacement == width("W", capHeight: 100))
  }

  @Test func `every pair of bytes can be measured and fitted`() {
    let layout = TextLayout(nil)
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second]
        let fitted = layout.measure(bytes.span, font: nil, capHeight: 10, width: 10, lines: 1)
        #expect(fitted.width <= 10)
      }
    }
  }

  @Test func `characters that the font lacks are boxes, invisible ones nothing`() {
    #expect(width("漢", capHeight: 100) == replacement)
    #expect(width("\u{7}", capHeight: 100) == replacement)
    #expect(width("e\u{301}\u{200B}", capHeight: 100) == width("e", capHeight: 100))
    #expect(width("\t", capHeight: 100) == width(" ", capHeight: 100))
  }
}

/// The ellipsis of a text that is too wide; lines are compared with a slow layout in TextLayoutTests.
struct FittedTextTests {
  func fitted(_ text: String, _ maximumWidth: Fixed) -> Fixed {
    TextLayout(nil).measure(
      Array(text.utf8).span, font: nil, capHeight: 10, width: maximumWidth, lines: 1
    ).width
  }

  @Test func `a text that fits is taken whole`() {
    let whole = width("Unpacking libc6", capHeight: 10)
    #expect(fitted("Unpacking libc6", whole) == whole)
  }

  @Test func `a text that is too wide ends with an ellipsis, within the width`() {
    let text = "Größe: naïve — 4 ✓ façade"
    let prefixes = text.indices.map { text[..<$0] }.filter { !$0.hasSuffix(" ") }
    let widths = prefixes.map { width(String($0) + "…", capHeight: 10) }
    var found: Set<Fixed> = []
    for maximum in 9..<Int(width(text, capHeight: 10).floor) {
      let result = fitted(text, Fixed(maximum))
      #expect(result == widths.last { $0 <= Fixed(maximum) })
      found.insert(result)
    }
    #expect(found.count > 15)
  }

  @Test func `as much is kept as fits`() {
    let wanted = width("abc…", capHeight: 10)
    #expect(fitted("abcdefgh", wanted) == wanted)
    #expect(fitted("abcdefgh", wanted - Fixed(raw: 1)) == width("ab…", capHeight: 10))
  }

  @Test func `where not even the ellipsis fits, nothing is left`() {
    #expect(fitted("abc", 7) == 0)
    #expect(fitted("abc", 0) == 0)
  }
}
