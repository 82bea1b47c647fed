// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import DisplayList
import Raster
import Testing

import Theme

@testable import Animations
import Stage
import Text

/// The prompt is on the stage, below the animation, on displays of every size.
@Suite struct PromptLayoutTests {
  private static let animations: [StageConfiguration.AnimationKind] = [.flow, .download, .ring]

  /// From 240 × 240 to 7680 × 4320, each also turned, with the usual scales of such displays.
  static let sizes: [(width: Int, height: Int, scale: Fixed)] = [
    (240, 240, Fixed(3, over: 4)), (240, 240, 1), (320, 240, Fixed(3, over: 4)), (320, 240, 1),
    (400, 240, 1), (480, 272, 1), (480, 320, 1), (640, 480, 1), (800, 480, 1), (800, 600, 1),
    (1024, 600, 1), (1024, 768, 1), (1280, 400, 1), (1280, 800, 1), (1366, 768, 1), (1920, 720, 1),
    (1920, 1080, 1), (1920, 1080, Fixed(5, over: 4)), (2560, 1080, 1), (2560, 1600, 2),
    (3840, 2160, 2), (3840, 1100, 1), (5120, 1440, 1), (7680, 4320, 4), (7680, 4320, 1),
  ]

  private static let questions = [
    "Password:",
    """
    Please enter the passphrase for disk WDC_WD10EZEX-00BN5A0 \
    (luks-8a3b1c9d-0f4e-4c1b-9d0e-2b7a6c5d4e3f) on /: it is asked for at each start, and after \
    three wrong ones not again
    """,
  ]

  private func configuration(
    _ animation: StageConfiguration.AnimationKind, _ width: Int, _ height: Int, _ scale: Fixed
  ) -> StageConfiguration {
    var configuration = StageConfiguration(
      animation: animation, widthInPixels: width, heightInPixels: height, scale: scale)
    configuration.showsMessage = true
    configuration.background = .black
    return configuration
  }

  @Test(arguments: animations)
  func `a prompt fits on every stage and covers nothing`(
    animation: StageConfiguration.AnimationKind
  ) throws {
    var count = 0
    for size in PromptLayoutTests.sizes {
      for (width, height) in Set([[size.width, size.height], [size.height, size.width]])
        .map({ ($0[0], $0[1]) })
      {
        let configuration = configuration(animation, width, height, size.scale)
        let model = try StageModel(configuration, at: .zero)
        let layout = try StageLayout(configuration, for: model)
        for question in PromptLayoutTests.questions {
          var prompt = PromptLayout(on: layout, color: .white, background: .black)
          prompt.setTexts(
            Array(question.utf8).span, notice: Span(),
            height: layout.height - 2 * prompt.capHeight)
          let place = prompt.place(on: layout, height: layout.height)
          let name = "\(width) × \(height) at \(size.scale.double), \(question.count) characters"
          let cap = prompt.capHeight
          #expect(prompt.top >= 0 && prompt.top + prompt.height <= layout.height, "\(name)")
          #expect(prompt.fieldWidth <= layout.width - 2 * cap, "\(name)")
          #expect(prompt.questionWidth <= layout.width, "\(name)")
          let bottom = place.top + layout.box.height * place.factor
          #expect(prompt.top >= bottom + cap, "\(name)")
          #expect(place.top - layout.overhang * place.factor >= -1, "\(name)")
          #expect(place.factor > Fixed(1, over: 4), "\(name)")
          #expect(prompt.bullet * 50 >= min(layout.width, layout.height), "\(name)")
          // On a large stage the animation does not move.
          if place.factor < 1 { #expect(min(width, height) < 400, "\(name)") }
        }
        count += 1
      }
    }
    #expect(count >= 40)
  }

  @Test(arguments: animations)
  func `a message is below the animation on every stage`(
    animation: StageConfiguration.AnimationKind
  ) throws {
    for size in PromptLayoutTests.sizes {
      for (width, height) in [(size.width, size.height), (size.height, size.width)] {
        let configuration = configuration(animation, width, height, size.scale)
        let model = try StageModel(configuration, at: .zero)
        let layout = try StageLayout(configuration, for: model)
        let bottom = layout.boxPlacement.top + layout.box.height * layout.boxPlacement.factor
        let message = layout.messageLine
        let name = "\(width) × \(height) at \(size.scale.double)"
        #expect(message.y > bottom, "\(name)")
        #expect(message.y + message.height < layout.height, "\(name)")
        if layout.boxPlacement.factor < 1 { #expect(min(width, height) <= 272, "\(name)") }
      }
    }
  }

  /// Pixels agree with the layout: none at the edges, none between animation and prompt.
  @Test(arguments: [(240, 240), (320, 240), (480, 800), (800, 480)])
  func `a prompt's pixels are where they belong`(width: Int, height: Int) throws {
    for animation in PromptLayoutTests.animations {
      let configuration = configuration(animation, width, height, 1)
      var stage = try Stage(configuration, at: .zero)
      stage.apply(
        .ask(PromptLayoutTests.questions[1], EntryField(bulletCount: 9, isCapsLockOn: true)),
        at: .zero)
      let pixels = draw(&stage, width, height)
      for x in 0..<width {
        #expect(
          pixels[x] == 0 && pixels[(height - 1) * width + x] == 0, "\(animation), column \(x)")
      }
      // A flow bar goes from edge to edge.
      if animation == .flow { continue }
      for y in 0..<height {
        #expect(
          pixels[y * width] == 0 && pixels[(y + 1) * width - 1] == 0, "\(animation), row \(y)")
      }
    }
  }

  /// "latam", the longest layout name.
  private static let layout: UInt64 = 0x6D_6174_616C

