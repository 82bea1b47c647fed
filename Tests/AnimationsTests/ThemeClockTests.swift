// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Motion
import Raster
import Stage
import Support
import Testing
import Theme

@testable import Animations

/// A theme's clock: its times, and the instants at which its frames change.
@Suite struct ThemeClockTests {
  private static let (width, height) = (200, 100)

  private final class Shown: DrawnStage {
    init(_ pack: PackMaker, locale: String = "") throws {
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: ThemeClockTests.width,
        heightInPixels: ThemeClockTests.height)
      configuration.showWholeStage()
      configuration.theme = ThemeSelection(
        try Pack(pack.file()), locale: Array(locale.utf8).span)
      try super.init(configuration)
    }

    func next(_ time: Double) -> NextChange { stage.nextChange(after: ms(time)) }
  }

  private static var properties: TextProperties {
    var properties = TextProperties()
    properties.size = Length(10)
    properties.color = StraightColor(hex: 0xFFFF_FFFF)
    return properties
  }

  private static func stage() -> PackMaker {
    var pack = PackMaker()
    pack.stage { $0.dissolve = 400_000 }
    pack.background(0x1020_30FF)
    return pack
  }

  private static func clock(
    _ format: ClockFormat = .hours24, _ alignment: Alignment = .center, x: Double = 0.5,
    y: Double = 0.5
  ) -> PackMaker {
    var pack = stage()
    var record = ClockElement(PackMaker.element(x, y))
    (record.properties, record.format) = (properties, format)
    record.properties.alignment = alignment
    pack.node(.clock, record)
    return pack
  }

  /// The frame of a text in the same place.
  private static func frame(_ text: String) throws -> [UInt32] {
    var pack = stage()
    var record = TextElement(PackMaker.element())
    let piece = pack.plain(text)
    pack.texts([[piece]])
    (record.texts[0], record.properties) = (0, properties)
    pack.node(.text, record)
    return try Shown(pack).words(0)
  }

  @Test(arguments: [
    (0, 0, "00:00", "12:00"), (0, 1, "00:01", "12:01"), (1, 0, "01:00", "1:00"),
    (9, 41, "09:41", "9:41"), (11, 59, "11:59", "11:59"), (12, 0, "12:00", "12:00"),
    (13, 5, "13:05", "1:05"), (23, 59, "23:59", "11:59"),
  ])
  func `a clock shows hours and minutes as a text does`(
    hours: Int, minutes: Int, whole: String, half: String
  ) throws {
    for (format, text) in [(ClockFormat.hours24, whole), (.hours12, half)] {
      let shown = try Shown(Self.clock(format))
      shown.stage.set(WallClock(hours: hours, minutes: minutes, at: .zero), at: .zero)
      #expect(try shown.words(0) == Self.frame(text), "\(text)")
    }
  }

  @Test func `the frame changes at the full minute and not before`() throws {
    let shown = try Shown(Self.clock())
    shown.stage.set(WallClock(hours: 23, minutes: 59, at: ms(-20_000)), at: .zero)
    #expect(shown.next(0) == .at(ms(40_000)))
    let before = shown.words(39_999)
    #expect(before == shown.words(0))
    #expect(shown.next(39_999) == .at(ms(40_000)))
    #expect(try shown.words(40_000) == Self.frame("00:00"))
    #expect(shown.next(40_000) == .at(ms(100_000)))
  }

  @Test func `a clock that is not set is hidden and needs no frame`() throws {
    let (shown, empty) = (try Shown(Self.clock()), try Shown(Self.stage()))
    #expect(shown.words(0) == empty.words(0))
    #expect(shown.next(0) == .never)
    shown.stage.set(WallClock(hours: 9, minutes: 41, at: ms(1000)), at: ms(1000))
    #expect(shown.words(1000) != empty.words(1000))
    shown.stage.set(nil, at: ms(2000))
    #expect(shown.words(2000) == empty.words(2000))
    #expect(shown.next(2000) == .never)
  }

  @Test func `a step of the clock is shown at once`() throws {
    let shown = try Shown(Self.clock())
    shown.stage.set(WallClock(hours: 9, minutes: 41, at: .zero), at: .zero)
    _ = shown.words(1000)
    shown.stage.set(WallClock(hours: 17, minutes: 30, at: ms(10_000)), at: ms(30_000))
    #expect(try shown.words(30_000) == Self.frame("17:30"))
    #expect(shown.next(30_000) == .at(ms(70_000)))
  }

  @Test func `a theme without a clock, or with a hidden one, needs no frame`() throws {
    var pack = Self.stage()
    var record = ClockElement(PackMaker.element())
    record.properties = Self.properties
    // Only after a failure.
    pack.node(.clock, [record]) { situation in situation / 2 % 5 == 3 ? 0 : 255 }
    let hidden = try Shown(pack)
    let other = try Shown(Self.stage())
    for shown in [hidden, other] {
      shown.stage.set(WallClock(hours: 9, minutes: 41, at: .zero), at: .zero)
      #expect(shown.next(5000) == .never)
    }
    hidden.stage.apply(.fail, at: ms(6000))
    #expect(hidden.next(20_000) == .at(ms(60_000)))
  }

  @Test func `a clock goes on while something is asked`() throws {
    let shown = try Shown(Self.clock(y: 0))
    shown.stage.set(WallClock(hours: 9, minutes: 41, at: .zero), at: .zero)
    shown.stage.apply(.ask("?", EntryField(bulletCount: 1)), at: ms(1000))
    #expect(shown.next(5000) == .at(ms(60_000)))
    let before = shown.words(59_999)
    let rows = 20 * Self.width
    #expect(before[..<rows] != shown.words(60_000)[..<rows])
    #expect(before[rows...] == shown.words(60_000)[rows...])
  }

  @Test func `another properties has the same clock`() throws {
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: Self.width, heightInPixels: Self.height)
    configuration.theme = ThemeSelection(try Pack(Self.clock().file()))
    var model = try StageModel(configuration, at: .zero)
    model.set(WallClock(hours: 9, minutes: 41, at: .zero), at: ms(1000))
    configuration.theme = ThemeSelection(try Pack(Self.clock(.hours12).file()))
    let next = try StageModel(configuration, continuing: model, at: ms(2000))
    _ = model.dissolve(into: next, at: ms(2000))
    #expect(model.wallClock == WallClock(hours: 9, minutes: 41, at: .zero))
    // Both looks have it, while one becomes the other.
    model.set(WallClock(hours: 10, minutes: 0, at: .zero), at: ms(2100))
    #expect(model.outgoing?.model.wallClock == model.wallClock)
  }

  @Test func `the box of a clock is as wide as its widest time`() throws {
    // At each side, the time is at the edge of the stage, whatever it is, and is not cut.
    let center = try Self.frame("11:11").filter { $0 != 0x102030 }.count
    for (x, alignment) in [(0.0, Alignment.start), (1, .end)] {
      let shown = try Shown(Self.clock(.hours24, alignment, x: x))
      shown.stage.set(WallClock(hours: 11, minutes: 11, at: .zero), at: .zero)
      let words = shown.words(0)
      let columns = (0..<Self.width).filter { column in
        (0..<Self.height).contains { words[$0 * Self.width + column] != 0x102030 }
      }
      let gap = x == 0 ? columns[0] : Self.width - 1 - columns[columns.count - 1]
      #expect(gap < 4, "\(columns)")
      #expect(abs(words.filter { $0 != 0x102030 }.count - center) < 20)
    }
    let shown = try Shown(Self.clock(.hours24, .end, x: 1))
    shown.stage.set(WallClock(hours: 20, minutes: 58, at: .zero), at: .zero)
    let right = shown.words(0)
    let left = (0..<Self.width).first { column in
      (0..<Self.height).contains { right[$0 * Self.width + column] != 0x102030 }
    }
    #expect((Self.width - 50...Self.width - 20).contains(left ?? 0))
  }

  @Test(arguments: [
    ("en_US.UTF-8", true), ("en_GB.UTF-8", false), ("de_DE@euro", false), ("en_AE", true),
    ("hi_IN.UTF-8", true), ("ko_KR.utf8", true), ("zh_CN", false), ("zm_ZM", true),
    ("fr_FR", false), ("fr_CA.UTF-8", false), ("en_CA", true), ("en-US", true), ("en", false),
    ("C", false), ("", false), ("POSIX", false), ("en_U", false), ("en_USA", false),
    ("en_", false), ("_US", true),
  ])
  func `hours go by the locale's territory`(locale: String, has12Hours: Bool) throws {
    #expect(HourCycle.has12Hours(Array(locale.utf8).span) == has12Hours)
    let shown = try Shown(Self.clock(.auto), locale: locale)
    shown.stage.set(WallClock(hours: 21, minutes: 41, at: .zero), at: .zero)
    #expect(try shown.words(0) == Self.frame(has12Hours ? "9:41" : "21:41"))
  }
}
