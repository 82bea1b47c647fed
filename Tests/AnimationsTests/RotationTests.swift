// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import DisplayList
import Raster
import Testing
import Stage

@Suite struct RotationTests {
  /// Half of a bar of 2 points on a display: its position in the display's pixels.
  private func bar(width: Int, height: Int, _ rotation: Rotation) throws -> PixelRectangle {
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: width, heightInPixels: height)
    configuration.rotation = rotation
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.progress(50), at: ms(0))
    var scene = Scene()
    stage.draw(at: ms(5000), into: &scene)
    return litPixels(of: scene, width: width, height: height)
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
    for index in pixels.indices where pixels[index] != 0 {
      lit = lit.union(PixelRectangle(x: index % width, y: index / width, width: 1, height: 1))
    }
    return lit
  }

  @Test func `a panel on its side shows a stage as wide as the panel is high`() throws {
    #expect(
      try bar(width: 192, height: 108, .degrees0)
        == PixelRectangle(x: 0, y: 53, width: 96, height: 2))
    #expect(
      try bar(width: 108, height: 192, .degrees90)
        == PixelRectangle(x: 53, y: 0, width: 2, height: 96))
    #expect(
      try bar(width: 192, height: 108, .degrees180)
        == PixelRectangle(x: 96, y: 53, width: 96, height: 2))
    #expect(
      try bar(width: 108, height: 192, .degrees270)
        == PixelRectangle(x: 53, y: 96, width: 2, height: 96))
  }

  @Test func `a size in points is that of the unrotated stage`() {
    let turned = StageConfiguration(
      animation: .ring, width: 300, height: 200, scale: 2, rotation: .degrees90)
    #expect(turned.widthInPixels == 400 && turned.heightInPixels == 600)
    #expect(turned.rotation == .degrees90)
  }

  @Test func `a bar on a rotated stage runs from top to bottom`() throws {
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: 108, heightInPixels: 192)
    configuration.rotation = .degrees270
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.done, at: ms(0))
    var scene = Scene()
    stage.draw(at: ms(5000), into: &scene)
    let lit = litPixels(of: scene, width: 108, height: 192)
    #expect(lit == PixelRectangle(x: 53, y: 0, width: 2, height: 192))
  }

  @Test func `only quarters of a turn are rotations`() {
    #expect(Rotation(degrees: 270) == .degrees270)
    #expect(Rotation(degrees: 45) == nil && Rotation(degrees: -90) == nil)
    #expect(Rotation(degrees: 360) == nil)
  }
}
