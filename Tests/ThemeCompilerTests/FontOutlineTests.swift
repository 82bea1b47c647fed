// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Foundation
import DisplayList
import Testing
import Theme

@testable import ThemeCompiler

/// Fonts of Debian's packages of each kind, letter by letter.
@Suite struct FontOutlineTests {
  /// TrueType, CFF, variable fonts and faces of collections: the file, further keys, characters.
  struct Sample: Sendable, CustomTestStringConvertible {
    let file: String
    var index = 0
    var weight: Int32?
    var characters = "\"latin\""

    var testDescription: String { "\(file) \(index)" }
  }

  private static let chinese = "\"ascii\", \"磁盘检查正在启动请勿关闭电源。（）：，\""
  private static let japanese = "\"ascii\", \"ディスクを確認しています。（）磁電源\""
  private static let korean = "\"ascii\", \"디스크를 검사하는 중입니다。（）\""

  /// Every letter is as FreeType draws it: none is missing, and none is inside out.
  @Test(arguments: [
    Sample(file: "DejaVuSans.ttf"), Sample(file: "DejaVuSerif-BoldItalic.ttf"),
    Sample(file: "NotoSans-Italic.ttf"),
    Sample(file: "Cantarell-Regular.otf"), Sample(file: "Cantarell-ExtraBold.otf"),
    Sample(file: "EBGaramond12-Regular.otf"), Sample(file: "EBGaramond12-Italic.otf"),
    Sample(file: "NotoSansCJK-Regular.ttc", characters: japanese),
    Sample(file: "NotoSansCJK-Bold.ttc", index: 1, characters: korean),
    Sample(file: "NotoSansCJK-Regular.ttc", index: 2, characters: chinese),
    Sample(file: "NotoSerifCJK-Regular.ttc", index: 3, characters: chinese),
    Sample(file: "Inter.var.ttf", weight: 640 << 16),
  ])
  func `every letter is as FreeType draws it`(sample: Sample) throws {
    let axes = sample.weight.map { [FontAxis(tag: "wght", value: $0)] } ?? []
    let pack = try Fonts.pack(
      """
      flipbook = 1
      [fonts.f]
      file = "\(sample.file)"
      index = \(sample.index)
      characters = [\(sample.characters)]
      \(sample.weight.map { "axes = { wght = \($0 >> 16) }" } ?? "")
      [stage]
      font = "f"
      """)
    let face = try FontFace(try Fonts.file(sample.file), index: sample.index, axes: axes)
    let font = PackFont(pack, 0)
    let scalars = (0x21...UInt32(0xFFFF)).filter { scalar in font.glyph(of: scalar) != nil }
    #expect(scalars.count > 90)
    let (side, em) = (64, 32)
    for scalar in scalars {
      // Digits have equal widths, which may need other glyphs than those of the characters.
      let shaped = face.shape([scalar], 0..<1, language: "en", features: ["tnum"])
      guard shaped.count == 1 else { continue }
      var expected = [UInt8](repeating: 0, count: side * side)
      #expect(
        face.draw(
          shaped[0].glyph, em: em * 64, x: 64 * 16, y: 64 * 40, into: &expected, width: side,
          height: side))
      var scene = Scene(shapeCapacity: 4, elementCapacity: 1 << 14)
      scene.beginPath()
      pack.addGlyph(
        try #require(font.glyph(of: scalar)), at: Point(16, 40), unit: Fixed(em) / Fixed(face.em),
        to: &scene)
      let path = scene.endPath()
      scene.add(.fill(path), paint: .solid(.white))
      let pixels = Fonts.pixels(of: scene, width: side, height: side)
      let inked = expected.count { $0 > 0 }
      guard inked > 0 else {
        #expect(pixels.allSatisfy { $0 == 0 }, "U+\(String(scalar, radix: 16)) has ink")
        continue
      }
      // FreeType makes few lines of small cubics: such letters differ most, 22 dB; missing ones 5.
      let nearness = Fonts.decibels(pixels, expected, of: inked)
      #expect(nearness >= 20, "U+\(String(scalar, radix: 16)): \(nearness) dB")
    }
  }

  @Test func `a fallback can be a face of a collection`() throws {
    func outline(_ fallback: String) throws -> [UInt8] {
      let result = Fonts.compile(
        "flipbook = 1\n[fonts.f]\nfile = \"DejaVuSans.ttf\"\nfallback = [\"\(fallback)\"]\n"
          + "characters = [\"ascii\", \"直\"]\n[stage]\nfont = \"f\"\n")
      #expect(result.diagnostics.all.isEmpty)
      return try #require(result.pack)
    }
    // Han characters have different shapes in Japan and in China.
    let japanese = try outline("NotoSansCJK-Regular.ttc")
    #expect(try outline("NotoSansCJK-Regular.ttc#0") == japanese)
    #expect(try outline("NotoSansCJK-Regular.ttc#2") != japanese)
    // Of 19 MB only the used glyphs are there.
    #expect(japanese.count < 40000)
    let missing = Fonts.compile(
      "flipbook = 1\n[fonts.f]\nfile = \"DejaVuSans.ttf\"\nfallback = [\"NotoSansCJK-Regular.ttc#99\"]\n"
    )
    #expect(
      missing.diagnostics.sorted.map { $0.line(file: "t") } == [
        "t:4:12: error: fonts.f.fallback: 'NotoSansCJK-Regular.ttc' cannot be used: it has no such face; expected a TrueType or OpenType font"
      ])
  }

  /// An OpenType font with broken glyph programs: each unreadable glyph is an error.
  @Test func `an outline that cannot be read is an error with its character`() throws {
    var bytes = try Fonts.file("Cantarell-Regular.otf")
    let table = try #require(Self.table("CFF ", of: bytes))
    // The last part of the table has the glyphs' programs: operators that do not exist.
    for index in (table.upperBound - table.count / 2)..<table.upperBound { bytes[index] = 0x0F }
    let result = Themes.compile(
      "flipbook = 1\n[fonts.a]\nfile = \"a.otf\"\ncharacters = [\"ascii\"]\n[stage]\nfont = \"a\"\n",
      files: ["a.otf": bytes])
    #expect(result.pack == nil)
    let lines = result.diagnostics.sorted.map { $0.line(file: "t") }
    #expect(lines.contains { $0.contains("error: fonts.a: the outline of '") }, "\(lines)")
  }

  /// The position of a table in a font's file.
  private static func table(_ tag: String, of bytes: [UInt8]) -> Range<Int>? {
    func number(_ at: Int, _ count: Int) -> Int {
      bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    for index in 0..<number(4, 2) {
      let entry = 12 + 16 * index
      guard bytes[entry..<entry + 4].elementsEqual(tag.utf8) else { continue }
      return number(entry + 8, 4)..<number(entry + 8, 4) + number(entry + 12, 4)
    }
    return nil
  }
}
