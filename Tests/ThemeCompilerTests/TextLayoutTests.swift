// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing
import Theme

@testable import Animations
@testable import DisplayList
@testable import ThemeCompiler

/// The daemon's lines and their order, against a slow layout with FriBidi.
@Suite struct TextLayoutTests {
  /// A letter at a position: its glyph, its width and its level.
  private struct Letter {
    var glyph: Int
    var width: Fixed
    var level: UInt8
    var isSpace = false
  }

  private let pack: Pack
  private let font: PackFont

  init() throws {
    pack = try Fonts.pack(
      "flipbook = 1\n[fonts.f]\nfile = \"DejaVuSans.ttf\"\ncharacters = [\"ascii\", \"hebrew\"]\n"
        + "[stage]\nfont = \"f\"\n")
    font = PackFont(pack, 0)
  }

  /// Letters of few points, digits, neutral characters, and one that the font does not have.
  private static let alphabet = Array("llITHAVLווןדה114177  .,:!?漢".unicodeScalars.map(\.value))

  private func letters(_ text: [UInt32], unit: Fixed) -> [Letter] {
    let levels = Characters.levels(of: text)
    var letters: [Letter] = []
    for (index, scalar) in text.enumerated() {
      let glyph = font.glyph(of: scalar) ?? font.missing
      var width = Int64(pack.advance(ofGlyph: glyph)) * unit.raw
      if index + 1 < text.count, scalar != 0x20, text[index + 1] != 0x20 {
        let next = font.glyph(of: text[index + 1]) ?? font.missing
        width += Int64(font.kerning(glyph, next)) * unit.raw
      }
      letters.append(
        Letter(
          glyph: glyph, width: Fixed(raw: width), level: levels[index], isSpace: scalar == 0x20))
    }
    return letters
  }

  private func width(_ letters: some Collection<Letter>) -> Fixed {
    letters.reduce(0) { $0 + $1.width }
  }

  /// Letters without the spaces at their end.
  private func trimmed(_ letters: ArraySlice<Letter>) -> ArraySlice<Letter> {
    letters.prefix(
      (letters.lastIndex { !$0.isSpace } ?? letters.startIndex - 1) + 1 - letters.startIndex)
  }

  private func lines(
    _ letters: [Letter], room: Fixed, count: Int, ellipsis: Letter
  ) -> [[Letter]] {
    var lines: [[Letter]] = []
    var rest = letters[...]
    while lines.count < count {
      rest = rest.drop(while: \.isSpace)
      if rest.isEmpty { break }
      // The longest beginning that fits, without its trailing spaces.
      let ends = (rest.startIndex...rest.endIndex).filter { width(trimmed(rest[..<$0])) <= room }
      let end = ends.last ?? rest.startIndex
      if end == rest.endIndex {
        lines.append(Array(trimmed(rest)))
        break
      }
      if lines.count == count - 1 {
        var shown = rest[..<end]
        while let last = shown.last, last.isSpace || width(shown) + ellipsis.width > room {
          shown.removeLast()
        }
        lines.append(Array(shown) + [ellipsis])
        break
      }
      let space = rest[..<end].lastIndex(where: \.isSpace)
      let cut = space ?? max(end, rest.startIndex + 1)
      lines.append(Array(trimmed(rest[..<cut])))
      rest = rest[cut...]
    }
    return lines
  }

  /// Rule L2, from the highest level down.
  private func ordered(_ line: [Letter]) -> [Letter] {
    var line = line
    for level in (1...4).reversed() {
      var start = 0
      while start < line.count {
        guard line[start].level >= level else {
          start += 1
          continue
        }
        let end = line[start...].firstIndex { $0.level < level } ?? line.count
        line[start..<end].reverse()
        start = end
      }
    }
    return line
  }

  private func elements(_ scene: borrowing Scene) -> [PathElement] {
    (0..<scene.elementCount).map { scene.elements[$0] }
  }

  @Test func `random lines are as a slow layout has them`() {
    let layout = ThemeTextLayout(pack)
    var found = Scene(elementCapacity: 8192)
    var expected = Scene(elementCapacity: 8192)
    var state: UInt64 = 0x1234_5678_9ABC_DEF1
    func dice(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var (reordered, cut) = (0, 0)
    for turn in 0..<10_000 {
      var text = (0..<1 + dice(24)).map { _ in Self.alphabet[dice(Self.alphabet.count)] }
      let isDigit = { (scalar: UInt32) in (0x30...0x39).contains(scalar) }
      for index in text.indices.dropFirst().dropLast()
      where (text[index] == 0x21 || text[index] == 0x3F) && isDigit(text[index - 1])
        && isDigit(text[index + 1])
      {
        // A mark that is no part of numbers counts as one between two digits, as the manual says.
        text[index] = 0x2E
      }
      let scale = [Fixed(1), Fixed(3) / 2, 2][dice(3)]
      let style = ThemeTextStyle(
        capHeight: Fixed(8 + dice(13)), lineHeight: Fixed(11) / 5, lines: 1 + dice(4),
        alignment: Alignment.allCases[dice(3)], color: .white, opacity: .one)
      let box = Rectangle(
        x: Fixed(dice(50)), y: Fixed(dice(50)), width: Fixed(20 + dice(200)), height: 20)
      let bytes = Array(String(String.UnicodeScalarView(text.compactMap { .init($0) })).utf8)
      found.removeAll()
      layout.draw(
        bytes.span, font: 0, in: box, style, scale: scale, transform: .identity, into: &found)

      let cap = Fixed(max(1, (style.capHeight * scale).rounded)) / scale
      let unit = font.unit(capHeight: cap)
      let base = text.first { $0 > 0x40 }.map { UInt8((0x590...0x5FF).contains($0) ? 1 : 0) } ?? 0
      let dots = font.ellipsis
      let ellipsis = Letter(
        glyph: dots, width: Fixed(raw: Int64(pack.advance(ofGlyph: dots)) * unit.raw), level: base)
      expected.removeAll()
      let lines = lines(
        letters(text, unit: unit), room: box.width, count: style.lines, ellipsis: ellipsis)
      expected.beginPath()
      for (number, line) in lines.enumerated() {
        let room = box.width - width(line)
        #expect(room >= 0 || line.count == 1)
        let isAtRight = style.alignment == (base == 0 ? .end : .start)
        var x = style.alignment == .center ? box.x + room / 2 : isAtRight ? box.x + room : box.x
        let baseline = box.y + style.capHeight + Fixed(number) * style.lineHeight * style.capHeight
        let y = Fixed((baseline * scale).rounded) / scale
        for letter in ordered(line) {
          pack.addGlyph(letter.glyph, at: Point(x, y), unit: unit, to: &expected)
          x += letter.width
        }
        if ordered(line).map(\.glyph) != line.map(\.glyph) { reordered += 1 }
        if line.last?.glyph == dots { cut += 1 }
      }
      _ = expected.endPath()
      guard elements(found) == elements(expected) else {
        Issue.record("line \(turn): \(String(decoding: bytes, as: UTF8.self)) in \(box), \(style)")
        return
      }
    }
    #expect(reordered > 1000 && cut > 1000)
  }
}
