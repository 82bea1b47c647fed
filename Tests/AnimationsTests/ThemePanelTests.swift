// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Raster
import Support
import Testing
import Theme

/// The panel behind a stack's elements, and its border.
@Suite struct ThemePanelTests {
  /// The pixels of a blue stage of `size` × `size` pt with a panel of two thirds of its sides.
  private static func words(
    size: Int = 60, fill: UInt32, border: UInt32, width: Double = 5, radius: Double = 0,
    opacity: UInt16 = 65535, _ rotation: Rotation = .degrees0
  ) throws -> [UInt32] {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_FFFF)
    var stack = PackMaker.stack()
    stack.padding = Length(Double(size / 3))
    (stack.radius, stack.borderWidth) = (Length(radius), Length(width))
    (stack.fill, stack.border) = (StraightColor(hex: fill), StraightColor(hex: border))
    stack.placement.opacity = opacity
    pack.node(.stack, stack)
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: size, heightInPixels: size)
    configuration.rotation = rotation
    configuration.theme = ThemeSelection(try Pack(pack.file()))
    var stage = try Stage(configuration, at: .zero)
    var scene = Scene(shapeCapacity: 16)
    stage.draw(at: .zero, into: &scene)
    var renderer = Renderer(maximumWidth: size, maximumHeight: size)
    var words = [UInt32](repeating: 0, count: size * size)
    var buffer = PixelBuffer(
      words.mutableSpan, width: size, height: size, strideInBytes: 4 * size, format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: size, height: size), into: &buffer)
    let overflowed = scene.overflowed
    #expect(!overflowed)
    return words.map { $0 & 0xFF_FFFF }
  }

  /// Outside, of the border both sides, and of the fill the side and the middle.
  private static func colors(_ words: [UInt32]) -> [UInt32] {
    [9, 10, 14, 15, 30].map { words[30 * 60 + $0] }
  }

  @Test(
    arguments: [
      (0x00FF_00FF, 0xFF00_00FF, 0xFF_0000, 0x00_FF00),
      (0x00FF_0080, 0xFF00_00FF, 0xFF_0000, 0x00_807F),
      (0x00FF_0000, 0xFF00_00FF, 0xFF_0000, 0x00_00FF),
      (0x00FF_0080, 0xFF00_0080, 0x80_007F, 0x00_807F),
      (0x00FF_00FF, 0xFF00_0080, 0x80_007F, 0x00_FF00),
      (0x00FF_00C0, 0xFF00_0040, 0x40_00BF, 0x00_C03F),
      (0x00FF_0080, 0xFF00_0000, 0x00_807F, 0x00_807F),
    ] as [(UInt32, UInt32, UInt32, UInt32)])
  func `a border is around a fill, not seen through it`(
    fill: UInt32, border: UInt32, ring: UInt32, middle: UInt32
  ) throws {
    let blue: UInt32 = 0x00_00FF
    for (radius, rotation) in [(0, .degrees0), (3, .degrees90), (12, .degrees0)]
      as [(Double, Rotation)]
    {
      let words = try Self.words(fill: fill, border: border, radius: radius, rotation)
      #expect(Self.colors(words) == [blue, ring, ring, middle, middle], "radius \(radius)")
      if radius == 0 { #expect(words[10 * 60 + 10] == ring && words[15 * 60 + 15] == middle) }
    }
  }

  @Test func `a translucent panel is that as a whole`() throws {
    let words = try Self.words(
      fill: 0x00FF_0080, border: 0xFF00_00FF, radius: 12, opacity: 32768)
    #expect(Self.colors(words) == [0x00_00FF, 0x80_007F, 0x80_007F, 0x00_40BF, 0x00_40BF])
  }

  @Test func `a border without room for a fill is the panel`() throws {
    for width in [20.0, 30] {
      let words = try Self.words(fill: 0x00FF_0080, border: 0xFF00_00FF, width: width)
      #expect(Self.colors(words) == [0x00_00FF, 0xFF_0000, 0xFF_0000, 0xFF_0000, 0xFF_0000])
    }
  }

  /// No pixel has both of its edges, so that a fill in the background's colour leaves as much of a border.
  @Test(
    arguments: [(60, 0, 2), (60, 2, 2), (60, 8, 2), (60, 20, 2), (600, 120, 4), (1200, 400, 4)]
      as [(Int, Double, Int)])
  func `a border has round corners inside and outside`(
    size: Int, radius: Double, limit: Int
  ) throws {
    let alone = try Self.words(size: size, fill: 0, border: 0xFF00_00FF, radius: radius)
    let panel = try Self.words(size: size, fill: 0x0000_FFFF, border: 0xFF00_00FF, radius: radius)
    let worst = alone.indices.max { difference($0) < difference($1) }
    func difference(_ index: Int) -> Int {
      abs(Int(alone[index] >> 16) - Int(panel[index] >> 16))
    }
    let index = try #require(worst)
    #expect(difference(index) <= limit, "\(index % size), \(index / size): \(difference(index))")
  }
}
