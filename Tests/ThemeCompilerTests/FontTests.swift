// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import DisplayList
import Raster
import Testing
import Theme

@testable import ThemeCompiler

/// Fonts of Debian's packages, shaped and drawn.
@Suite struct FontTests {
  private static let text = """
    flipbook = 1
    locales = ["en", "ar"]
    [fonts.body]
    file = "DejaVuSans.ttf"
    fallback = ["NotoNaskhArabic-Regular.ttf"]
    characters = ["ascii"]
    [stage]
    font = "body"
    [text.title]
    text = "AVATAR office 50%"
    [text.waiting]
    text = "Getting ready"
    [translations.ar]
    "Getting ready" = "جارٍ التحضير 50"
    """

  @Test func `a font has the characters that were asked for and those of texts`() throws {
    let pack = try Fonts.pack(Self.text)
    #expect(pack.count(.fonts) == 1)
    let font = PackFont(pack, 0)
    #expect(font.glyph(of: 0x41) != nil)
    #expect(font.glyph(of: 0xE9) == nil)
    // Capitals of DejaVu Sans have 1493 units.
    #expect(pack[FontRecord.self, 0].capHeight == 1493)
    let (a, v) = (try #require(font.glyph(of: 0x41)), try #require(font.glyph(of: 0x56)))
    #expect(font.kerning(a, v) < 0)
    let h = try #require(font.glyph(of: 0x48))
    #expect(font.kerning(h, h) == 0)
  }

  @Test func `the console's font has ASCII, and equal widths`() throws {
    let text = """
      flipbook = 1
      [fonts.code]
      file = "FONT"
      characters = []
      [stage]
      console-font = "code"
      """
    let pack = try Fonts.pack(text.replacing("FONT", with: "DejaVuSansMono.ttf"))
    #expect(pack[StageRecord.self, 0].consoleFont == 0)
    #expect(pack.minorVersion == Int(PackHeader.stageOptions))
    let font = PackFont(pack, 0)
    #expect((UInt32(0x20)...0x7E).allSatisfy { font.glyph(of: $0) != nil })
    let other = Fonts.compile(text.replacing("FONT", with: "DejaVuSans.ttf"))
    #expect(other.pack == nil)
    let expected =
      "t:6:16: error: stage.console-font: ' ' has not the width of 'M'; expected a monospaced font"
    #expect(other.diagnostics.sorted.map { $0.line(file: "t") } == [expected])
  }

  @Test func `a text is as it is, unless HarfBuzz makes more of it`() throws {
    let pack = try Fonts.pack(Self.text)
    let title = try Fonts.firstText(of: pack, 2)
    let waiting = try Fonts.firstText(of: pack, 3)
    // DejaVu Sans has a ligature in "office".
    #expect(Fonts.kinds(of: pack, title) == [.word, .space, .word, .space, .word])
    #expect(Fonts.kinds(of: pack, waiting) == [.plain])
    #expect(Fonts.kinds(of: pack, waiting, locale: 1) == [.word, .space, .word, .space, .word])
    let text = pack[TextRecord.self, waiting + pack.textCount]
    #expect(text.isRightToLeft)
    #expect(pack[PieceRecord.self, text.pieces.lowerBound].level == 1)
    #expect(pack[PieceRecord.self, text.pieces.lowerBound + 4].level == 2)
  }

  /// Words that are shaped in their context are at HarfBuzz's positions in the whole text.
  @Test(arguments: [
    ("NotoNaskhArabic-Regular.ttf", "جارٍ التحضير للتشغيل", true),
    ("NotoSansHebrew-Regular.ttf", "מתכונן להפעלה בָּרוּךְ", true),
    ("NotoSansDevanagari-Regular.ttf", "सिस्टम प्रारंभ हो रहा है", false),
    ("NotoSansThai-Regular.ttf", "กำลังเตรียมระบบ", false),
  ])
  func `complex scripts stand as HarfBuzz shapes them`(
    file: String, text: String, isRightToLeft: Bool
  ) throws {
    let pack = try Fonts.pack(
      "flipbook = 1\n[fonts.f]\nfile = \"\(file)\"\ncharacters = [\"ascii\"]\n"
        + "[text.a]\nfont = \"f\"\ntext = \"\(text)\"\n")
    let face = try FontFace(try Fonts.file(file), index: 0, axes: [])
    let scalars = text.unicodeScalars.map(\.value)
    let whole = face.shape(
      scalars, 0..<scalars.count, language: "en", isRightToLeft: isRightToLeft, features: ["tnum"])
    var expected: [(x: Int, y: Int)] = []
    var x = 0
    for glyph in whole {
      if scalars[glyph.cluster] != 0x20 { expected.append((x + glyph.x, glyph.y)) }
      x += glyph.advance
    }
    let index = try Fonts.firstText(of: pack, 2)
    var found: [(x: Int, y: Int)] = []
    x = 0
    var pieces = pack[TextRecord.self, index].pieces.map { pack[PieceRecord.self, $0] }
    if isRightToLeft { pieces.reverse() }
    let font = PackFont(pack, 0)
    for piece in pieces {
      guard piece.kind == .word else {
        #expect(piece.kind == .space)
        x += pack.advance(ofGlyph: try #require(font.glyph(of: 0x20)))
        continue
      }
      for index in piece.content {
        let placed = pack[PlacedGlyphRecord.self, index]
        found.append((x + Int(placed.x), Int(placed.y)))
      }
      x += Int(piece.width)
    }
    #expect(found.map(\.x) == expected.map(\.x))
    #expect(found.map(\.y) == expected.map(\.y))
  }

  /// The daemon's drawing of a pack's outlines equals FreeType's drawing of the font.
  @Test(arguments: [
    "DejaVuSans.ttf", "DejaVuSerif-Bold.ttf", "NotoNaskhArabic-Regular.ttf",
    "Cantarell-Regular.otf", "EBGaramond12-Regular.otf",
  ])
  func `glyphs of 12 pixels are as FreeType draws them`(file: String) throws {
    let pack = try Fonts.pack(
      "flipbook = 1\n[fonts.f]\nfile = \"\(file)\"\ncharacters = [\"latin\", \"U+627-64A\"]\n[stage]\nfont = \"f\"\n"
    )
    let face = try FontFace(try Fonts.file(file), index: 0, axes: [])
    let font = PackFont(pack, 0)
    let scalars = Array("Hamburgefonstiv 0123 @&ßgQ§ðابجض".unicodeScalars.map(\.value))
      .filter { font.glyph(of: $0) != nil }
      // A pack has the tabular figures of a font, if there are several kinds.
      .filter { !file.hasSuffix(".otf") || !(0x30...0x39).contains($0) }
    // 12 pixels per em, at 16 positions between two pixels.
    let (width, height, finer) = (12 * scalars.count, 20, 16)
    var plain = [UInt8](repeating: 0, count: width * height)
    var fine = [UInt8](repeating: 0, count: width * height * finer * finer)
    var scene = Scene(shapeCapacity: 64, elementCapacity: 1 << 14)
    let unit = Fixed(12) / Fixed(face.em)
    for (index, scalar) in scalars.enumerated() {
      let (x, y) = (64 * 12 * index + 4 * (index % 16), 64 * 14 + 4 * (index % 16))
      scene.beginPath()
      pack.addGlyph(
        try #require(font.glyph(of: scalar)), at: Point(Fixed(x, over: 64), Fixed(y, over: 64)),
        unit: unit, to: &scene)
      let path = scene.endPath()
      scene.add(.fill(path), paint: .solid(.white))
      let glyph = try #require(face.glyph(of: scalar))
      #expect(
        face.draw(glyph, em: 12 * 64, x: x, y: y, into: &plain, width: width, height: height)
          && face.draw(
            glyph, em: 12 * 64 * finer, x: x * finer, y: y * finer, into: &fine,
            width: width * finer, height: height * finer)
      )
    }
    let pixels = Fonts.pixels(of: scene, width: width, height: height)
    // FreeType rounds points to 1/64 pixel, so the line of text is compared as a whole. Drawn 16
    // times as large and averaged, it hardly rounds, and then each pixel with ink counts.
    // It rounds two controls of a cubic.
    let least = file.hasSuffix(".otf") ? 37.0 : 40
    #expect(Fonts.decibels(pixels, plain, of: pixels.count) >= least)
    var (averages, inked) = ([UInt8](), 0)
    for index in pixels.indices {
      let (column, row) = (index % width * finer, index / width * finer)
      var sum = 0
      for line in row..<row + finer {
        for position in column..<column + finer {
          sum += Int(fine[line * width * finer + position])
        }
      }
      averages.append(UInt8((2 * sum + finer * finer) / (2 * finer * finer)))
      inked += sum > 0 ? 1 : 0
    }
    #expect(inked > width)
    #expect(Fonts.decibels(pixels, averages, of: inked) >= 45)
  }

  /// A contour of a CFF font may end with a cubic, but it cannot begin at a control point.
  @Test(arguments: [
    "DejaVuSans.ttf", "DejaVuSerif-Bold.ttf", "NotoSans-Regular.ttf", "NotoSerif-Regular.ttf",
    "NotoNaskhArabic-Regular.ttf", "NotoSansHebrew-Regular.ttf", "Cantarell-Regular.otf",
    "Cantarell-ExtraBold.otf", "EBGaramond12-Regular.otf", "EBGaramond12-Italic.otf",
  ])
  func `each letter of a font has an outline`(file: String) throws {
    let face = try FontFace(try Fonts.file(file), index: 0, axes: [])
    let letters = (UInt32(0x21)...0x6FF).filter { value in
      Unicode.Scalar(value).map { $0.properties.isAlphabetic } == true
        && face.glyph(of: value) != nil
    }
    #expect(letters.count > 20)
    for letter in letters {
      let glyph = try #require(face.glyph(of: letter))
      let outline = try #require(face.outline(of: glyph))
      let name = String(letter, radix: 16)
      if outline.isEmpty {
        // A font may have letters without ink.
        var ink = [UInt8](repeating: 0, count: 96 * 96)
        let isDrawn = face.draw(
          glyph, em: 32 * 64, x: 32 * 64, y: 64 * 64, into: &ink, width: 96, height: 96)
        #expect(isDrawn && ink.allSatisfy { $0 == 0 }, "\(name)")
        continue
      }
      #expect(outline.count >= 3 && outline[0].isOnCurve && outline.last?.isLast == true, "\(name)")
    }
  }

  @Test(arguments: [
    (
      "[fonts.a]\nfile = \"nothing.ttf\"",
      "t:3:8: error: fonts.a.file: 'nothing.ttf' cannot be used: there is no such file; expected a TrueType or OpenType font"
    ),
    (
      "[fonts.a]\nfile = \"logo.svg\"",
      "t:3:8: error: fonts.a.file: 'logo.svg' cannot be used: it is no font that FreeType can read; expected a TrueType or OpenType font"
    ),
    ("[fonts.a]\nindex = 0", "t:2:8: error: fonts.a: no file; expected file = …"),
    (
      "[fonts.a]\nfile = \"DejaVuSans.ttf\"\naxes = { wght = 500 }",
      "t:3:8: error: fonts.a.file: 'DejaVuSans.ttf' cannot be used: it has not got these axes; expected a TrueType or OpenType font"
    ),
    (
      "[fonts.a]\nfile = \"DejaVuSans.ttf\"\ncharacters = [\"lattin\"]",
      "t:4:14: error: fonts.a.characters: 'lattin' does not fit; expected ascii, latin, vietnamese, cyrillic, greek, marks, hebrew, arabic, thai, U+2190-2193 or characters; did you mean 'latin'?"
    ),
    (
      "[fonts.body]\nfile = \"DejaVuSans.ttf\"\n[stage]\nfont = \"boddy\"",
      "t:5:8: error: stage.font: there is no font 'boddy'; expected a name of [fonts]; did you mean 'body'?"
    ),
    (
      "[fonts.a]\nfile = \"DejaVuSans.ttf\"\n[text.a]\nfont = \"a\"\ntext = \"漢字\"",
      "t:2:8: warning: fonts.a: en: '漢字' has characters that the font has not: U+6F22, U+5B57"
    ),
  ])
  func `a mistake is reported with its place`(text: String, line: String) {
    let result = Fonts.compile("flipbook = 1\n" + text)
    #expect(result.diagnostics.sorted.map { $0.line(file: "t") } == [line])
  }

  @Test func `a broken font file costs a line, never the compiler`() throws {
    let whole = try Fonts.file("DejaVuSansMono.ttf")
    let theme =
      "flipbook = 1\n[fonts.a]\nfile = \"a.ttf\"\ncharacters = [\"ascii\"]\n[stage]\nfont = \"a\"\n"
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for turn in 0..<30 {
      var bytes = whole
      for _ in 0...turn {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Most of them in the tables with the offsets of all others.
        let end = turn % 2 == 0 ? 2000 : bytes.count
        bytes[Int(state >> 33) % end] = UInt8(truncatingIfNeeded: state >> 24)
      }
      if turn % 5 == 4 { bytes.removeLast(bytes.count / 3) }
      let result = Themes.compile(theme, files: ["a.ttf": bytes])
      #expect((result.pack == nil) == (result.diagnostics.errorCount > 0))
    }
  }
}

/// Compiles themes with fonts of the machine.
enum Fonts {
  struct Missing: Error { let lines: [String] }