  @Test(arguments: [(240, 240), (320, 240), (1920, 1080)])
  func `the layout's name is at the right below the field, apart from Caps Lock`(
    width: Int, height: Int
  ) throws {
    func pixels(_ isCapsLockOn: Bool, _ keymap: UInt64) throws -> [UInt32] {
      var stage = try Stage(configuration(.ring, width, height, 1), at: .zero)
      stage.apply(
        .ask("", EntryField(bulletCount: 2, isCapsLockOn: isCapsLockOn, keymap: keymap)), at: .zero)
      return draw(&stage, width, height)
    }
    let plain = try pixels(false, 0)
    let (caps, name) = (try pixels(true, 0), try pixels(false, PromptLayoutTests.layout))
    let both = try pixels(true, PromptLayoutTests.layout)
    var (named, covered, wrong, left) = (0, 0, 0, width)
    for index in plain.indices {
      let isNamed = name[index] != plain[index]
      if isNamed { (named, left) = (named + 1, min(left, index % width)) }
      if isNamed && caps[index] != plain[index] { covered += 1 }
      if both[index] != (isNamed ? name[index] : caps[index]) { wrong += 1 }
    }
    #expect(named > 50 && covered == 0 && wrong == 0 && left > width / 2)
    #expect(EntryField(bulletCount: 2) != EntryField(bulletCount: 2, keymap: 1))
  }

  private func message(_ text: String) -> Message { Message(truncating: Array(text.utf8).span) }

  private func draw(_ stage: inout Stage, _ width: Int, _ height: Int) -> [UInt32] {
    var scene = Scene(elementCapacity: 16384)
    stage.draw(at: .zero + .milliseconds(1000), into: &scene)
    let isWhole = !scene.overflowed
    #expect(isWhole)
    var pixels = [UInt32](repeating: 0xDEAD_BEEF, count: width * height)
    var renderer = Renderer(maximumWidth: width)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    return pixels.map { $0 & 0xFFFFFF }
  }

  @Test func `each key is seen however many bullets there are`() throws {
    for (width, height) in [(240, 240), (1920, 1080)] {
      var stage = try Stage(configuration(.ring, width, height, 1), at: .zero)
      stage.apply(.ask("", EntryField(bulletCount: 0)), at: .zero)
      var shown = draw(&stage, width, height)
      for count in 1...40 {
        stage.apply(.ask("", EntryField(bulletCount: count)), at: .zero)
        let before = shown
        shown = draw(&stage, width, height)
        #expect(shown != before, "bullet \(count)")
      }
    }
  }

  @Test func `a field has as much to draw however much is typed, and shows what is`() throws {
    for (width, height) in [(240, 240), (1920, 1080)] {
      var stage = try Stage(configuration(.ring, width, height, 1), at: .zero)
      var counts: Set<[Int]> = []
      var fields: Set<[Int]> = []
      for count in 0...40 {
        stage.apply(.ask("", EntryField(bulletCount: count)), at: .zero)
        var scene = Scene()
        stage.draw(at: .zero, into: &scene)
        var points = 0
        for index in 0..<scene.shapeCount {
          guard case .stroke(let path, _) = scene.shapes[index].geometry else { continue }
          points += path.indices.count
        }
        counts.insert([scene.shapeCount, points])
        let field = scene.field
        fields.insert([field.x, field.y, field.width, field.height])
        if count > 0 { continue }
        // Bullets that are not there are not seen: the field's second half has one colour.
        let pixels = render(scene, width, height)
        var colors: Set<UInt32> = []
        for y in field.y + field.height / 3..<field.y + 2 * field.height / 3 {
          let row = y * width + field.x
          colors.formUnion(pixels[row + field.width / 2..<row + field.width - field.height / 3])
        }
        #expect(colors.count == 1 && field.width > width / 4)
      }
      #expect(counts.count == 1 && fields.count == 1)
    }
  }

  @Test func `a prompt appears and goes within the time of its fade`() throws {
    var configuration = configuration(.ring, 640, 480, 1)
    configuration.fade = .milliseconds(160)
    var stage = try Stage(configuration, at: .zero)
    func words(_ time: Int) -> [UInt32] {
      var scene = Scene()
      stage.draw(at: .zero + .milliseconds(time), into: &scene)
      return render(scene, 640, 480)
    }
    let before = words(1000)
    stage.apply(.ask("Password:", EntryField(bulletCount: 5)), at: .zero + .milliseconds(1000))
    #expect(stage.nextChange(after: .zero + .milliseconds(1050)) == .now)
    let (half, whole) = (words(1080), words(1160))
    #expect(half != before && half != whole)
    // A still prompt costs nothing.
    #expect(stage.nextChange(after: .zero + .milliseconds(1160)) == .never)
    #expect(words(9000) == whole)
    stage.apply(.prompt(nil), at: .zero + .milliseconds(9000))
    stage.apply(.message(Message()), at: .zero + .milliseconds(9000))
    var empty = try Stage(configuration, at: .zero)
    empty.apply(.ask("Password:", EntryField(bulletCount: 0)), at: .zero)
    var scene = Scene()
    empty.draw(at: .zero + .milliseconds(1000), into: &scene)
    // From the first frame on no bullet of the old entry is left.
    #expect(words(9000) == render(scene, 640, 480))
    #expect(stage.nextChange(after: .zero + .milliseconds(9100)) == .now)
    #expect(words(9160) == before)
    #expect(stage.nextChange(after: .zero + .milliseconds(9160)) == .never)
  }

  private func render(_ scene: borrowing Scene, _ width: Int, _ height: Int) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    var renderer = Renderer(maximumWidth: width)
    var buffer = PixelBuffer(
      pixels.mutableSpan, width: width, height: height, strideInBytes: 4 * width, format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
    return pixels
  }
}
