// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Motion
import Stage
import Support
import Testing
import Theme

@testable import Animations

/// Images in place of a prompt's panel, its field and its bullets.
@Suite struct ThemePromptPartsTests {
  private static let (width, height) = (240, 160)
  /// The field's box, and where its first bullet begins, beside the padlock.
  private static let field = PixelRectangle(x: 20, y: 102, width: 200, height: 34)
  private static let firstBullet = 55

  /// A stage with capitals of 10 pt; a prompt at the bottom with a field of 34 pt, 14 pt between its parts.
  private static func shown(
    padding: Double = 0, _ parts: (inout PackMaker) -> PartsElement
  ) throws -> DrawnStage {
    var pack = PackMaker()
    pack.minorVersion = 4
    pack.stage({ $0.textSize = Length(10) }, textColor: 0xFFFF_FFFF)
    pack.background(0x0000_00FF)
    var record = PromptElement(PackMaker.element(0.5, 1))
    record.placement.width = Length(200)
    (record.padding, record.radius) = (Length(padding), .zero)
    (record.fieldRadius, record.borderWidth) = (.zero, .zero)
    (record.fieldHeight, record.gap) = (Length(34), Length(14))
    record.text = StraightColor(hex: 0xFFFF_FFFF)
    (record.panel, record.field) = (StraightColor(hex: 0x4040_40FF), StraightColor(hex: 0x80_80FF))
    pack.node(.prompt, record)
    pack.node(.parts, parts(&pack))
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: width, heightInPixels: height)
    configuration.theme = ThemeSelection(try Pack(pack.file()))
    return try DrawnStage(configuration)
  }

  private static func frame(_ shown: DrawnStage, typed: Int, question: String = "A") -> [UInt32] {
    shown.stage.apply(.ask(question, EntryField(bulletCount: typed)), at: .zero)
    return shown.words(2000).map { $0 & 0xFF_FFFF }
  }

  private static func bullet(_ x: Int, _ y: Int) -> UInt32 { UInt32(30 * x << 16 | 50 * y << 8) }
  private static func image(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(255 << 16 | 25 * x << 8 | 30 * y)
  }

  private static func bullets(_ width: Int, _ height: Int) -> (inout PackMaker) -> PartsElement {
    { pack in
      var parts = PartsElement()
      parts.bullet = pack.image(width, height, color: bullet)
      return parts
    }
  }

  @Test(arguments: [0, 1, 3, 16, 17, 20])
  func `each character is a bullet of pixels as they are`(typed: Int) throws {
    for hasField in [false, true] {
      let shown = try Self.shown { pack in
        var parts = Self.bullets(7, 5)(&pack)
        if hasField { parts.front = PackMaker.sliced(pack.image(1, 1) { _, _ in 0x20_C040 }) }
        return parts
      }
      let frame = Self.frame(shown, typed: typed)
      // Further ones add or remove the last of 16.
      let count = typed <= 16 ? typed : 16 - (typed - 16) % 2
      // A translucent colour of the field, or its image.
      let empty: UInt32 = hasField ? 0x20_C040 : 0x00_8080
      for column in 0..<16 * 7 {
        for row in 0..<5 {
          let pixel = frame[(117 + row) * Self.width + Self.firstBullet + column]
          if column >= 7 * count, column < 7 * count + 3 { continue }
          let expected = column < 7 * count ? Self.bullet(column % 7, row) : empty
          #expect(pixel == expected, "\(column), \(row)")
        }
      }
    }
  }

  @Test func `a field has its image, and nothing of its colour`() throws {
    let shown = try Self.shown { pack in
      var parts = PartsElement()
      parts.front = PackMaker.sliced(pack.image(9, 7, color: Self.image), 3, 2, 5, 4)
      return parts
    }
    // Also the bullets that are not there are invisible.
    let frame = Self.frame(shown, typed: 0)
    for y in 0..<Self.field.height {
      for x in 0..<Self.field.width {
        // The padlock and the cursor.
        if 10..<70 ~= x, 4..<30 ~= y { continue }
        let column = x < 3 ? x : x < 195 ? 3 : 4 + x - 195
        let row = y < 2 ? y : y < 30 ? 2 : 3 + y - 30
        let pixel = frame[(Self.field.y + y) * Self.width + Self.field.x + x]
        #expect(pixel == Self.image(column, row), "\(x), \(y)")
      }
    }
    #expect(frame[99 * Self.width + 100] == 0x40_4040, "the panel above it")
  }

  @Test func `round bullets over an image are seen where they are typed`() throws {
    let shown = try Self.shown { pack in
      var parts = PartsElement()
      parts.front = PackMaker.sliced(pack.image(1, 1) { _, _ in 0x20_C040 })
      return parts
    }
    let frames = [0, 2].map { Self.frame(shown, typed: $0) }
    let row = 119 * Self.width
    #expect(frames[1][row + Self.firstBullet + 5] == 0xFF_FFFF)
    // Beyond the cursor there is the image.
    for column in 110..<Self.field.right {
      #expect(frames.allSatisfy { $0[row + column] == 0x20_C040 }, "\(column)")
    }
  }

  @Test func `images that would not show a key are no bullets`() throws {
    for (width, height) in [(1, 1), (60, 10)] {
      let frame = Self.frame(try Self.shown(Self.bullets(width, height)), typed: 1)
      #expect(frame[119 * Self.width + Self.firstBullet + 5] == 0xFF_FFFF, "\(width)")
    }
    // One that is higher than the field is made as high.
    let high = try Self.shown { pack in
      var parts = PartsElement()
      parts.bullet = pack.image(4, 68) { _, _ in 0x00_FF00 }
      return parts
    }
    let frame = Self.frame(high, typed: 1)
    let column = (0..<Self.height).filter { frame[$0 * Self.width + Self.firstBullet] == 0x00_FF00 }
    #expect(column == Array(Self.field.y..<Self.field.bottom))
  }

  @Test func `a panel is as high as its question has lines`() throws {
    let shown = try Self.shown(padding: 6) { pack in
      var parts = PartsElement()
      parts.back = PackMaker.sliced(pack.image(9, 7, color: Self.image), 3, 2, 5, 4)
      return parts
    }
    for question in ["A", "A question of as many words as need two lines of their own"] {
      let frame = Self.frame(shown, typed: 0, question: question)
      let column = (0..<Self.height).map { frame[$0 * Self.width + 21] }
      let panel = column.indices.filter { column[$0] != 0 }
      let (top, bottom) = (try #require(panel.first), try #require(panel.last) + 1)
      #expect(bottom == Self.height)
      // Padding, lines, gap, field, gap, line below, padding.
      let lines = question == "A" ? 1 : 2
      #expect(bottom - top == 6 + (2 * lines - 1) * 10 + 14 + 34 + 14 + 10 + 6)
      for y in top..<bottom {
        let row = y - top < 2 ? y - top : y < bottom - 4 ? 2 : 3 + y - (bottom - 4)
        #expect(column[y] == Self.image(1, row), "\(y)")
      }
    }
  }
}
