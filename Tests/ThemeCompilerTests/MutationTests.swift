// SPDX-License-Identifier: Apache-2.0

import Support
import Testing
import Theme

@testable import ThemeCompiler

/// Texts that are nearly themes: each gives a valid pack or an error.
@Suite struct MutationTests {
  private static let theme = """
    flipbook = 1
    name = "x"
    locales = ["en", "de"]
    variants = ["dark"]
    messages = ["Ready"]
    [colors]
    ink = "112233"
    paper = "FFEEDD80"
    [stage]
    margin = "4%"
    text-size = { size = "2%", min = 9, max = 32 }
    [background]
    gradient = ["ink", "paper", "000000"]
    angle = 30
    image = "logo.svg"
    fit = "contain"
    [image.logo]
    file = "logo.svg"
    width = "10%w"
    tint = "ink"
    [image.code]
    qr = "text"
    anchor = [0.5, 0.25]
    [animation.bar]
    kind = "bar"
    palette = ["ink", "paper"]
    axis = [0, 0, 1, 1]
    [animation.ring]
    kind = "ring"
    rings = 2
    paint = "quadrants"
    [animation.load]
    kind = "download"
    done-text = "@done"
    [text.title]
    text = ["{message/2}: {percent/3}", "@mode", "{{x}}"]
    [stack.one]
    elements = ["bar", "title"]
    held = "bar"
    [stack.two]
    anchor = "bottom-left"
    elements = ["one", "load"]
    [prompt]
    icon = "logo.svg"
    [when."portrait asking".image.logo]
    show = false
    [when.dark.colors]
    ink = "445566"
    [when.failed.text.title]
    text = "@failed"
    [translations.de]
    Ready = "Bereit"
    """

  /// Numbers that are the same in each run (xorshift64*, Vigna 2016).
  private struct SeededGenerator {
    var state: UInt64
    mutating func roll(_ sides: Int) -> Int {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Int(truncatingIfNeeded: (state &* 0x2545_F491_4F6C_DD1D) >> 33) % sides
    }
  }

  private static let words = [
    "-1", "1e400", "inf", "nan", "99999999999", "\"\"", "[]", "{}", "true", "\"%\"", "\"none\"",
    "[[1]]",
    "\"@mode\"", "\"{\"", "\"../x\"", "\"ring\"", "\"one\"", "[\"one\"]", "[\"two\"]", "0.0000001",
    "16384",
    "\"16384%w\"", "1979-05-27", "\"\\u0000\"", "\"{percent/8}\"", "[0.5, 0.5]", "\"paper\"",
  ]

  @Test func `the text itself is a theme`() throws {
    let result = Themes.compile(Self.theme)
    #expect(result.diagnostics.sorted.filter { $0.severity == .error }.isEmpty)
    #expect(result.pack != nil)
  }

  /// The text above, and those of the shipped themes.
  private static func bases() throws -> [String] {
    try [theme] + LayoutTests.themes.map { try LayoutTests.source($0) }
  }

  @Test(arguments: 1...3)
  func `a changed text is a theme or has an error`(seed: UInt64) throws {
    let bases = try Self.bases()
    var generator = SeededGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15)
    for turn in 0..<LongRun.count(25, 33_334) {
      var lines = bases[turn % bases.count].split(separator: "\n").map(String.init)
      for _ in 0...generator.roll(3) {
        let line = generator.roll(lines.count)
        let parts = lines[line].split(separator: "=", maxSplits: 1).map(String.init)
        switch generator.roll(6) {
        case 0: lines.remove(at: line)
        case 1: lines.insert(lines[generator.roll(lines.count)], at: line)
        case 2: lines.swapAt(line, generator.roll(lines.count))
        case 3 where parts.count == 2:
          let other = lines[generator.roll(lines.count)].split(separator: "=", maxSplits: 1)
          lines[line] = parts[0] + "= " + (other.count == 2 ? String(other[1]) : "1")
        default:
          guard parts.count == 2 else { continue }
          lines[line] = parts[0] + "= " + Self.words[generator.roll(Self.words.count)]
        }
      }
      var bytes = Array(lines.joined(separator: "\n").utf8)
      if generator.roll(3) == 0 { bytes[generator.roll(bytes.count)] = UInt8(generator.roll(256)) }
      let begin = LongRun.secondsWorked()
      let result = ThemeCompiler.compile(bytes, folder: "x") { name in
        name == "logo.svg" ? .bytes(Array(Themes.svg.utf8)) : .unreadable("no such file")
      }
      // The compiler itself traps if the daemon would refuse its pack.
      #expect((result.pack == nil) == (result.diagnostics.errorCount > 0))
      for diagnostic in result.diagnostics.sorted where diagnostic.severity == .error {
        #expect(!diagnostic.line(file: "t").contains("\n"), "\(seed), \(turn)")
      }
      if LongRun.isOn {
        #expect(LongRun.secondsWorked() - begin < 1, "\(seed), \(turn)")
        if let pack = result.pack { _ = try Pack(pack) }
      }
    }
  }
}
