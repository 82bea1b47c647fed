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
import Text

/// Packs that exceed the capacities, or hide necessary elements.
@Suite struct ThemeLimitTests {
  private func stage(_ pack: PackMaker) throws -> Stage {
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: 400, heightInPixels: 300)
    configuration.showsMessage = true
    configuration.theme = ThemeSelection(try Pack(pack.file()))
    return try Stage(configuration, at: .zero)
  }

  private func empty() -> PackMaker {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x1014_18FF)
    return pack
  }

  @Test(arguments: [RingPaint.halves, .quadrants, .conic])
  func `a ring for which no stops are left has one colour`(_ paint: RingPaint) throws {
    var configuration = StageConfiguration(
      animation: .ring, widthInPixels: 400, heightInPixels: 300)
    configuration.paint = paint
    var ring = BuiltInAnimation(configuration, at: .zero)
    ring.apply(.progress(channel: 1, percent: .hundred), at: .zero)
    var scene = Scene(shapeCapacity: 64)
    scene.beginStops()
    for index in 0..<512 { scene.addStop(.white, at: Fixed(index, over: 512)) }
    _ = scene.endStops()
    let time = Instant.zero + .milliseconds(900)
    ring.draw(
      at: time, in: AnimationBox(width: 216, height: 216), style: AnimationStyle(configuration),
      into: &scene)
    var renderer = Renderer(maximumWidth: 216, shapeCapacity: 64)
    var words = [UInt32](repeating: 0, count: 216 * 216)
    var buffer = PixelBuffer(
      words.mutableSpan, width: 216, height: 216, strideInBytes: 864, format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: 216, height: 216), into: &buffer)
    #expect(words.contains { $0 != 0 })
  }

  @Test func `an image of any measure is laid out`() throws {
    var pack = empty()
    let image = pack.image(1, 4096, stream: [0xF1, 255, 0, 0, 255, 0xC2])
    var logo = PackMaker.image(image)
    logo.placement.width = Length(16384, .percentOfWidth)
    logo.placement.pivot = Point(16, 16)
    pack.node(.image, logo)
    var stage = try stage(pack)
    var scene = Scene(shapeCapacity: 256)
    stage.draw(at: .zero, into: &scene)
    #expect(scene.shapeCount == 0)
  }

  /// The colours flow in an animation that is hidden.
  @Test func `a theme without an animation wakes nobody`() throws {
    var stage = try stage(empty())
    stage.apply(.progress(channel: 1, percent: Percent(40)), at: .zero)
    #expect(stage.nextChange(after: .zero + .milliseconds(9000)) == .never)
  }

  @Test func `a prompt is seen in a theme that has none`() throws {
    var stage = try stage(empty())
    var scene = Scene(shapeCapacity: 256)
    let (time, later) = (Instant.zero, Instant.zero + .milliseconds(2000))
    stage.draw(at: time, into: &scene)
    #expect(scene.shapeCount == 0)
    stage.apply(.ask("Password:", EntryField(bulletCount: 9)), at: time)
    stage.draw(at: later, into: &scene)
    // The question, the field with its border, the padlock, the bullets, those that are not there, the caret.
    #expect(scene.shapeCount == 7)
  }

  /// A prompt has capacity for its shapes even in a theme that uses all of it.
  @Test func `a prompt is seen in a theme of too many shapes`() throws {
    var pack = empty()
    let white = StraightColor(hex: 0xFFFF_FFFF)
    let colors = pack.colors([0xFFFF_FFFF, 0xFFFF_FFFF])
    for _ in 0..<60 {
      var ring = AnimationElement(PackMaker.element())
      (ring.kind, ring.parts, ring.colors) = (.ring, 8, colors)
      (ring.failure, ring.track, ring.others[0]) = (white, white, white)
      ring.spring = 500_000
      ring.radius = .zero
      (ring.arc, ring.trackWidth, ring.dot) = (4, 4, 4)
      pack.node(.animation, ring, channel: 1)
    }
    var stage = try stage(pack)
    var scene = Scene(shapeCapacity: 256, stopCapacity: 2048)
    stage.apply(.progress(channel: 1, percent: .hundred), at: .zero)
    stage.apply(.message(Message(truncating: Array("Password:".utf8).span)), at: .zero)
    let later = Instant.zero + .milliseconds(2000)
    stage.draw(at: later, into: &scene)
    let (before, isFull) = (scene.shapeCount, scene.overflowed)
    stage.apply(.ask("Password:", EntryField(bulletCount: 9)), at: later)
    stage.draw(at: later + .milliseconds(2000), into: &scene)
    let (after, isFullAgain) = (scene.shapeCount, scene.overflowed)
    #expect(isFull && isFullAgain && after == before + 7)
  }
}
