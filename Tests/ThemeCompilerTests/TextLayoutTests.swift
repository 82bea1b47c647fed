// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@testable import DisplayList
@testable import Theme
@testable import ThemeCompiler

/// The daemon's lines and their order, in a font of a pack and in the built-in font, against a slow layout with FriBidi.
@Suite struct TextLayoutTests {
  /// A letter at a position: its glyph or scalar, its width in the font's unit, and its level.
  private struct Letter {
    var glyph: Int
    var width: Int64
    var level: UInt8
    var isSpace = false
    /// Whether a line may end before it, beside an ideograph.
    var breaksBefore = false
  }

  /// One of the two fonts at a cap height.
  private struct Sized {
    let pack: Pack
    /// Nil for the built-in font.
    let font: PackFont?
    let capHeight: Fixed

    var unit: Fixed { font?.unit(capHeight: capHeight) ?? 0 }

    func glyph(_ scalar: UInt32) -> Int {
      font.map { $0.glyph(of: scalar) ?? $0.missing } ?? Int(scalar)
    }

    func width(_ glyph: Int) -> Int64 {
      if font != nil { return Int64(pack.advance(ofGlyph: glyph)) * unit.raw }
      return Int64(Unicode.Scalar(UInt32(glyph)).map { Glyph($0).advance } ?? 0)
    }

    func kerning(_ one: Int, _ other: Int) -> Int64 {
      font.map { Int64($0.kerning(one, other)) * unit.raw } ?? 0
    }

    var ellipsis: Int { font?.ellipsis ?? 0x2026 }

    func length(_ width: Int64) -> Fixed {
      font == nil ? StrokeFont.length(width, capHeight: capHeight) : Fixed(raw: width)
    }

    func length(_ letters: some Collection<Letter>) -> Fixed {
      length(letters.reduce(0) { $0 + $1.width })
    }

    func draw(_ line: [Letter], at origin: Point, into scene: inout Scene) {
      guard font != nil else {
        var letters = line[...]
        return scene.addStrokes(
          capHeight: capHeight, start: Point(origin.x, origin.y - capHeight * .half),
          color: .white, transform: .identity
        ) { letters.popFirst().flatMap { Unicode.Scalar(UInt32($0.glyph)) } }
      }
      var x = origin.x
      scene.beginPath()
      for letter in line {
        pack.addGlyph(letter.glyph, at: Point(x, origin.y), unit: unit, to: &scene)
        x += Fixed(raw: letter.width)
      }
      _ = scene.endPath()
    }
  }

  private let pack: Pack

  init() throws {
    pack = try Fonts.pack(
      "flipbook = 1\n[fonts.f]\nfile = \"DejaVuSans.ttf\"\ncharacters = [\"ascii\", \"hebrew\"]\n"
        + "[stage]\nfont = \"f\"\n")
  }

  /// Letters of few points, digits, neutral characters, and one that the font does not have.
  private static let alphabet = Array("llITHAVLווןדה114177  .,:!?()()漢".unicodeScalars.map(\.value))

  private func letters(_ text: [UInt32], _ font: Sized) -> [Letter] {
    let levels = Characters.levels(of: text)
    var letters: [Letter] = []
    let glyphs = text.indices.map { index in
      // Brackets in text from right to left.
      let isMirrored = levels[index] & 1 == 1 && (text[index] == 0x28 || text[index] == 0x29)
      return font.glyph(isMirrored ? text[index] ^ 1 : text[index])
    }
    for (index, scalar) in text.enumerated() {
      var width = font.width(glyphs[index])
      // Only in a run from left to right: DejaVu Sans does not kern Hebrew.
      if index + 1 < text.count, scalar != 0x20, text[index + 1] != 0x20,
        levels[index] == levels[index + 1], levels[index] & 1 == 0
      {
        width += font.kerning(glyphs[index], glyphs[index + 1])
      }
      letters.append(
        Letter(
          glyph: glyphs[index], width: width, level: levels[index], isSpace: scalar == 0x20,
          breaksBefore: font.font != nil && index > 0
            && Self.mayEnd(between: text[index - 1], and: scalar)))
    }
    return letters
  }

  /// Whether a line may end between two characters of the alphabet, of which one is an ideograph.
  private static func mayEnd(between first: UInt32, and second: UInt32) -> Bool {
    let (before, after) = (Unicode.Scalar(first), Unicode.Scalar(second))
    return (before == "漢" || after == "漢") && before != " " && before != "("
      && !" .,:!?)".unicodeScalars.contains { $0 == after }
  }

  /// Letters without the spaces at their end.
  private func trimmed(_ letters: ArraySlice<Letter>) -> ArraySlice<Letter> {
    letters.prefix(
      (letters.lastIndex { !$0.isSpace } ?? letters.startIndex - 1) + 1 - letters.startIndex)
  }

