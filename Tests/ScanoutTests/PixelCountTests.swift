// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// Upper bounds of the pixels that typical steps damage at 1080p and scale 2, with two buffers.
///
/// The bounds leave a few percent for rounding outwards, and no more.
@Suite struct PixelCountTests {
  @Test func `a ring repaints the growth of its arc and the dot`() throws {
    var stage = try stage(.ring)
    // 1 % per second: 0.12° in two frames, a cap of 34 pixels, the dot on it, and the ring opposite.
    stage.apply(.permille(400), at: ms(0))
    let count = try pixels(&stage, from: 5000, command: .permille(401), after: 33)
    #expect(count > 900 && count < 2800)
  }

  @Test(arguments: [RingPaint.quadrants, .conic])
  func `a ring that is painted along its arc too`(paint: RingPaint) throws {
    var configuration = configuration(.ring)
    configuration.paint = paint
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.permille(600), at: ms(0))
    let count = try pixels(&stage, from: 5000, command: .permille(601), after: 33)
    #expect(count > 900 && count < 2800)
  }

  @Test func `a ring that fails repaints its band alone`() throws {
    var stage = try stage(.ring)
    stage.apply(.permille(700), at: ms(0))
    let count = try pixels(&stage, from: 5000, command: .fail, after: 33)
    // π · 2 · 199 · 34 pixels in boxes, and the label's box; its own box has 188,000.
    #expect(count > 42_000 && count < 86_000)
  }

  @Test func `a flow bar repaints its visible part`() throws {
    var stage = try stage(.flow)
    stage.apply(.permille(400), at: ms(0))
    let count = try pixels(&stage, from: 5000, command: .start, after: 33)
    #expect(count == 768 * 4)
  }

  @Test func `a still flow bar repaints its end`() throws {
    var configuration = configuration(.flow)
    configuration.flow = .still
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.permille(400), at: ms(0))
    let count = try pixels(&stage, from: 5000, command: .permille(401), after: 33)
    #expect(count > 0 && count <= 4 * 3)
  }

  @Test func `a download repaints the end of the fill and the bubble`() throws {
    var stage = try stage(.download)
    stage.apply(.permille(400), at: ms(0))
    let count = try pixels(&stage, from: 5000, command: .permille(401), after: 33)
    // A rectangle of 66 × 40 and a triangle below it, leaning a little, and the end of the fill.
    #expect(count > 2700 && count < 3300)
  }

  @Test func `a label repaints its box`() throws {
    var stage = try stage(.ring)
    stage.apply(.permille(420), at: ms(0))
    // Outside of the two stages only the new digit's part moves.
    let before = try pixels(&stage, from: 5000, command: .permille(424), after: 1980)
    let after = try pixels(&stage, from: 8000, command: .permille(431), after: 1980)
    // It is 69 pixels high and some 150 wide.
    #expect(after - before > 7000 && after - before < 12_000)
  }

  @Test func `a message repaints the runs that differ`() throws {
    var configuration = configuration(.ring)
    configuration.showsMessage = true
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.say("Unpacking libc6 (2.36-1)"), at: ms(0))
    let digit = try pixels(&stage, from: 100, command: .say("Unpacking libc6 (2.36-2)"), after: 33)
    let line = try pixels(&stage, from: 200, command: .say("Setting up base-files"), after: 33)
    // 8 of 24 letters are in the last run.
    #expect(digit > 100 && digit < 1900)
    #expect(line > 2 * digit && line < 24_000)
  }

  @Test(arguments: [StageConfiguration.AnimationKind.flow, .download, .ring])
  func `a still stage repaints nothing`(animation: StageConfiguration.AnimationKind) throws {
    var configuration = configuration(animation)
    configuration.flow = .still
    var stage = try Stage(configuration, at: ms(0))
    stage.apply(.permille(400), at: ms(0))
    #expect(try pixels(&stage, from: 6000, command: .start, after: 1000) == 0)
  }

  private func ms(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  private func configuration(_ animation: StageConfiguration.AnimationKind) -> StageConfiguration {
    StageConfiguration(animation: animation, widthInPixels: 1920, heightInPixels: 1080, scale: 2)
  }

  private func stage(_ animation: StageConfiguration.AnimationKind) throws -> Stage {
    try Stage(configuration(animation), at: .zero)
  }

  /// How many pixels a command damages some milliseconds later.
  private func pixels(
    _ stage: inout Stage, from start: Int, command: Command, after milliseconds: Int
  ) throws -> Int {
    var before = Scene()
    var scene = Scene()
    stage.draw(at: ms(start), into: &before)
    stage.apply(command, at: ms(start))
    stage.draw(at: ms(start + milliseconds), into: &scene)
    var damage = DamageRegion(width: 1920, height: 1080)
    scene.findDamage(since: before, into: &damage)
    return damage.pixelCount
  }
}
