// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Raster
import Support
import Testing
import Theme
import Stage
import Text

/// Packs with random changes: each is refused, or laid out and drawn.
///
/// Without access to internals, because these tests also run on 32 bits, where a product of a
/// pack's numbers may trap that does not overflow on 64.
@Suite struct ThemeMutationTests {
  /// The renderer of all packs: making it takes longer than most frames.
  final class Player {
    private let (width, height) = (120, 60)
    private var scene = Scene(shapeCapacity: 256, elementCapacity: 1 << 15)
    private var renderer = Renderer(maximumWidth: 120, shapeCapacity: 256)
    private var words = [UInt32](repeating: 0, count: 120 * 60)

    /// Draws what a pack shows at some times, in milliseconds, then where it has failed, and where something is asked;
    /// false where it is no theme.
    func play(_ pack: Pack, _ commands: [Command], at times: [Int]) -> Bool {
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: width, heightInPixels: height)
      configuration.showsMessage = true
      configuration.theme = ThemeSelection(pack)
      guard var stage = try? Stage(configuration, at: .zero) else { return false }
      stage.makePixmaps()
      stage.set(WallClock(hours: 23, minutes: 59, at: .zero), at: .zero)
      for command in commands { stage.apply(command, at: .zero) }
      for milliseconds in times { draw(&stage, at: milliseconds) }
      let last = (times.last ?? 0) + 1
      stage.apply(.fail, at: .zero + .milliseconds(last))
      draw(&stage, at: last + 2000)
      // This is compiled in Embedded Swift, too, without the helpers of the other tests.
      let prompt = Prompt(question: Message(), entry: EntryField(bulletCount: 3))
      stage.apply(.prompt(prompt), at: .zero + .milliseconds(last + 2000))
      draw(&stage, at: last + 4000)
      return true
    }

    /// Plays mutations of a pack, with commands at their beginning; returns how many of a thousand are packs still.
    func play(
      mutationsOf file: [UInt8], seed: UInt64, count: Int, _ commands: [Command], at times: [Int]
    ) -> Int {
      var mutations = PackMutations(seed: seed)
      var played = 0
      for _ in 0..<count {
        guard let pack = try? Pack(mutations.mutation(of: file)) else { continue }
        if play(pack, commands, at: times) { played += 1 }
      }
      return played * 1000 / count
    }

    private func draw(_ stage: inout Stage, at milliseconds: Int) {
      let time = Instant.zero + .milliseconds(milliseconds)
      stage.draw(at: time, into: &scene)
      var buffer = PixelBuffer(
        words.mutableSpan, width: width, height: height, strideInBytes: 4 * width,
        format: .xrgb8888)
      renderer.draw(scene, damage: DamageRegion(allOfWidth: width, height: height), into: &buffer)
      _ = stage.nextChange(after: time)
    }
  }

  /// Plays mutations of a pack, with commands at their beginning; returns how many of a thousand are packs still.
  private func played(
    of maker: PackMaker, seed: UInt64, _ commands: [Command], at times: [Int]
  ) -> Int {
    // An emulated processor only has time for fewer.
    #if hasFeature(Embedded)
      let count = 200
    #else
      let count = LongRun.count(2000, 7200)
    #endif
    return Player().play(
      mutationsOf: maker.file(), seed: seed, count: count, commands, at: times)
  }

  @Test func `elements are drawn or refused`() {
    let drawn = played(
      of: .sample(), seed: 3, [.progress(channel: 1, percent: .hundred)],
      at: [0, 100, 1000])
    #expect(drawn > 60)
  }

  @Test(arguments: ["AB 12 \u{5D0}1 A", "words", "known"])
  func `fonts are drawn or refused`(message: String) {
    let message = Message(truncating: Array(message.utf8).span)
    let drawn = played(of: .fontSample(), seed: 17, [.message(message)], at: [2000])
    #expect(drawn > 50)
  }

  @Test func `joined letters and marks are drawn or refused`() {
    let message = Message(truncating: Array("AA1 A1\u{200D}\u{5D0}1A".utf8).span)
    let drawn = played(of: .shapingSample(), seed: 61, [.message(message)], at: [2000])
    #expect(drawn > 50)
  }

  @Test func `motions are drawn or refused`() {
    let drawn = played(
      of: .motionSample(), seed: 59, [.progress(channel: 1, percent: .hundred)],
      at: [0, 250, 1000, 100_000])
    #expect(drawn > 50)
  }

  @Test func `gradients of drawings are drawn or refused`() {
    #expect(played(of: .shadingSample(), seed: 61, [], at: [0]) > 50)
  }

  @Test func `images of parts are drawn or refused`() {
    let drawn = played(
      of: .partsSample(), seed: 67, [.progress(channel: 1, percent: .hundred)], at: [0, 2000])
    #expect(drawn > 50)
  }

  @Test(arguments: [1, 2])
  func `clocks and elements of later versions are drawn or refused`(version: UInt16) {
    var pack = PackMaker.sample()
    pack.minorVersion = version
    var record = ClockElement(PackMaker.element(0.5, 0.1))
    record.properties.size = Length(2, .cap)
    record.properties.color = StraightColor(hex: 0xF2F4_F7FF)
    pack.node(.clock, record)
    // Over midnight.
    #expect(played(of: pack, seed: 53, [], at: [0, 59_999, 60_000]) > 50)
  }

  /// Eight frames of a pixel, of which the first two are an intro and the last two an outro.
  private var frames: PackMaker {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    let image = pack.sequence(
      1, 1, rate: (10, 1), (0..<8).map { .init([0xF1, UInt8($0 + 1), 0, 0, 255]) })
    pack.node(.animation, PackMaker.frames(image, intro: 2, outro: 2), channel: 1)
    return pack
  }

  @Test func `frames are drawn or refused`() {
    #expect(played(of: frames, seed: 11, [.done], at: [0, 250, 900]) > 50)
  }

  @Test func `drawings are drawn or refused`() {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    var shape = PackMaker.Shape(0, 0, 16384, 8192, color: 0xFF00_00FF)
    shape.gradient = pack.gradient([0, 0, 1, 0], [0x0000_00FF, 0xFF00_00FF])
    let image = pack.drawing(
      4096, 2048, [.init(0, 0, 9000, 8000, color: 0x00FF_00FF), shape])
    var record = PackMaker.image(image)
    (record.placement.width, record.fit) = (Length(40), .contain)
    pack.node(.image, record)
    #expect(played(of: pack, seed: 41, [], at: [0]) > 50)
  }

  /// The animations that are missing in the sample.
  @Test(arguments: [Theme.AnimationKind.download, .ring])
  func `animations are drawn or refused`(kind: Theme.AnimationKind) {
    var pack = PackMaker.sample()
    pack.node(
      .animation,
      pack.animation(
        kind, colors: [0xEBD6_ABFF, 0xC6A0_5DFF], width: kind == .ring ? 100 : 150,
        height: kind == .ring ? 100 : 60), channel: 3)
    let commands: [Command] = [.progress(channel: 3, percent: .hundred)]
    #expect(played(of: pack, seed: 29, commands, at: [0, 700, 9000]) > 50)
  }
}