  private func lines(
    _ letters: [Letter], _ font: Sized, room: Fixed, count: Int, ellipsis: Letter
  ) -> [[Letter]] {
    var lines: [[Letter]] = []
    var rest = letters[...]
    while lines.count < count {
      rest = rest.drop(while: \.isSpace)
      if rest.isEmpty { break }
      // The longest beginning that fits, without its trailing spaces.
      let ends = (rest.startIndex...rest.endIndex).filter {
        font.length(trimmed(rest[..<$0])) <= room
      }
      let end = ends.last ?? rest.startIndex
      if end == rest.endIndex {
        lines.append(Array(trimmed(rest)))
        break
      }
      if lines.count == count - 1 {
        var shown = rest[..<end]
        while let last = shown.last, last.isSpace || font.length(shown + [ellipsis]) > room {
          shown.removeLast()
        }
        let isEmpty = shown.isEmpty && font.length([ellipsis]) > room
        lines.append(isEmpty ? [] : Array(shown) + [ellipsis])
        break
      }
      let space = rest[...end].lastIndex { $0.isSpace || $0.breaksBefore }
        .flatMap { $0 > rest.startIndex ? $0 : nil }
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

  @Test(arguments: [0, nil]) func `random lines are as a slow layout has them`(number: Int?) {
    let layout = TextLayout(pack)
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
      let style = TextStyle(
        font: number, capHeight: Fixed(8 + dice(13)), lineHeight: Fixed(11) / 5,
        lines: 1 + dice(4), alignment: Alignment.allCases[dice(3)], color: .white)
      let box = Rectangle(
        x: Fixed(dice(50)), y: Fixed(dice(50)), width: Fixed(20 + dice(200)), height: 20)
      let bytes = Array(String(String.UnicodeScalarView(text.compactMap { .init($0) })).utf8)
      found.removeAll()
      layout.draw(
        bytes.span, in: box, style, scale: scale, transform: .identity, into: &found)

      let font = Sized(
        pack: pack, font: number.map { PackFont(pack, $0) },
        capHeight: Fixed(max(1, (style.capHeight * scale).rounded)) / scale)
      let base = text.first { $0 > 0x40 }.map { UInt8((0x590...0x5FF).contains($0) ? 1 : 0) } ?? 0
      let ellipsis = Letter(
        glyph: font.ellipsis, width: font.width(font.ellipsis), level: base)
      expected.removeAll()
      let lines = lines(
        letters(text, font), font, room: box.width, count: style.lines, ellipsis: ellipsis)
      for (number, line) in lines.enumerated() {
        let room = box.width - font.length(line)
        #expect(room >= 0 || line.count == 1)
        let isAtRight = style.alignment == (base == 0 ? .end : .start)
        let x = style.alignment == .center ? box.x + room / 2 : isAtRight ? box.x + room : box.x
        let baseline = box.y + style.capHeight + Fixed(number) * style.lineHeight * style.capHeight
        font.draw(
          ordered(line), at: Point(x, Fixed((baseline * scale).rounded) / scale), into: &expected)
        if ordered(line).map(\.glyph) != line.map(\.glyph) { reordered += 1 }
        if line.last?.glyph == font.ellipsis { cut += 1 }
      }
      guard elements(found) == elements(expected) else {
        Issue.record("line \(turn): \(String(decoding: bytes, as: UTF8.self)) in \(box), \(style)")
        return
      }
    }
    #expect(reordered > 1000 && cut > 1000)
  }

  /// A client's text cannot name a word: neither one that does not exist, nor a piece that is no word, nor a part of one.
  @Test(arguments: [0, nil]) func `a word's mark without a word is a character`(number: Int?) {
    let layout = TextLayout(pack)
    let malformed: [UInt8] = [0xFF]
    let box = layout.width(of: malformed.span, font: number, capHeight: 20)
    for bytes in [[0xF8], [0xF8, 0], [0xF8, 0, 0], [0xF8, 0, 0, 0], [0xF8, 0xFF, 0xFF, 0xFF]]
      as [[UInt8]]
    {
      #expect(layout.width(of: bytes.span, font: number, capHeight: 20) >= box)
    }
  }

  @Test(arguments: [0, nil]) func `the end of a text fits its box, or nothing is drawn`(
    number: Int?
  ) {
    let layout = TextLayout(pack)
    let text = Array("What is typed".utf8)
    let style = TextStyle(font: number, capHeight: 20, alignment: .start, color: .white)
    let whole = layout.width(of: text.span, font: number, capHeight: 20)
    var widths: Set<Fixed> = []
    for room in 0...Int(whole.ceiling) {
      var scene = Scene(elementCapacity: 8192)
      let width = layout.drawEnd(
        of: text.span, in: Rectangle(x: 0, y: 0, width: Fixed(room), height: 20), style, scale: 1,
        transform: .identity, into: &scene)
      #expect(width <= Fixed(room) && (width == 0) == (scene.shapeCount == 0))
      // As much as fits: one more character would not.
      let isWhole = Fixed(room) >= whole
      #expect(!isWhole || width == whole)
      widths.insert(width)
    }
    // Nothing, the ellipsis alone, and one more character each time.
    #expect(widths.count > text.count)
  }
}
