// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import DisplayList
import Testing
import Theme

struct TextDrawingTests {
  @Test(arguments: [8, 21, 64])
  func `every character has ink within its advance, ascent and descent`(capHeight: Int) throws {
    let baseline = capHeight * 3 / 2
    for text in printable + ["…", "–", "·", "°", "✓", "漢", "ß", "€", "§"] {
      let ink = Ink(
        text, capHeight: capHeight, x: Fixed(capHeight / 4), baseline: baseline,
        width: capHeight * 2, height: capHeight * 2)
      #expect(ink.isComplete)
      if text == " " {
        #expect(ink.total == 0)
        continue
      }
      let columns = try #require(ink.columns, "\(text) has no ink")
      let rows = try #require(ink.rows)
      let end = Fixed(capHeight / 4) + width(text, capHeight: Fixed(capHeight))
      #expect(columns.lowerBound >= capHeight / 4, "\(text) begins before its origin")
      #expect(columns.upperBound < end.ceiling, "\(text) ends after its advance")
      #expect(rows.lowerBound >= baseline - (capHeight * StrokeFont.ascent + 99) / 100)
      #expect(rows.upperBound < baseline + (capHeight * StrokeFont.descent + 99) / 100)
    }
  }

  @Test(arguments: [8, 10, 16, 61])
  func `capitals fill the cap height and no more`(capHeight: Int) {
    let ink = Ink(
      "HIEZ", capHeight: capHeight, x: 0, baseline: capHeight + 4, width: capHeight * 4,
      height: capHeight + 8)
    #expect(ink.rows == 4...capHeight + 3)
  }

  @Test(arguments: ["A", "H", "I", "M", "O", "T", "U", "V", "W", "X", "Y", "0", "8", "o", "v", "w"])
  func `symmetric letters have symmetric ink`(text: String) {
    for capHeight in [9, 40] {
      let ink = centered(text, capHeight: capHeight, width: 61, height: 60)
      #expect(ink.total > 0)
      #expect(ink.asymmetry <= 1)
    }
  }

  @Test func `centred text is placed by its width and the cap height`() {
    let text = "Installing… 42%"
    let whole = width(text, capHeight: 12)
    let centered = centered(text, capHeight: 12, width: 161, height: 40)
    let placed = Ink(
      text, capHeight: 12, x: Fixed(161) * .half - whole * .half, baseline: 26, width: 161,
      height: 40)
    #expect(centered.total > 0)
    #expect(centered.difference(from: placed) == 0)
  }

  @Test func `what does not fit is replaced by an ellipsis`() {
    let bytes = Array("Unpacking everything".utf8)
    let maximum = width("Unpack…", capHeight: 12)
    let layout = TextLayout(nil)
    let cut = Ink(width: 161, height: 40) { scene in
      layout.draw(
        bytes.span, in: Rectangle(x: 80 - maximum / 2, y: 14, width: maximum, height: 12),
        TextStyle(font: nil, capHeight: 12, color: .black), scale: 1, transform: .identity,
        into: &scene)
    }
    let written = Array("Unpack…".utf8)
    let expected = Ink(width: 161, height: 40) { scene in
      scene.addText(
        written.span, capHeight: 12, center: Point(80, 20), color: .black, transform: .identity)
    }
    #expect(expected.total > 0)
    #expect(cut.difference(from: expected) == 0)
  }

  @Test func `characters that resemble each other are distinguishable`() {
    for (one, other) in [("1", "l"), ("l", "I"), ("I", "|"), ("1", "I"), ("0", "O"), ("5", "S")] {
      let first = centered(one, capHeight: 10, width: 20, height: 20)
      let second = centered(other, capHeight: 10, width: 20, height: 20)
      let size = min(first.total, second.total)
      #expect(first.difference(from: second) > size / 4, "\(one) and \(other)")
    }
  }

  @Test func `every letter of Latin-1 and Latin Extended-A is in the font`() {
    for value in UInt32(0xC0)...0x17F {
      guard let scalar = UnicodeScalar(value) else { continue }
      let alone = Ink(String(scalar), capHeight: 40, x: 10, baseline: 70, width: 80, height: 90)
      let box = Ink("漢", capHeight: 40, x: 10, baseline: 70, width: 80, height: 90)
      #expect(alone.difference(from: box) > 0, "U+\(String(value, radix: 16))")
    }
  }

