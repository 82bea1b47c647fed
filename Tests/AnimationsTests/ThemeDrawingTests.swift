// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Raster
import Support
import Testing
import Theme

/// Images of outlines.
@Suite struct ThemeDrawingTests {
  /// A theme of one of 20 × 10 pt: red, its right half blue, and green over its upper half.
  private static func theme(
    _ opacity: UInt16 = 65535, width: Double = 20, change: (inout PackMaker) -> Void = { _ in }
  ) -> PackMaker {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    let image = pack.drawing(
      4096, 2048,
      [
        .init(0, 0, 16384, 8192, color: 0xFF00_00FF),
        .init(8192, 0, 16384, 8192, color: 0x0000_FFFF),
        .init(8192, 0, 16384, 4096, color: 0x00FF_0080),
      ])
    change(&pack)
    var record = PackMaker.image(image)
    (record.placement.width, record.placement.opacity) = (Length(width), opacity)
    record.fit = .contain
    pack.node(.image, record)
    return pack
  }

  /// The pixels of a stage of 40 × 30 pt.
  private static func words(
    _ pack: PackMaker, scale: Fixed = 1, _ rotation: Rotation = .degrees0
  ) throws -> (words: [UInt32], width: Int, height: Int) {
    let unrotated = ((40 * scale).rounded, (30 * scale).rounded)
    let (width, height) = rotation.turned(width: unrotated.0, height: unrotated.1)
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: width, heightInPixels: height)
    (configuration.scale, configuration.rotation) = (scale, rotation)
    configuration.theme = ThemeSelection(try Pack(pack.file()))
    var stage = try Stage(configuration, at: .zero)
    stage.makePixmaps()
    var scene = Scene(shapeCapacity: 64)
    stage.draw(at: .zero, into: &scene)
    var renderer = Renderer(maximumWidth: width, maximumHeight: height)
    var words = [UInt32](repeating: 0, count: width * height)
    var buffer = PixelBuffer(
      words.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    return (words.map { $0 & 0xFF_FFFF }, width, height)
  }

  @Test func `shapes lie in the pixels of their box, back to front`() throws {
    let (words, width, _) = try Self.words(Self.theme())
    func pixel(_ x: Int, _ y: Int) -> UInt32 { words[y * width + x] }
    #expect([pixel(10, 10), pixel(19, 19)] == [0xFF0000, 0xFF0000])
    #expect([pixel(20, 19), pixel(29, 15)] == [0x0000FF, 0x0000FF])
    #expect([pixel(20, 10), pixel(29, 14)] == [0x00807F, 0x00807F])
    #expect([pixel(9, 10), pixel(30, 10), pixel(10, 9), pixel(10, 20)] == [0, 0, 0, 0])
  }

  @Test func `a drawing has its element's opacity`() throws {
    let (words, width, _) = try Self.words(Self.theme(32768))
    #expect(words[15 * width + 12] == 0x800000)
    // As a whole: the red does not show through the blue, nor more of the blue through the green.
    #expect(words[18 * width + 22] == 0x000080)
    #expect(words[12 * width + 22] == 0x004040)
  }

  /// In sizes with edges that are not in the middle of a pixel, where rounding goes half up.
  @Test(
    arguments: [
      (Fixed(1), 20), (Fixed(5, over: 4), 16), (Fixed(3, over: 2), 20), (Fixed(2), 20),
    ] as [(Fixed, Double)])
  func `a turned drawing is the drawing turned`(scale: Fixed, width: Double) throws {
    let unrotated = try Self.words(Self.theme(width: width), scale: scale)
    for rotation in [Rotation.degrees90, .degrees180, .degrees270] {
      let turned = try Self.words(Self.theme(width: width), scale: scale, rotation)
      for y in 0..<unrotated.height {
        for x in 0..<unrotated.width {
          let (tx, ty) =
            switch rotation {
            case .degrees0: (x, y)
            case .degrees90: (turned.width - 1 - y, x)
            case .degrees180: (turned.width - 1 - x, turned.height - 1 - y)
            case .degrees270: (y, turned.height - 1 - x)
            }
          #expect(turned.words[ty * turned.width + tx] == unrotated.words[y * unrotated.width + x])
        }
      }
    }
  }

  @Test func `a gradient goes along its axis in fractions of the image`() throws {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    var shape = PackMaker.Shape(0, 0, 16384, 8192, color: 0x0000_00FF)
    shape.gradient = pack.gradient([0, 0, 1, 0], [0x0000_00FF, 0xFF00_00FF])
    let image = pack.drawing(4096, 2048, [shape])
    var record = PackMaker.image(image)
    (record.placement.width, record.fit) = (Length(20), .contain)
    pack.node(.image, record)
    let (words, width, _) = try Self.words(pack)
    for x in 0..<20 {
      // In the middle of the pixel.
      let expected = (Double(x) + 0.5) / 20 * 255
      #expect(abs(Double(words[15 * width + 10 + x] >> 16) - expected) <= 1)
    }
  }

  /// Invalid fields of a shape, one at a time: its rule, its paint twice, its gradient, its box, its outline's offset
  /// and length, and a zero.
  @Test(
    arguments: [(8, 2), (9, 1), (9, 2), (12, 0), (24, 1), (3, 1), (4, 3), (14, 1)]
      as [(Int, UInt8)])
  func `a broken shape is refused`(position: Int, value: UInt8) throws {
    let pack = Self.theme { maker in
      maker.sections[Int(PackSection.vectors.rawValue), default: []][position] = value
    }
    #expect(throws: PackError.outOfBounds(PackSection.vectors.tag, 0)) { try Pack(pack.file()) }
    _ = try Pack(Self.theme().file())
  }
}
