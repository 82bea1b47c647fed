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

/// Themes on a stage: the positions of their elements, and their pixels.
@Suite struct ThemeLayoutTests {
  private func layout(
    _ pack: PackMaker, _ width: Fixed, _ height: Fixed
  ) throws -> ThemeLayout {
    ThemeLayout(ThemeSelection(try Pack(pack.file())), width: width, height: height, scale: 1)
  }

  private func boxes(
    _ pack: PackMaker, _ width: Fixed = 1000, _ height: Fixed = 800, asking: Bool = false
  ) throws -> [Rectangle] {
    let layout = try layout(pack, width, height)
    return (0...).lazy.map { layout.element($0, in: asking ? 1 : 0)?.box }.prefix { $0 != nil }
      .compactMap { $0 }
  }

  private func rectangle(_ x: Fixed, _ y: Fixed, _ width: Fixed, _ height: Fixed) -> Rectangle {
    Rectangle(x: x, y: y, width: width, height: height)
  }

  /// A theme of one image of 2 × 2 pixels, 40 pt wide, at a given anchor.
  private func theme(_ change: (inout ImageElement) -> Void) -> PackMaker {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x1014_18FF)
    let image = pack.image(2, 2, stream: [0xF1, 255, 0, 0, 255, 0xC2])
    var logo = PackMaker.image(image)
    (logo.placement.width, logo.fit) = (Length(40), .contain)
    change(&logo)
    pack.node(.image, logo)
    return pack
  }

  @Test func `an element is put by anchor pivot and offset`() throws {
    #expect(try boxes(theme { _ in }) == [rectangle(0, 0, 1000, 800), rectangle(480, 380, 40, 40)])
    let offset = theme { logo in
      logo.placement.anchor = .zero
      logo.placement.pivot = Point(.half, .half)
      logo.placement.offsetX = Length(10, .percent)
      logo.placement.offsetY = Length(25, .percentOfHeight)
    }
    #expect(try boxes(offset)[1] == rectangle(60, 180, 40, 40))
  }

  @Test func `lengths have units and limits`() throws {
    func width(_ change: (inout ImageElement) -> Void) throws -> Fixed {
      try boxes(theme(change))[1].width
    }
    #expect(try width { $0.placement.width = Length(10, .percent) } == 80)
    #expect(try width { $0.placement.width = Length(10, .percentOfWidth) } == 100)
    #expect(try width { $0.placement.width = Length(10, .percent, max: 200) } == 50)
    #expect(try width { $0.placement.width = Length(10, .percent, min: 400) } == 100)
    #expect(try width { $0.placement.width = Length(0, .automatic) } == 2)
  }

  @Test func `what would leave the stage is moved inside`() throws {
    let outside = theme { $0.placement.offsetX = Length(2000) }
    #expect(try boxes(outside)[1] == rectangle(960, 380, 40, 40))
    let large = theme { $0.placement.width = Length(900) }
    #expect(try boxes(large)[1] == rectangle(50, -50, 900, 900))
  }

  @Test func `a stack is held by its element`() throws {
    let boxes = try boxes(PackMaker.sample())
    // Background, stack, logo, bar, second bar, text: the bar is in the middle.
    #expect(boxes.count == 6)
    #expect(boxes[3] == rectangle(350, 397, 300, 6))
    let gap = boxes[3].y - boxes[2].y - boxes[2].height
    #expect(boxes[2].x == 480 && boxes[2].height == 40)
    #expect(boxes[4].y == 403 + gap && boxes[5].y == 405 + 2 * gap)
  }

  /// A stage of the sample on 400 × 300 points.
  private func configuration(
    rotation: Rotation = .degrees0, scale: Fixed = 1
  ) throws -> StageConfiguration {
    var configuration = StageConfiguration(
      animation: .flow, width: 400, height: 300, scale: scale, rotation: rotation)
    configuration.theme = ThemeSelection(try Pack(PackMaker.sample().file()))
    return configuration
  }

  private func words(_ stage: inout Stage, _ configuration: StageConfiguration) -> [UInt32] {
    let (width, height) = (configuration.widthInPixels, configuration.heightInPixels)
    stage.makePixmaps()
    var scene = Scene(shapeCapacity: 256, elementCapacity: 1 << 15)
    stage.draw(at: .zero + .milliseconds(2000), into: &scene)
    var renderer = Renderer(maximumWidth: width, shapeCapacity: 256)
    var words = [UInt32](repeating: 0, count: width * height)
    var buffer = PixelBuffer(
      words.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    return words
  }

  @Test func `logo bars and text are drawn`() throws {
    let configuration = try configuration()
    var stage = try Stage(configuration, at: .zero)
    stage.apply(.progress(channel: 1, percent: .hundred), at: .zero)
    stage.apply(.progress(channel: 2, percent: .hundred), at: .zero)
    let words = words(&stage, configuration)
    #expect(words[0] == 0x101418)
    // The logo is red, the first bar 300 wide in the middle, the second one below it in one colour.
    #expect(words.filter { $0 == 0xFF0000 }.count == 1600)
    #expect(words[150 * 400 + 51] >> 8 == 0x0B6E4F >> 8)
    #expect(words[150 * 400 + 348] >> 8 == 0x3FB58A >> 8)
    #expect(words.filter { $0 == 0x0B6E4F }.count >= 300)
    #expect(words.contains { $0 == 0xF2F4F7 }, "the text that stands for no message")
    let first = stage.status(at: .zero + .milliseconds(2000))
    #expect(first?.state == .succeeded && first?.shown == 1)
  }

  @Test func `each channel has its own bar`() throws {
    let configuration = try configuration()
    var stage = try Stage(configuration, at: .zero)
    stage.apply(.progress(channel: 2, percent: .hundred), at: .zero)
    let words = words(&stage, configuration)
    #expect(words[150 * 400 + 60] == 0x101418)
    #expect(words.filter { $0 == 0x0B6E4F }.count >= 300)
  }

  @Test(arguments: [Rotation.degrees90, .degrees180, .degrees270])
  func `rotated themes have the same logo`(_ rotation: Rotation) throws {
    for scale in [1, Fixed(5, over: 4), 2] as [Fixed] {
      func red(_ rotation: Rotation) throws -> Int {
        let configuration = try configuration(rotation: rotation, scale: scale)
        var stage = try Stage(configuration, at: .zero)
        return words(&stage, configuration).filter { $0 == 0xFF0000 }.count
      }
      #expect(try red(rotation) == red(.degrees0))
    }
  }

  @Test func `a theme moves while one of its animation's does`() throws {
    var stage = try Stage(configuration(), at: .zero)
    let late = Instant.zero + .milliseconds(9000)
    #expect(stage.nextChange(after: late) == .never)
    stage.apply(.progress(channel: 2, percent: .hundred), at: late)
    let soon = late + .milliseconds(100)
    guard case .visibly(let instant) = stage.nextChange(after: soon) else {
      Issue.record("a bar that grows shows nothing else")
      return
    }
    #expect(instant > soon && instant < soon + .milliseconds(10))
  }
}
