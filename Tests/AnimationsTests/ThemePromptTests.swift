// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Raster
import Support
import Testing
import Theme

@testable import Animations
import Stage

/// A theme's prompt: its font, its bullets, its icon, and the dimmed animation.
@Suite struct ThemePromptTests {
  private static let (width, height) = (240, 160)

  /// A stage with a theme, drawn into pixels.
  private final class Shown: DrawnStage {
    init(_ pack: PackMaker, rotation: Rotation = .degrees0) throws {
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: ThemePromptTests.width,
        heightInPixels: ThemePromptTests.height)
      configuration.rotation = rotation
      configuration.showsMessage = true
      configuration.theme = ThemeSelection(try Pack(pack.file()))
      try super.init(configuration)
    }

    func ask(_ question: String, _ entry: EntryField, at time: Double = 0) {
      stage.apply(.ask(question, entry), at: ms(time))
    }

    func words() -> [UInt32] { words(2000) }

    func pixel(_ x: Int, _ y: Int, _ time: Double = 2000) -> UInt32 {
      words(time)[y * ThemePromptTests.width + x] & 0xFF_FFFF
    }

    /// The runs of pixels of a row that have some blue, as half-open ranges of columns.
    func runs(_ row: Int, _ time: Double = 2000) -> [Range<Int>] {
      var runs: [Range<Int>] = []
      let pixels = words(time)[(ThemePromptTests.width * row)...].prefix(ThemePromptTests.width)
      for (column, pixel) in pixels.enumerated() where pixel & 0xFF > 128 {
        if let last = runs.last, last.upperBound == column {
          runs[runs.count - 1] = last.lowerBound..<column + 1
        } else {
          runs.append(column..<column + 1)
        }
      }
      return runs
    }
  }

  /// A stage with capitals of 10 pt, a black background and a white bar at its top.
  private static func theme(image alpha: UInt8? = nil, fade: UInt32 = 0) -> PackMaker {
    var pack = PackMaker()
    pack.stage(
      {
        $0.textSize = Length(10)
        $0.fade = fade
      }, textColor: 0xFFFF_FFFF)
    pack.background(0x0000_00FF, image: alpha.map { red($0, in: &pack) }, fit: .stretch)
    return pack
  }

  /// An image of two by two pixels of one premultiplied red.
  private static func red(_ alpha: UInt8 = 255, in pack: inout PackMaker) -> Int {
    pack.image(2, 2, stream: [0xF1, alpha, 0, 0, alpha, 0xC0, 0xE1])
  }

  private static func bar(_ pack: inout PackMaker) -> AnimationElement {
    var bar = pack.animation(.bar, colors: [0xFFFF_FFFF], width: 100, height: 20, 0.5, 0)
    (bar.flow, bar.showsLabel) = (.still, false)
    return bar
  }

  /// The record of a prompt at the bottom: a field of 34 pt without a colour, 14 pt between its parts.
  private static func prompt(
    width: Double = 200, icon: Int? = nil, bullet: Int? = nil, caps: Int? = nil, font: Int? = nil
  ) -> PromptElement {
    var record = PromptElement(PackMaker.element(0.5, 1))
    record.placement.width = Length(width)
    (record.padding, record.radius) = (.zero, .zero)
    (record.fieldRadius, record.borderWidth) = (.zero, .zero)
    (record.fieldHeight, record.gap) = (Length(34), Length(14))
    record.text = StraightColor(hex: 0xFFFF_FFFF)
    (record.icon, record.bullet, record.capsText, record.font) = (icon, bullet, caps, font)
    record.showsKeymap = true
    return record
  }

  // Rows through the parts, from the lower edge up: the line below, the field, the question.
  private static let (below, field, question) = (155, 119, 83)

  @Test func `an animation at rest is dimmed by what is behind it`() throws {
    // A colour, and images of which as much as that is opaque.
    for (alpha, dimmed) in [
      (nil, 0x66_6666), (255, 0xFF_6666), (128, 0xB3_6666), (0, 0x66_6666),
    ] as [(UInt8?, UInt32)] {
      var pack = Self.theme(image: alpha)
      pack.node(.animation, Self.bar(&pack), channel: 1)
      pack.node(.prompt, Self.prompt())
      let shown = try Shown(pack)
      shown.stage.apply(.done, at: .zero)
      #expect(shown.pixel(120, 10) == 0xFF_FFFF)
      let behind = shown.pixel(20, 10)
      shown.ask("", EntryField(bulletCount: 0), at: 2000)
      #expect(shown.pixel(120, 10, 4000) == dimmed)
      // Nothing changes outside its box, and afterwards the pixels are as before.
      #expect(shown.pixel(20, 10, 4000) == behind)
      shown.stage.apply(.prompt(nil), at: ms(5000))
      #expect(shown.pixel(120, 10, 7000) == 0xFF_FFFF)
    }
  }

  @Test func `an animation on a panel is dimmed by that`() throws {
    for (alpha, dimmed) in [(UInt32(0xFF), UInt32(0x66_66FF)), (0x80, 0x66_66B3)] {
      var pack = Self.theme()
      var stack = PackMaker.stack(0.5, 0)
      stack.fill = StraightColor(hex: 0x0000_FF00 | alpha)
      pack.node(.stack, stack)
      pack.node(.animation, Self.bar(&pack), in: 1, channel: 1)
      pack.node(.prompt, Self.prompt())
      let shown = try Shown(pack)
      shown.stage.apply(.done, at: .zero)
      shown.ask("", EntryField(bulletCount: 0), at: 2000)
      #expect(shown.pixel(120, 10, 4000) == dimmed)
    }
  }

  @Test func `a prompt fades as a whole`() throws {
    for whole in [UInt16(65535), 32768] {
      var pack = Self.theme(fade: 400_000)
      var record = Self.prompt()
      record.placement.opacity = whole
      (record.padding, record.borderWidth) = (Length(14), Length(6))
      record.panel = StraightColor(hex: 0xFF00_00FF)
      record.field = StraightColor(hex: 0x00FF_00FF)
      record.border = StraightColor(hex: 0x0000_FFFF)
      pack.node(.prompt, record)
      let shown = try Shown(pack)
      shown.ask("A", EntryField(bulletCount: 0), at: 1000)
      var (seen, partial) = (Set<UInt32>(), 0)
      for time in stride(from: 1000.0, through: 2000, by: 25) {
        // Of the panel, of the field between lock and border, and of the border itself.
        let panel = shown.pixel(22, Self.field - 14, time)
        let (field, border) = (
          shown.pixel(190, Self.field - 14, time), shown.pixel(120, Self.field - 29, time)
        )
        let alpha = panel >> 16
        #expect(panel == alpha << 16 && field == alpha << 8 && border == alpha, "at \(time)")
        seen.insert(alpha)
        partial += alpha > 0 && alpha < 127 ? 1 : 0
      }
      #expect(seen.contains(0) && seen.max() == (whole == 65535 ? 255 : 128) && partial > 2)
    }
  }

  /// White on black or black on white has at least 3:1 at half of its opacity.
  @Test(arguments: [0, 1, 655, 32767] as [UInt16])
  func `nobody types blindly whatever opacity a pack has`(opacity: UInt16) throws {
    var pack = Self.theme(fade: 400_000)
    var record = Self.prompt()
    record.placement.opacity = opacity
    record.panel = StraightColor(hex: 0xFF00_00FF)
    pack.node(.prompt, record)
    let shown = try Shown(pack)
    shown.ask("A", EntryField(bulletCount: 3), at: 1000)
    // The panel, of which a fade still begins with nothing, and the bullets.
    #expect(shown.pixel(22, Self.field - 14, 1000) == 0)
    #expect(shown.pixel(22, Self.field - 14, 1200) == 0x40_0000)
    #expect(shown.pixel(22, Self.field - 14) == 0x80_0000)
    #expect(shown.words().contains { $0 & 0xFF_FFFF == 0x80_8080 })
    shown.stage.apply(.prompt(nil), at: ms(3000))
    #expect(shown.pixel(22, Self.field - 14, 3500) == 0)
  }

  /// A panel of 60 pt with a border of 5 pt in the middle, and a bar of 40 pt on it.
  @Test func `an element is as opaque as its record says as a whole`() throws {
    var pack = Self.theme()
    var stack = PackMaker.stack()
    (stack.padding, stack.borderWidth) = (Length(10), Length(5))
    stack.fill = StraightColor(hex: 0x00FF_00FF)
    stack.border = StraightColor(hex: 0xFF00_00FF)
    stack.placement.opacity = 32768
    pack.node(.stack, stack)
    var bar = pack.animation(.bar, colors: [0x0000_FFFF], width: 40, height: 20)
    (bar.flow, bar.showsLabel, bar.placement.opacity) = (.still, false, 32768)
    pack.node(.animation, bar, in: 1, channel: 1)
    let shown = try Shown(pack)
    shown.stage.apply(.done, at: .zero)
    let colors = [88, 92, 97, 120].map { shown.pixel($0, 80) }
    #expect(colors == [0, 0x80_0000, 0x00_8000, 0x00_4080])
  }

  @Test func `an image behind an animation is seen through it`() throws {
    var pack = Self.theme()
    var image = PackMaker.image(Self.red(in: &pack), 0.5, 0)
    (image.placement.width, image.placement.height) = (Length(40), Length(4))
    image.fit = .stretch
    pack.node(.image, image)
    pack.node(.animation, Self.bar(&pack), channel: 1)
    pack.node(.prompt, Self.prompt())
    let shown = try Shown(pack)
    shown.stage.apply(.done, at: .zero)
    shown.ask("", EntryField(bulletCount: 0), at: 2000)
    #expect(shown.pixel(120, 1, 4000) == 0xFF_6666)
    #expect(shown.pixel(150, 1, 4000) == 0x66_6666)
  }

  @Test func `question and answer are in the theme's font`() throws {
    var pack = Self.theme()
    pack.boxFont()
    pack.node(.prompt, Self.prompt(font: 0))
    let shown = try Shown(pack)
    shown.ask("A A", EntryField(text: Array("1A".utf8).span))
    #expect(shown.runs(Self.question) == [105..<113, 125..<133])
    // From 24 twentieths of the capitals on, and a quarter of them before the caret.
    #expect(shown.runs(Self.field) == [32..<34, 42..<50, 55..<56])
  }

  @Test func `the end of a long answer is seen`() throws {
    var pack = Self.theme()
    pack.boxFont()
    pack.node(.prompt, Self.prompt(font: 0))
    let shown = try Shown(pack)
    shown.ask("", EntryField(text: [UInt8](repeating: UInt8(ascii: "1"), count: 60).span))
    let runs = shown.runs(Self.field)
    // The ellipsis, 16 digits and the caret in a field of 176 pt.
    #expect(runs.count == 18)
    #expect(runs.first == 32..<33 && runs[1] == 42..<44 && runs.last?.upperBound ?? 0 <= 220)
    shown.ask("", EntryField(text: Array("112".utf8).span))
    #expect(shown.runs(Self.field).map(\.count) == [2, 2, 4, 1])
  }

  @Test func `a long question has lines in the theme's font`() throws {
    var pack = Self.theme()
    pack.boxFont()
    pack.node(.prompt, Self.prompt(font: 0))
    let shown = try Shown(pack)
    shown.ask("AAAAAAAAAAAAAAA 22222222", EntryField(bulletCount: 0))
    #expect(shown.runs(Self.question).count == 8)
    #expect(shown.runs(Self.question - 20).count == 15)
  }

  @Test func `bullets are the theme's own`() throws {
    var pack = Self.theme()
    pack.boxFont()
    pack.texts([[pack.plain("A")]])
    // An icon replaces the padlock.
    pack.node(.prompt, Self.prompt(width: 240, icon: Self.red(in: &pack), bullet: 0, font: 0))
    let shown = try Shown(pack)
    shown.ask("", EntryField(bulletCount: 3))
    #expect(shown.runs(Self.field).dropLast() == [12..<20, 22..<30, 32..<40])
    for (typed, seen) in [(16, 16), (17, 15), (18, 16), (0, 0)] {
      shown.ask("", EntryField(bulletCount: typed))
      #expect(shown.runs(Self.field).count == seen + 1)
    }
  }

  @Test func `an icon is beside the question`() throws {
    var pack = Self.theme()
    pack.boxFont()
    pack.node(.prompt, Self.prompt(width: 240, icon: Self.red(in: &pack), font: 0))
    for rotation in [Rotation.degrees0, .degrees180] {
      let shown = try Shown(pack, rotation: rotation)
      shown.ask("A A", EntryField(text: Span()))
      let words = shown.words()
      let red = words.indices.filter { words[$0] & 0xFF_FFFF == 0xFF_0000 }
      // 30 pt, 10 pt of space and the question's 30, the last of which is 2 pt narrower.
      #expect(red.count == 30 * 30)
      let (columns, rows) = (red.map { $0 % Self.width }, red.map { $0 / Self.width })
      if rotation == .degrees0 {
        #expect(columns.min() == 85 && rows.min() == 58)
        #expect(shown.runs(73) == [125..<133, 145..<153])
      } else {
        #expect(columns.max() == 240 - 85 - 1 && rows.max() == 160 - 58 - 1)
      }
    }
  }

  @Test func `an icon that leaves too little room is the padlock in the field`() throws {
    let word = String(repeating: "A", count: 15)
    // As many lines as are beside an icon, and one more; a prompt that is too narrow for any icon.
    for (width, question, hasIcon) in [
      (240, "\(word) \(word)", true), (240, "\(word) \(word) \(word)", false), (239, "A", false),
    ] as [(Double, String, Bool)] {
      var pack = Self.theme()
      pack.boxFont()
      pack.node(.prompt, Self.prompt(width: width, icon: Self.red(in: &pack), font: 0))
      let shown = try Shown(pack)
      shown.ask(question, EntryField(bulletCount: 0))
      let red = shown.words().count { $0 & 0xFF_FFFF == 0xFF_0000 }
      #expect(red == (hasIcon ? 30 * 30 : 0))
      // The padlock's sides, or nothing, and the caret.
      #expect((shown.runs(Self.field + 4).count > 1) == !hasIcon)
      #expect(shown.runs(Self.question).count == (width == 240 ? 15 : 1))
    }
  }

  @Test func `what is said of caps lock leaves the layout's name its room`() throws {
    // Centred in the field where there is room, else in what is left of it, else smaller, and at last cut.
    for (letters, whole, first) in [
      (16, true, 40), (17, true, 25), (18, true, 20), (20, true, 20), (40, false, 23),
    ] {
      var pack = Self.theme()
      pack.boxFont()
      pack.texts([[pack.plain(String(repeating: "A", count: letters))]])
      pack.node(.prompt, Self.prompt(caps: 0, font: 0))
      let shown = try Shown(pack)
      shown.ask("", EntryField(bulletCount: 0, isCapsLockOn: true, keymap: 0x32))
      let runs = shown.runs(Self.below)
      #expect(runs.first?.lowerBound == first)
      #expect(runs.last == 210..<214)
      #expect(runs.dropLast().last?.upperBound ?? 240 <= 200)
      #expect((runs.count == letters + 1) == whole)
    }
  }

  @Test func `caps lock and layout are in the theme's font`() throws {
    var pack = Self.theme()
    pack.boxFont()
    pack.texts([[pack.plain("AA")], [pack.plain("A"), pack.placeholder(.keymap)]])
    pack.node(.text, PackMaker.text(0.5, 0.2, 1, color: 0xFFFF_FFFF))
    pack.node(.prompt, Self.prompt(caps: 0, font: 0))
    let shown = try Shown(pack)
    shown.ask("", EntryField(bulletCount: 0, isCapsLockOn: true, keymap: 0x32))
    #expect(shown.runs(Self.below) == [110..<118, 120..<128, 210..<214])
    #expect(!shown.runs(34).isEmpty)
    // There is no typing, and no layout's name.
    shown.stage.apply(.prompt(nil), at: ms(3000))
    #expect(shown.runs(34, 5000).isEmpty)
  }

  @Test func `a sequence of frames is no icon`() throws {
    var pack = PackMaker.sample()
    pack.node(.prompt, Self.prompt(icon: 0))
    #expect(throws: Never.self) { try Pack(pack.file()) }
    var images = pack.sections[Int(PackSection.images.rawValue)] ?? []
    images[0] = 2
    pack.sections[Int(PackSection.images.rawValue)] = images
    #expect(throws: PackError.self) { try Pack(pack.file()) }
  }
}