  private static let folders = [
    "/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/truetype/noto/",
    "/usr/share/fonts/opentype/cantarell/", "/usr/share/fonts/opentype/ebgaramond/",
    "/usr/share/fonts/opentype/noto/",
    "/usr/share/fonts/truetype/inter-vf/",
  ]

  /// A font's file.
  static func file(_ name: String) throws -> [UInt8] {
    for folder in folders {
      if let data = FileManager.default.contents(atPath: folder + name) { return Array(data) }
    }
    throw Missing(lines: ["no \(name): Scripts/setup test installs it"])
  }

  static func compile(_ text: String) -> ThemeCompiler.Result {
    ThemeCompiler.compile(Array(text.utf8), folder: "folder") { name in
      if name == "logo.svg" { return .bytes(Array(Themes.svg.utf8)) }
      return (try? file(name)).map { .bytes($0) } ?? .unreadable("there is no such file")
    }
  }

  static func pack(_ text: String) throws -> Pack {
    let result = compile(text)
    guard let bytes = result.pack else {
      throw Missing(lines: result.diagnostics.sorted.map { $0.line(file: "t") })
    }
    return try Pack(bytes)
  }

  static func kinds(of pack: Pack, _ index: Int, locale: Int = 0) -> [PieceKind] {
    pack[TextRecord.self, index + locale * pack.textCount].pieces
      .map { pack[PieceRecord.self, $0].kind }
  }

  /// The first text of a node.
  static func firstText(of pack: Pack, _ node: Int) throws -> Int {
    let record = try #require(pack.record(node))
    return try #require(pack[TextElement.self, record].texts[0])
  }

  /// The similarity of two images: the peak signal to the noise, over so many pixels.
  static func decibels(_ a: [UInt8], _ b: [UInt8], of count: Int) -> Double {
    var squares = 0
    for index in a.indices {
      squares += (Int(a[index]) - Int(b[index])) * (Int(a[index]) - Int(b[index]))
    }
    return 10 * log10(255 * 255 * Double(count) / Double(max(squares, 1)))
  }

  /// The brightness of a scene's pixels, white on black.
  static func pixels(of scene: borrowing Scene, width: Int, height: Int) -> [UInt8] {
    var renderer = Renderer(maximumWidth: width, maximumHeight: height, edgeCapacity: 1 << 16)
    var words = [UInt32](repeating: 0, count: width * height)
    var pixels = PixelBuffer(
      words.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(
      scene, damage: DamageRegion(allOfWidth: width, height: height), into: &pixels)
    return words.map { UInt8(truncatingIfNeeded: $0) }
  }
}
