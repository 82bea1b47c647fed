// SPDX-License-Identifier: Apache-2.0

import Testing
import Theme

@testable import ThemeCompiler

/// Images in place of the colours of bars, panels and prompts.
@Suite struct PartsTests {
  private static let theme = """
    [animation.bar]
    kind = "bar"
    track-image = "logo.svg"
    track-slice = [1, 0, 2, 3]
    fill-image = "logo.svg"
    [stack.box]
    elements = ["bar"]
    image = "logo.svg"
    [prompt]
    image = "logo.svg"
    field-image = "logo.svg"
    bullet-image = "logo.svg"
    [when.failed.animation.bar]
    fill-slice = [0, 1, 0, 0]
    """

  private static func edges(_ record: SlicedImageRecord) -> [Int] {
    [record.left, record.top, record.right, record.bottom].map(Int.init)
  }

  @Test func `images of parts follow their element, and differ between situations`() throws {
    let pack = try Themes.pack(Self.theme)
    #expect(pack.minorVersion == 4)
    let kinds = (0..<pack.count(.nodes)).map { pack[NodeRecord.self, $0].kind }
    #expect(
      kinds == [.background, .stack, .stack, .parts, .animation, .parts, .text, .prompt, .parts])
    for node in [3, 5, 8] {
      let (own, whole) = (pack[NodeRecord.self, node], pack[NodeRecord.self, node - 1])
      #expect(own.parent == whole.parent && pack.name(node) == pack.name(node - 1))
    }
    // One image of 8 × 4 pixels, though it has outlines.
    #expect(pack.count(.images) == 1 && pack[ImageRecord.self, 0].kind == .pixels)
    #expect(pack[ImageRecord.self, 0].width == 8 && pack[ImageRecord.self, 0].height == 4)
    let bar = pack[PartsElement.self, try #require(pack.record(5))]
    #expect(bar.back.image == 0 && Self.edges(bar.back) == [1, 0, 2, 3])
    #expect(bar.front.image == 0 && Self.edges(bar.front) == [0, 0, 0, 0] && bar.bullet == nil)
    let failed = Situation.index(aspect: 1, mode: 0, phase: 3, isAsking: false)
    let after = pack[PartsElement.self, try #require(pack.record(5, failed))]
    #expect(Self.edges(after.back) == [1, 0, 2, 3] && Self.edges(after.front) == [0, 1, 0, 0])
    let panel = pack[PartsElement.self, try #require(pack.record(3))]
    #expect(panel.back.image == 0 && panel.front.image == nil)
    let prompt = pack[PartsElement.self, try #require(pack.record(8))]
    #expect(prompt.back.image == 0 && prompt.front.image == 0 && prompt.bullet == 0)
  }

  @Test func `a program of an older version draws the mean colours`() throws {
    let mean = StraightColor(hex: 0x1020_30FF)
    let pack = try Themes.pack(Self.theme)
    let bar = pack[AnimationElement.self, try #require(pack.record(4))]
    #expect(bar.track == mean && bar.flow == .still)
    #expect(bar.colors.allSatisfy { pack[ColorRecord.self, $0].color == mean })
    #expect(pack[StackElement.self, try #require(pack.record(2))].fill == mean)
    let prompt = pack[PromptElement.self, try #require(pack.record(7))]
    #expect(prompt.panel == mean && prompt.field == mean)
    // Typed text is light on it.
    #expect(prompt.text.red > 0x8000)
    // Colours of the theme have precedence.
    let own = try Themes.pack(
      "[animation.bar]\nkind = \"bar\"\nfill-image = \"logo.svg\"\npalette = \"red\"\ntrack = \"FF0000\"\n"
        + "[prompt]\nfield-image = \"logo.svg\"\nfield-color = \"00FF00\"\ncolor = \"0000FF\"")
    let other = own[AnimationElement.self, try #require(own.record(2))]
    #expect(other.colors.count > 2 && other.track == StraightColor(hex: 0xFF00_00FF))
    let dialog = own[PromptElement.self, try #require(own.record(5))]
    #expect(dialog.field == StraightColor(hex: 0x00FF_00FF))
    #expect(dialog.panel == StraightColor(hex: 0x0000_FFFF))
  }

  @Test func `translucent pixels count for the mean as far as they are opaque`() {
    let image = PixelImage(width: 2, height: 1, straight: [255, 0, 0, 255, 0, 255, 0, 51])
    #expect(
      image.meanColor
        == StraightColor(red: 54613, green: 10923, blue: 0, alpha: UInt16(257 * 306 / 2)))
    #expect(PixelImage(width: 1, height: 1, straight: [9, 9, 9, 0]).meanColor == .none)
  }

  @Test func `a situation alone may have an image`() throws {
    let pack = try Themes.pack(
      "[animation.bar]\nkind = \"bar\"\n[when.failed.animation.bar]\nfill-image = \"logo.svg\"")
    #expect(pack[NodeRecord.self, 3].kind == .parts && pack.record(3) == nil)
    #expect(pack.record(3, Situation.index(aspect: 1, mode: 0, phase: 3, isAsking: false)) != nil)
    // A theme without any is of the first version.
    #expect(try Themes.pack("[animation.bar]\nkind = \"bar\"").minorVersion == 0)
  }
}
