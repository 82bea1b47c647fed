// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@testable import DisplayList
@testable import Theme

import Support

/// Lines without spaces, and the tables of a pack for joined letters and marks.
@Suite struct LineBreakTests {
  /// A text with a bar at each place where a line may end.
  private static func divided(_ text: String) -> String {
    var (result, before): (String, UInt32) = ("", 0)
    for scalar in text.unicodeScalars {
      if LineBreak.isPossible(between: before, and: scalar.value) { result += "|" }
      result.unicodeScalars.append(scalar)
      before = scalar.value
    }
    return result
  }

  @Test(arguments: [
    ("日本語のテスト", "日|本|語|の|テ|ス|ト"),
    ("ちょっと、待って。", "ちょっ|と、|待っ|て。"),
    ("「はい」（例）です！", "「は|い」|（例）|で|す！"),
    ("更新42%完成", "更|新|42%|完|成"),
    ("中文OK吗？", "中|文|OK|吗？"),
    ("时间……很长", "时|间……|很|长"),
    ("サーバー", "サー|バー"),
    ("人々", "人々"),
    ("か\u{3099}き", "か\u{3099}|き"),
    ("กำลังเริ่มระบบ", "กำ|ลั|ง|เริ่|ม|ระ|บ|บ"),
    ("โปรดรอ", "โป|ร|ด|ร|อ"),
    ("ไฟล์ 42", "ไฟ|ล์ 42"),
    ("no break, here", "no break, here"),
    ("שלום עולם", "שלום עולם"),
  ])
  func `a line may end between ideographs, kana and clusters`(text: String, divided: String) {
    #expect(Self.divided(text) == divided)
  }

  /// What a layout draws on one line: where each box begins, in points.
  private static func boxes(of text: String, _ pack: Pack) -> [Int] {
    let layout = TextLayout(pack)
    var scene = Scene(elementCapacity: 4096)
    layout.draw(
      Array(text.utf8).span, in: Rectangle(x: 0, y: 0, width: 1000, height: 10),
      TextStyle(font: 0, capHeight: 10, alignment: .start, color: .white), scale: 1,
      transform: .identity, into: &scene)
    return (0..<scene.elementCount).compactMap {
      if case .move(let point) = scene.elements[$0] { point.x.rounded } else { nil }
    }
  }

  @Test func `letters take their forms, and marks their places`() throws {
    let pack = try Pack(PackMaker.shapingSample().file())
    // Alone; two are the ligature; its box begins where its letter does; a separated one stays.
    #expect(Self.boxes(of: "A", pack) == [0])
    #expect(Self.boxes(of: "AA", pack) == [0])
    #expect(Self.boxes(of: "A\u{200C}A", pack) == [0, 10])
    // The initial form begins 2 further to the right.
    #expect(Self.boxes(of: "A\u{200D}", pack) == [2])
    // The mark has no width: the next letter is where it would be without.
    #expect(Self.boxes(of: "A1", pack) == [0, 3])
    #expect(Self.boxes(of: "A1\u{200C}A", pack) == [0, 3, 10])
    // Behind a space it is a character like others.
    #expect(Self.boxes(of: "A 1", pack) == [0, 20])
  }

  @Test func `tables that do not fit are refused`() {
    func refusal(
      _ change: (inout JoinRecord, inout LigatureRecord, inout MarkRecord, inout AnchorRecord)
        -> Void
    ) -> String? {
      do throws(PackError) {
        _ = try Pack(PackMaker.shapingSample(change).file())
        return nil
      } catch {
        var bytes: [UInt8] = []
        error.write { text in for index in text.indices { bytes.append(text[index]) } }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    #expect(refusal { _, _, _, _ in } == nil)
    #expect(refusal { join, _, _, _ in join.glyph = 8 } == "damaged: JOIN 0 is out of bounds")
    #expect(refusal { join, _, _, _ in join.final = 8 } == "damaged: JOIN 0 is out of bounds")
    #expect(refusal { _, pair, _, _ in pair.glyph = 8 } == "damaged: LIGA 0 is out of bounds")
    #expect(refusal { _, _, mark, _ in mark.glyph = 8 } == "damaged: MARK 0 is out of bounds")
    #expect(refusal { _, _, _, anchor in anchor.glyph = 8 } == "damaged: ANCH 0 is out of bounds")
    // Sorted, and each once.
    var twice = PackMaker.shapingSample()
    twice.add(JoinRecord())
    #expect(throws: PackError.outOfBounds(PackSection.joins.tag, 1)) { try Pack(twice.file()) }
  }
}
