// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Motion
import Raster
import Support
import Testing
import Theme

@testable import Animations
import Stage

/// Images of a theme that are made in slices, those of the first frame first.
@Suite struct ThemeImagesTests {
  private static let (width, height) = (40, 30)

  private static func pixels(_ word: UInt32, _ count: Int) -> [UInt8] {
    [0xF1] + ([0, 8, 16, 24] as [UInt32]).map { UInt8(truncatingIfNeeded: word >> $0) }
      + [UInt8](repeating: 0xC0, count: count - 1)
  }

  /// A theme with a red image at first, and a green one once all is done; of one the stream may be cut off.
  private static func pack(brokenAt broken: Int = -1) -> PackMaker {
    var pack = PackMaker()
    pack.stage()
    let records = [0xFF00_00FF, 0xFF00_FF00].enumerated().map { index, word in
      var stream = pixels(UInt32(word), 64)
      if index == broken { stream.removeLast() }
      var record = BackgroundElement(PackMaker.element())
      record.color = StraightColor(hex: 0x0000_00FF)
      record.image = pack.image(8, 8, stream: stream)
      return record
    }
    pack.node(.background, records) { $0 % 10 / 2 == 0 ? 0 : 1 }
    return pack
  }

  /// The middle pixel of a frame, 00RRGGBB.
  private static func pixel(
    _ model: inout StageModel<BuiltInAnimation>, _ layout: StageLayout
  ) -> UInt32 {
    var scene = Scene(shapeCapacity: 64)
    model.draw(at: .zero, on: layout, into: &scene)
    var renderer = Renderer(maximumWidth: width)
    var words = [UInt32](repeating: 0, count: width * height)
    var buffer = PixelBuffer(
      words.mutableSpan, width: width, height: height, strideInBytes: 4 * width,
      format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    return words[width * height / 2 + width / 2] & 0xFF_FFFF
  }

  private static func configuration(_ pack: PackMaker) throws -> StageConfiguration {
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: width, heightInPixels: height)
    configuration.theme = ThemeSelection(try Pack(pack.file()))
    return configuration
  }

  @Test func `what the first frame shows is made first`() throws {
    let configuration = try Self.configuration(Self.pack())
    var model = try StageModel(configuration, at: .zero)
    let layout = try StageLayout(configuration, for: model)
    try layout.reservePixmaps(PixmapBudget())
    // Done comes before anything is made, so that the image of the second record is the first to be seen.
    model.apply(.done, at: .zero)
    let end = Instant.zero + .milliseconds(5000)
    model.advance(to: end)
    #expect(!model.isMade(on: layout, at: end) && layout.isMaking)
    #expect(Self.pixel(&model, layout) == 0)
    var slices = 0
    while !model.isMade(on: layout, at: end) {
      var work = 1
      let isNew = model.makePixmaps(&work, on: layout, at: end)
      #expect(isNew == model.isMade(on: layout, at: end))
      slices += 1
    }
    #expect(slices > 30 && layout.isMaking)
    #expect(Self.pixel(&model, layout) == 0x00FF00)
    var work = Int.max
    #expect(model.makePixmaps(&work, on: layout, at: end))
    #expect(!layout.isMaking && layout.missingImages == 0)
  }

  @Test func `a broken image is left out and holds nothing up`() throws {
    let configuration = try Self.configuration(Self.pack(brokenAt: 0))
    var model = try StageModel(configuration, at: .zero)
    let layout = try StageLayout(configuration, for: model)
    try layout.reservePixmaps(PixmapBudget())
    var work = Int.max
    #expect(model.makePixmaps(&work, on: layout, at: .zero))
    #expect(model.isMade(on: layout, at: .zero) && !layout.isMaking)
    #expect(layout.missingImages == 1)
    #expect(Self.pixel(&model, layout) == 0)
  }

  @Test func `images that are too much work for all outputs are refused`() throws {
    let configuration = try Self.configuration(Self.pack())
    let model = try StageModel(configuration, at: .zero)
    let budget = PixmapBudget()
    // What others have taken.
    let others = PixmapSet(budget)
    let photo = PixmapFit(
      (4000, 3000), natural: (4000, 3000), into: (3840, 2160), .cover, isSmooth: true,
      rotation: .degrees0)
    while others.takesRoom(for: photo, of: (4000, 3000)) {}
    let line = PixmapFit(
      (1, 1), natural: (1, 1), into: (1, 1), .stretch, isSmooth: true, rotation: .degrees0)
    while others.takesRoom(for: line, of: (1000, 1000)) {}
    while others.takesRoom(for: line, of: (1, 1)) {}
    let layout = try StageLayout(configuration, for: model)
    #expect(throws: StageError.tooMuchWork) { try layout.reservePixmaps(budget) }
    #expect(layout.missingImages == 2)
  }
}
