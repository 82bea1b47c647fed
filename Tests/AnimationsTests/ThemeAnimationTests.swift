// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
@testable import DisplayList
import Raster
import Support
import Testing
import Theme

@testable import Animations
import Stage

/// Features that only themes use: a bar with a passing part, labels in a font of the pack.
@Suite struct ThemeAnimationTests {
  private static let (width, height) = (240, 160)

  private final class Shown: DrawnStage {
    init(_ pack: PackMaker) throws {
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: ThemeAnimationTests.width,
        heightInPixels: ThemeAnimationTests.height)
      configuration.theme = ThemeSelection(try Pack(pack.file()))
      try super.init(configuration)
    }

    /// The values of blue in a row.
    func row(_ row: Int, _ time: Double) -> [Int] {
      words(time)[width * row..<width * (row + 1)].map { Int($0 & 0xFF) }
    }

    /// The runs of pixels of a row that have more than half of blue.
    func runs(_ row: Int, _ time: Double) -> [Range<Int>] {
      var runs: [Range<Int>] = []
      for (column, blue) in self.row(row, time).enumerated() where blue > 128 {
        if let last = runs.last, last.upperBound == column {
          runs[runs.count - 1] = last.lowerBound..<column + 1
        } else {
          runs.append(column..<column + 1)
        }
      }
      return runs
    }
  }

  /// A white bar of 100 pt in the middle, with a passing part if requested.
  private static func bar(sweeps: Bool = true) -> PackMaker {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    var bar = pack.animation(.bar, colors: [0xFFFF_FFFF], width: 100, height: 20)
    (bar.flow, bar.sweeps, bar.showsLabel) = (.still, sweeps, false)
    pack.node(.animation, bar, channel: 1)
    return pack
  }

  @Test func `three tenths of a bar pass along it`() throws {
    let shown = try Shown(Self.bar())
    shown.stage.apply(.progressUnknown(channel: 1), at: ms(0))
    // From 30 points before it to its end, in 1.6 s.
    #expect(shown.runs(80, 480) == [79..<109])
    #expect(shown.runs(80, 800) == [105..<135])
    #expect(shown.runs(80, 1400) == [154..<170])
    #expect(shown.runs(80, 1600) == [])
    #expect(shown.runs(80, 2400) == [105..<135])
    #expect(shown.stage.nextChange(after: ms(2400)) == .now)
    // The passing part appears in 0.3 s.
    #expect(shown.row(80, 150)[70...72].max() ?? 255 < 140)
  }

  @Test func `a known progress takes its place`() throws {
    let shown = try Shown(Self.bar())
    shown.stage.apply(.progress(channel: 1, percent: Percent(50)), at: ms(0))
    #expect(shown.runs(80, 2000) == [70..<120])
    shown.stage.apply(.progressUnknown(channel: 1), at: ms(2000))
    #expect(shown.runs(80, 2800) == [105..<135])
    // From the previous width, and not from the full width.
    shown.stage.apply(.progress(channel: 1, percent: Percent(60)), at: ms(3000))
    #expect(shown.row(80, 3100)[168] == 0)
    #expect(shown.runs(80, 5000) == [70..<130])
    #expect(shown.stage.nextChange(after: ms(9000)) == .never)
  }

  @Test func `a failure stops what passes`() throws {
    let shown = try Shown(Self.bar())
    shown.stage.apply(.progressUnknown(channel: 1), at: ms(0))
    shown.stage.apply(.fail, at: ms(800))
    #expect(shown.stage.nextChange(after: ms(9000)) == .never)
    #expect(shown.row(80, 9000) == shown.row(80, 12_000))
    shown.stage.apply(.reset, at: ms(12_000))
    #expect(shown.runs(80, 15_000) == [])
  }

  @Test func `a bar that is full instead is so`() throws {
    let shown = try Shown(Self.bar(sweeps: false))
    shown.stage.apply(.progressUnknown(channel: 1), at: ms(0))
    #expect(shown.runs(80, 3000) == [70..<170])
  }

  @Test func `a ring's number is in the theme's font`() throws {
    var widths: [[Int]] = []
    for font in [0, nil] as [Int?] {
      var pack = PackMaker()
      pack.stage()
      pack.background(0x0000_00FF)
      pack.boxFont()
      var ring = pack.animation(
        .ring, colors: [0xFF00_00FF, 0xFF00_00FF], width: 140, height: 140)
      ring.others[1] = StraightColor(hex: 0xFFFF_FFFF)
      ring.font = font
      pack.node(.animation, ring, channel: 1)
      let shown = try Shown(pack)
      shown.stage.apply(.progress(channel: 1, percent: Percent(12)), at: ms(0))
      let runs = shown.runs(80, 3000)
      widths.append(runs.map(\.count))
      if font == 0, let first = runs.first, let last = runs.last {
        // In the middle: three advances; the last is 1 unit wider than its box.
        #expect(runs.count == 3 && abs(first.lowerBound + last.upperBound - 240) <= 4)
      }
    }
    // Boxes of 2 units, 4, and 9 for a character that the font does not have.
    let unit = Double(widths[0].last ?? 0) / 9
    #expect(widths[0].count == 3 && abs(Double(widths[0][0]) - 2 * unit) < 1.5)
    #expect(widths[0] != widths[1])
  }

  @Test func `the download bar's texts are in the theme's font`() throws {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    pack.boxFont()
    pack.texts([[pack.word(level: 0)]])
    var download = pack.animation(.download, colors: [], width: 200, height: 80)
    download.doneText = 0
    // The bubble, and its text.
    download.others[1] = StraightColor(hex: 0xFFFF_FFFF)
    download.others[3] = StraightColor(hex: 0x00FF_00FF)
    var rows: [[Range<Int>]] = []
    for (font, bytes) in [(nil, Array("done".utf8)), (0, [0xF8, 0, 0, 0])] as [(Int?, [UInt8])] {
      download.font = font
      var pack = pack
      pack.node(.animation, download, channel: 1)
      let choice = ThemeSelection(try Pack(pack.file()))
      let record = try #require(choice.record(ofNode: 1, 0))
      guard case .download(let style) = AnimationStyle.Kind(choice, record, nil) else {
        Issue.record("no download bar")
        continue
      }
      #expect(style.doneText == bytes)
      let shown = try Shown(pack)
      shown.stage.apply(.progress(channel: 1, percent: Percent(50)), at: ms(0))
      shown.stage.apply(.done, at: ms(3000))
      // Only the parts of the bubble between the letters have blue.
      rows.append(shown.runs(66, 9000))
    }
    for row in rows {
      #expect(row.count > 1 && row.first?.lowerBound == 204 && row.last?.upperBound == 236)
    }
    #expect(rows[0] != rows[1])
  }

  /// Draws a label with a width of 31 in the built-in font, and returns the cap height of its strokes.
  private func labelHeight(_ text: String) -> Fixed? {
    var scene = Scene()
    scene.addLabel(
      Array(text.utf8).span, .builtIn, capHeight: 10, width: 31, center: Point(50, 50), .white,
      transform: .identity)
    guard scene.shapeCount == 1 else { return nil }
    // Every text here has a capital or an ascender.
    let heights = (0..<scene.elementCount).map { scene.elements[$0].end.y }
    guard let top = heights.min(), let bottom = heights.max() else { return nil }
    return bottom - top
  }

  @Test func `long texts of the download bar become smaller`() throws {
    let whole = try #require(labelHeight("done"))
    #expect(labelHeight("failed") == whole)
    let smaller = try #require(labelHeight("All done"))
    let smallest = try #require(labelHeight("Unterbrochen"))
    #expect(smaller < whole && smallest < smaller)
    // Never too small to read.
    #expect(labelHeight("Unterbrochen!!!") == smallest)
  }

  /// No texts, and a mark without a letter.
  @Test(arguments: ["", "\u{301}"])
  func `texts of the download bar may have no width`(text: String) {
    #expect(labelHeight(text) == nil)
  }

  /// No theme's folder makes such a pack.
  @Test func `an animation goes on behind a record of another kind`() throws {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    let bar = pack.animation(.bar, colors: [0xFFFF_FFFF], width: 100, height: 20)
    let ring = pack.animation(.ring, colors: [0xFFFF_FFFF, 0xFFFF_FFFF], width: 100, height: 100)
    pack.node(.animation, [bar, ring]) { $0 / 2 % Situation.phases == 0 ? 0 : 1 }
    let shown = try Shown(pack)
    shown.stage.apply(.progress(channel: 1, percent: Percent(50)), at: ms(0))
    #expect(shown.stage.nextChange(after: ms(100)) != .never)
    #expect(shown.runs(80, 3000).isEmpty)
  }
}
