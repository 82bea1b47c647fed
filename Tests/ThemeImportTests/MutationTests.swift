// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeImport

/// Changed inputs of every format are imported or refused with a line; nothing traps.
struct MutationTests {
  /// A copy with some bytes changed, cut, repeated or moved.
  private static func mutant(_ bytes: [UInt8], _ dice: inout SeededNumbers) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &dice) where !result.isEmpty {
      let index = Int.random(in: result.indices, using: &dice)
      switch Int.random(in: 0..<7, using: &dice) {
      case 0: result[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      case 1: result[index] = [0, 1, 127, 128, 255].randomElement(using: &dice) ?? 0
      case 2: result.removeLast(result.count - index)
      case 3: result.insert(contentsOf: result[index...].prefix(16), at: index)
      case 4: result.removeSubrange(index..<min(index + 8, result.count))
      case 5: replaceNumber(&result, after: index, &dice)
      default:
        // A number at the limits of its field.
        for step in 0..<4 where index + step < result.count { result[index + step] = 255 }
      }
    }
    return result
  }

  /// Replaces the next number by one that overflows, is negative, or is none.
  private static func replaceNumber(
    _ bytes: inout [UInt8], after index: Int, _ dice: inout SeededNumbers
  ) {
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    guard let start = bytes[index...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
    let numbers = ["9223372036854775807", "-9223372036854775808", "-1", "1e300", "inf", "nan", "0"]
    bytes.replaceSubrange(start..<end, with: (numbers.randomElement(using: &dice) ?? "").utf8)
  }

  /// How many of the mutants are imported.
  private static func imported(
    _ count: Int, seed: UInt64, of original: [UInt8], as name: String,
    with others: [String: [UInt8]] = [:], numbersOnly: Bool = false
  ) -> Int {
    var dice = SeededNumbers(seed)
    var successes = 0
    for _ in 0..<count {
      var files = others
      var changed = original
      if numbersOnly {
        replaceNumber(&changed, after: Int.random(in: changed.indices, using: &dice), &dice)
      } else {
        changed = mutant(original, &dice)
      }
      files[name] = changed
      do throws(ImportError) {
        let source = SampleFiles.source(files, named: others.isEmpty ? [name] : [])
        let result = try ThemeImporter.result(of: source)
        #expect(!result.draft.folder(origin: "x", report: result.report).isEmpty)
        successes += 1
      } catch {
        #expect(!error.text.isEmpty && !error.text.contains("\n"))
      }
    }
    return successes
  }

  @Test func `changed boot animations are imported or refused`() {
    let count = Self.imported(2000, seed: 1, of: SampleFiles.bootanimation, as: "a.zip")
    #expect(count > 20 && count < 1900)
  }

  @Test func `changed descriptions of boot animations are imported or refused`() {
    let desc = Array("16 16 10 1\np 1 2 a\nf 0 0 b 5 #102030 c c\nc 1 0 a\n".utf8)
    let files = ["a/0.png": SampleFiles.png(16, 16), "b/0.png": SampleFiles.png(16, 16)]
    let count = Self.imported(2000, seed: 2, of: desc, as: "desc.txt", with: files)
    #expect(count > 200)
  }

  @Test(arguments: [
    "f 0 0 b 9223372036854775807", "p 9223372036854775807 0 b", "p 0 9223372036854775807 b",
    "p -1 0 b", "c 0 -1 b",
  ])
  func `numbers that cannot be computed with make a line unknown`(line: String) throws {
    let files = [
      "desc.txt": Array("16 16 10\np 1 0 a\n\(line)\n".utf8), "a/0.png": SampleFiles.png(16, 16),
      "b/0.png": SampleFiles.png(16, 16, color: 0),
    ]
    let result = try ThemeImporter.result(of: SampleFiles.source(files))
    #expect(
      result.report.lines.contains { $0.kind == .leftOut && $0.text.hasPrefix("desc.txt:3: ") })
  }

  @Test func `a pause beyond a pack is shortened with a line`() throws {
    let files = [
      "desc.txt": Array("16 16 30\nc 1 9000 a\np 0 0 b\n".utf8), "a/0.png": SampleFiles.png(16, 16),
      "b/0.png": SampleFiles.png(16, 16, color: 0),
    ]
    let result = try ThemeImporter.result(of: SampleFiles.source(files))
    let line = "a: a pause of 2047 frames instead of 9000, as a pack holds 2048"
    #expect(result.report.lines.contains { $0.kind == .changed && $0.text == line })
  }

  @Test func `a boot animation with less than a frame a second keeps its speed`() throws {
    // 64 frames of 8192×8192 pixels at 2 a second: one of 8 is read, a quarter of a frame a second.
    var files = ["desc.txt": Array("8192 8192 2\np 0 0 a\n".utf8)]
    for index in 10..<74 {
      files["a/\(index).png"] = SampleFiles.png(2, 2, color: UInt32(index))
    }
    let set = try #require(
      ThemeImporter.result(of: SampleFiles.source(files)).draft.sequences.first)
    #expect((set.frames.count, set.rate) == (32, 1000))
  }

  @Test func `scripts of Plymouth with extreme numbers are imported or refused`() {
    let files = [
      "a.plymouth": Array("[Plymouth Theme]\nName=A\nModuleName=script\n[script]\n".utf8),
      "logo.png": SampleFiles.png(8, 8),
    ]
    let script = """
      s = Sprite(Image("logo.png").Scale(16, 20)); s.SetX(12); s.SetOpacity(0.5);
      t = Sprite(Image.Text("a", 1, 0, 1, 1, "Sans 12px")); t.SetPosition(40, 50, 60);
      fun refresh() { s.SetX(Math.Int(x % 30) + 100); x = x + 1; } x = 0;
      """
    let count = Self.imported(
      40, seed: 7, of: Array(script.utf8), as: "a.script", with: files, numbersOnly: true)
    #expect(count > 10)
  }

  @Test func `changed theme files of Plymouth are imported or refused`() {
    let files = [
      "throbber-1.png": SampleFiles.png(8, 8), "throbber-2.png": SampleFiles.png(8, 8, color: 0),
      "watermark.png": SampleFiles.png(20, 4),
    ]
    let count = Self.imported(
      2000, seed: 3, of: Array(SampleFiles.twoStep.utf8), as: "a.plymouth", with: files)
    #expect(count > 200)
  }

  @Test func `changed headers of psplash are imported or refused`() {
    let count = Self.imported(
      3000, seed: 4, of: Array(SampleFiles.psplash.utf8), as: "psplash-x-img.h")
    #expect(count > 20)
  }

  @Test func `changed animated PNGs are imported or refused`() throws {
    let count = Self.imported(1000, seed: 5, of: APNGTests.sample, as: "a.png")
    #expect(count > 20)
  }

  @Test func `changed GIFs are imported or refused`() {
    let count = Self.imported(2000, seed: 6, of: AnimatedImageTests.gif, as: "a.gif")
    #expect(count > 20)
  }
}
