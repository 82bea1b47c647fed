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

/// A question of several lines, and a message beside it, on displays of all sizes.
@Suite struct LongQuestionTests {
  private static let question =
    "Please enter passphrase for disk Samsung_SSD_970_EVO_Plus_1TB_S4EWNX0R123456 "
    + "(luks-0f6a5a8e-9d42-4a6c-bd6e-3a7f1b2c4d5e):"
  private static let sizes = [
    (1920, 1080), (1280, 800), (1024, 768), (844, 390), (390, 844), (800, 480), (480, 320),
    (320, 480), (320, 240), (240, 240), (160, 128), (128, 64),
  ]

  private final class Shown {
    let width, height: Int
    var model: StageModel<BuiltInAnimation>
    let layout: StageLayout
    private var scene = Scene(shapeCapacity: 256, elementCapacity: 1 << 15, stopCapacity: 2048)
    private var renderer = Renderer(
      maximumWidth: 1920, maximumHeight: 1920, shapeCapacity: 256, edgeCapacity: 1 << 16)

    init(_ pack: String?, _ size: (Int, Int)) throws {
      (width, height) = size
      var configuration = StageConfiguration(
        animation: .ring, widthInPixels: width, heightInPixels: height)
      configuration.showsMessage = true
      if let pack {
        configuration.theme = ThemeSelection(try Pack(KeptPacks.file(pack)), variant: 0)
      }
      model = try StageModel(configuration, at: .zero)
      layout = try StageLayout(configuration, for: model)
      layout.makePixmaps()
    }

    func apply(_ command: Command) { model.apply(command, at: ms(1000)) }

    func words() -> [UInt32] {
      model.draw(at: ms(5000), on: layout, into: &scene)
      var words = [UInt32](repeating: 0, count: width * height)
      var buffer = PixelBuffer(
        words.mutableSpan, width: width, height: height, strideInBytes: 4 * width,
        format: .xrgb8888)
      renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
      return words
    }

    /// The rows in which frames differ.
    func rows(_ a: [UInt32], _ b: [UInt32]) -> Range<Int>? {
      let rows = (0..<height).filter { row in
        a[row * width..<(row + 1) * width] != b[row * width..<(row + 1) * width]
      }
      guard let first = rows.first, let last = rows.last else { return nil }
      return first..<last + 1
    }
  }

  @Test(arguments: KeptPacks.names)
  func `a long question is over nothing of a theme`(name: String) throws {
    for size in Self.sizes {
      let shown = try Shown(name, size)
      let theme = try #require(shown.layout.theme)
      shown.apply(.ask(Self.question, EntryField(bulletCount: 5)))
      for command in [nil, Command.progress(30), .done, .reset, .fail] {
        if let command { shown.apply(command) }
        let situation = shown.model.situation(at: ms(5000)).incoming | 1
        let painter = ThemePainter(
          shown.model, StagePainter(layout: shown.layout, time: ms(5000)))
        let room = try #require(painter).promptRoom(of: shown.model, in: situation)
        let number = theme.number(of: situation, promptRoom: room)
        let prompt = try #require(theme.prompt(in: number))
        var index = 0
        while let element = theme.element(index, in: number) {
          index += 1
          if element.kind == .background || element.kind == .stack || element.kind == .prompt {
            continue
          }
          let (a, b) = (element.box, prompt.box)
          let isApart =
            a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height
            || b.y >= a.y + a.height
          #expect(isApart, "\(name) \(size): \(element.kind)")
        }
      }
    }
  }

  /// In each look, at each size.
  @Test(arguments: KeptPacks.names + [""])
  func `a key is seen below a long question`(name: String) throws {
    for size in Self.sizes {
      let shown = try Shown(name.isEmpty ? nil : name, size)
      shown.apply(.ask(Self.question, EntryField(bulletCount: 1)))
      let one = shown.words()
      shown.apply(.ask(Self.question, EntryField(bulletCount: 2)))
      let rows = shown.rows(one, shown.words())
      #expect(rows != nil, "\(name) \(size)")
    }
  }

  @Test(arguments: KeptPacks.names + [""])
  func `a message that comes while a person is asked is seen beside the question`(
    name: String
  ) throws {
    for size in Self.sizes where size.1 >= 240 {
      let shown = try Shown(name.isEmpty ? nil : name, size)
      shown.apply(.say("Starting"))
      shown.apply(.ask("Passphrase for disk vda2:", EntryField(bulletCount: 3)))
      let before = shown.words()
      shown.apply(.say("TOTP: 123 456"))
      let after = shown.words()
      #expect(before != after, "\(name) \(size)")
      // The question and the field stay: another code changes only the message's line.
      shown.apply(.say("TOTP: 654 321"))
      let rows = try #require(shown.rows(after, shown.words()), "\(name) \(size)")
      #expect(rows.count < 40, "\(name) \(size)")
      shown.apply(.prompt(nil))
      #expect(shown.words() != after)
      // Not the previous code.
      shown.apply(.ask("Passphrase for disk vda3:", EntryField(bulletCount: 3)))
      shown.apply(.ask("Passphrase for disk vda2:", EntryField(bulletCount: 3)))
      #expect(shown.words() == before, "\(name) \(size)")
    }
  }
}