  @Test func `accents add ink and keep the letter's place`() {
    for (accented, plain) in [("é", "e"), ("Ü", "U"), ("ç", "c"), ("Š", "S"), ("ő", "o")] {
      #expect(width(accented, capHeight: 30) == width(plain, capHeight: 30))
      let with = Ink(accented, capHeight: 30, x: 8, baseline: 50, width: 50, height: 64)
      let without = Ink(plain, capHeight: 30, x: 8, baseline: 50, width: 50, height: 64)
      #expect(with.total > without.total + 1000)
      #expect(zip(with.darkness, without.darkness).allSatisfy { $0 >= $1 })
    }
  }

  @Test func `no character needs more than sixty path elements`() {
    for text in printable + ["…", "✓", "漢", "§", "©", "Å", "æ"] {
      let bytes = Array(text.utf8)
      for capHeight in [20, 60] as [Fixed] {
        let ink = Ink(width: 20, height: 20, elementCapacity: 60) { scene in
          scene.addText(
            bytes.span, capHeight: capHeight, center: Point(10, 10), color: .black,
            transform: .identity)
        }
        #expect(ink.isComplete, "\(text)")
      }
    }
  }

  @Test func `nothing to show adds no shape`() {
    var scene = Scene()
    for (text, capHeight) in [("", 10), ("   ", 10), ("done", 0)] as [(StaticString, Fixed)] {
      scene.addText(
        text, capHeight: capHeight, center: .zero, color: .black, transform: .identity)
    }
    #expect(scene.shapeCount == 0)
  }

  @Test func `a long text is drawn like its parts, with a shape for every 16 characters`() {
    let text = "Setting up libtext-charwidth-perl (0.04-11+b4) …"
    let bytes = Array(text.utf8)
    var scene = Scene()
    scene.addText(
      bytes.span, capHeight: 8, center: Point(100, 12), color: .black, transform: .identity)
    #expect(scene.shapeCount == 3)
    let whole = Ink(text, capHeight: 8, x: 2, baseline: 12, width: 220, height: 16)
    var light = [Int](repeating: 255, count: 220 * 16)
    var start = Fixed(2)
    for first in stride(from: 0, to: text.count, by: 16) {
      let part = String(text.dropFirst(first).prefix(16))
      let ink = Ink(part, capHeight: 8, x: start, baseline: 12, width: 220, height: 16)
      light = zip(light, ink.darkness).map { $0 * (255 - Int($1)) / 255 }
      start += width(part, capHeight: 8)
    }
    #expect(whole.total > 0)
    #expect(zip(light, whole.darkness).allSatisfy { abs(255 - $0 - Int($1)) <= 3 })
  }

  @Test func `a fixed text is drawn like the same bytes`() {
    let fixed = Ink(width: 60, height: 30) { scene in
      scene.addText(
        "done ✓", capHeight: 12, center: Point(30, 15), color: .black, transform: .identity)
    }
    #expect(fixed.total > 0)
    #expect(fixed.difference(from: centered("done ✓", capHeight: 12, width: 60, height: 30)) == 0)
  }

  @Test func `a point that is several pixels makes text larger, not the layout`() {
    let bytes = Array("done".utf8)
    let large = Ink(width: 120, height: 60) { scene in
      scene.addText(
        bytes.span, capHeight: 12, center: Point(30, 15), color: .black,
        transform: .identity.scaled(by: 2))
    }
    let same = centered("done", capHeight: 24, width: 120, height: 60)
    #expect(large.total > 0)
    #expect(zip(large.darkness, same.darkness).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  func centered(_ text: String, capHeight: Int, width: Int, height: Int) -> Ink {
    let bytes = Array(text.utf8)
    return Ink(width: width, height: height) { scene in
      scene.addText(
        bytes.span, capHeight: Fixed(capHeight),
        center: Point(Fixed(width) * .half, Fixed(height) * .half), color: .black,
        transform: .identity)
    }
  }
}
