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

/// A theme that replaces another theme, from command to pixel.
@Suite struct ThemeDissolveTests {
  private static let (width, height) = (40, 30)

  /// A theme with only a background, and the duration of its dissolve.
  private func look(_ color: UInt32, milliseconds: UInt32? = 400) throws -> StageConfiguration {
    var look = StageConfiguration(
      animation: .flow, widthInPixels: Self.width, heightInPixels: Self.height)
    look.flow = .still
    guard let milliseconds else { return look }
    var pack = PackMaker()
    pack.stage { $0.dissolve = milliseconds * 1000 }
    pack.background(color)
    look.theme = ThemeSelection(try Pack(pack.file()))
    return look
  }

  /// A stage on one output, as the daemon has it.
  private struct Machine: ~Copyable {
    var model: StageModel<BuiltInAnimation>
    var layout: StageLayout

    init(_ look: StageConfiguration) throws {
      let model = try StageModel(look, at: .zero)
      layout = try StageLayout(look, for: model)
      self.model = model
    }

    mutating func change(_ look: StageConfiguration, at time: Instant) throws {
      let next = try StageModel(look, continuing: model, at: time)
      var layout = try StageLayout(look, on: layout, for: next)
      let keepsOutgoing = model.dissolve(into: next, at: time)
      layout.setOutgoing(self.layout, keepsOutgoing: keepsOutgoing)
      self.layout = layout
    }

    /// The first pixel of the frame at an instant.
    mutating func pixel(_ time: Instant) -> UInt32 {
      model.advance(to: time)
      var scene = Scene()
      model.draw(at: time, on: layout, into: &scene)
      let (width, height) = (ThemeDissolveTests.width, ThemeDissolveTests.height)
      var words = [UInt32](repeating: 0, count: width * height)
      var buffer = PixelBuffer(
        words.mutableSpan, width: width, height: height, strideInBytes: 4 * width,
        format: .xrgb8888)
      var renderer = Renderer(maximumWidth: width)
      renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
      return words[0]
    }
  }

  @Test func `a theme takes the place of the other in its own time`() throws {
    var machine = try Machine(look(0x0000_00FF))
    try machine.change(look(0xFFFF_FFFF, milliseconds: 800), at: ms(1000))
    #expect(machine.pixel(ms(1000)) == 0)
    #expect(machine.pixel(ms(1200)) == 0x404040)
    #expect(machine.model.nextChange(after: ms(1200), on: machine.layout) == .now)
    #expect(machine.pixel(ms(1400)) == 0x808080)
    #expect(machine.pixel(ms(1799)) >= 0xFE0000)
    #expect(machine.pixel(ms(1800)) == 0xFFFFFF)
    #expect(machine.model.nextChange(after: ms(1800), on: machine.layout) == .never)
    #expect(machine.model.outgoing == nil)
  }

  /// The last frame is drawn for a future vblank.
  @Test func `the other is freed after the last frame`() throws {
    var machine = try Machine(look(0x0000_00FF))
    try machine.change(look(0xFFFF_FFFF), at: ms(1000))
    machine.model.advance(to: ms(1390))
    #expect(machine.model.nextChange(after: ms(1400), on: machine.layout) == .at(ms(1500)))
    machine.model.advance(to: ms(1490))
    #expect(machine.model.nextChange(after: ms(1500), on: machine.layout) == .never)
    #expect(machine.model.outgoing == nil)
  }

  @Test func `what is asked is seen in the other look at once`() throws {
    var machine = try Machine(look(0x0000_00FF, milliseconds: nil))
    machine.model.apply(.ask("", EntryField(bulletCount: 2)), at: ms(0))
    var next = try look(0x0000_00FF)
    next.fade = .milliseconds(160)
    try machine.change(next, at: ms(1000))
    #expect(machine.model.promptOpacity(at: ms(1000)) == 1)
  }

  @Test func `the built-in look takes its usual time`() throws {
    var machine = try Machine(look(0xFFFF_FFFF))
    try machine.change(look(0, milliseconds: nil), at: ms(1000))
    #expect(machine.pixel(ms(1200)) == 0x808080)
    #expect(machine.pixel(ms(1400)) == 0)
  }

  @Test func `no time is a cut`() throws {
    var machine = try Machine(look(0x0000_00FF))
    try machine.change(look(0xFFFF_FFFF, milliseconds: 0), at: ms(1000))
    #expect(machine.model.nextChange(after: ms(1000), on: machine.layout) == .never)
    #expect(machine.pixel(ms(1000)) == 0xFFFFFF)
  }

  @Test func `frames depend on time only`() throws {
    func last(_ step: Double) throws -> UInt32 {
      var machine = try Machine(look(0x0000_00FF))
      try machine.change(look(0xFFFF_FFFF), at: ms(100))
      for time in stride(from: 100, through: 340, by: step) { _ = machine.pixel(ms(time)) }
      return machine.pixel(ms(340))
    }
    #expect(try last(7) == last(60))
  }

  @Test func `of two that go the one goes that is seen more`() throws {
    var machine = try Machine(look(0x0000_00FF))
    try machine.change(look(0xFFFF_FFFF), at: ms(0))
    _ = machine.pixel(ms(100))
    try machine.change(look(0xFF00_00FF), at: ms(100))
    #expect(machine.pixel(ms(100)) == 0)
    try machine.change(look(0x0000_FFFF), at: ms(450))
    #expect(machine.pixel(ms(450)) == 0xFF0000)
    #expect(machine.pixel(ms(650)) == 0x800080)
    #expect(machine.pixel(ms(850)) == 0x0000FF)
  }

  @Test func `commands are shown by both`() throws {
    var machine = try Machine(look(0x0000_00FF))
    try machine.change(look(0xFFFF_FFFF), at: ms(0))
    machine.model.apply(.say("News"), at: ms(100))
    let shown = machine.model.messages.shown.first
    #expect(machine.model.outgoing?.model.messages.shown.first == shown && shown.count == 4)
  }
}
