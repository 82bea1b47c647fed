// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import DisplayList
import Raster
import Testing
import Stage
import Text

@Suite struct MinimumSizeTests {
  /// On a stage of exactly this size nothing crosses the edge.
  @Test(arguments: [StageConfiguration.AnimationKind.download, .ring])
  func `nothing is cut off`(animation: StageConfiguration.AnimationKind) throws {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: 1, heightInPixels: 1)
    configuration.showsMessage = true
    configuration.background = Color(hex: 0x000000)
    let minimumSize = configuration.minimumSize
    configuration.widthInPixels = minimumSize.width.ceiling
    configuration.heightInPixels = minimumSize.height.ceiling
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.start, at: ms(0))
    var scene = Scene()
    for time in stride(from: 0.0, through: 12_000, by: 80) {
      if time == 4_000 { stage.apply(.progress(90), at: ms(time)) }
      if time == 8_000 { stage.apply(.done, at: ms(time)) }
      stage.draw(at: ms(time), into: &scene)
      let lit = litPixels(
        of: scene, width: configuration.widthInPixels, height: configuration.heightInPixels)
      #expect(lit.x > 0 && lit.x + lit.width < configuration.widthInPixels, "\(time) ms: \(lit)")
      #expect(lit.y > 0 && lit.y + lit.height < configuration.heightInPixels, "\(time) ms: \(lit)")
    }
  }

  /// On a lower stage the box is made smaller, and still nothing crosses the edge.
  @Test(arguments: [100, 120, 160, 200, 230, 240, 250])
  func `a low stage shows all of a ring`(height: Int) throws {
    var configuration = StageConfiguration(
      animation: .ring, widthInPixels: 240, heightInPixels: height)
    configuration.showsMessage = true
    configuration.background = Color(hex: 0x000000)
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.message(Message(truncating: Array("Unpacking".utf8).span)), at: ms(0))
    stage.apply(.progress(60), at: ms(0))
    var scene = Scene()
    stage.draw(at: ms(3_000), into: &scene)
    let lit = litPixels(of: scene, width: 240, height: height)
    #expect(lit.x > 0 && lit.x + lit.width < 240, "\(lit)")
    #expect(lit.y > 0 && lit.y + lit.height < height, "\(lit)")
  }

  /// The rectangle around all pixels that are not black.
  private func litPixels(of scene: borrowing Scene, width: Int, height: Int) -> PixelRectangle {
    var pixels = [UInt32](repeating: 0xDEAD_BEEF, count: width * height)
    var renderer = Renderer(maximumWidth: width)
    let whole = DamageRegion(allOfWidth: width, height: height)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(scene, damage: whole, into: &buffer)
    var lit = PixelRectangle.empty
    for index in pixels.indices where pixels[index] & 0xFFFFFF != 0 {
      lit = lit.union(PixelRectangle(x: index % width, y: index / width, width: 1, height: 1))
    }
    return lit
  }
}
