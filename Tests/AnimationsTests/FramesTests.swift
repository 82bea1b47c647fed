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

/// Animations of frames: the frame at each time, and its drawing.
@Suite struct FramesTests {
  /// Ten frames of a pixel, number n with red n + 1, ten a second.
  private func pack(
    _ count: Int = 10, intro: UInt16 = 0, outro: UInt16 = 0, isBound: Bool = false,
    endsAtOnce: Bool = false, rate: (UInt16, UInt16) = (10, 1),
    stage: (inout StageRecord) -> Void = { _ in }
  ) -> PackMaker {
    var pack = PackMaker()
    pack.stage(stage)
    pack.background(0x0000_00FF)
    let image = pack.sequence(
      1, 1, rate: rate, (0..<count).map { .init([0xF1, UInt8($0 + 1), 0, 0, 255]) })
    pack.node(
      .animation,
      PackMaker.frames(
        image, intro: intro, outro: outro, isBound: isBound, endsAtOnce: endsAtOnce),
      channel: 1)
    return pack
  }

  private func stage(_ pack: PackMaker) throws -> Stage {
    var configuration = StageConfiguration(
      animation: .flow, widthInPixels: 11, heightInPixels: 9)
    configuration.theme = ThemeSelection(try Pack(pack.file()), version: 3)
    let stage = try Stage(configuration, at: .zero)
    stage.makePixmaps()
    return stage
  }

  /// The pixels at an instant.
  private func pixels(_ stage: inout Stage, at time: Int) -> [UInt32] {
    var scene = Scene(shapeCapacity: 16)
    stage.draw(at: .zero + .milliseconds(time), into: &scene)
    var renderer = Renderer(maximumWidth: 11, shapeCapacity: 16)
    var words = [UInt32](repeating: 0, count: 99)
    var buffer = PixelBuffer(
      words.mutableSpan, width: 11, height: 9, strideInBytes: 44, format: .xrgb8888)
    renderer.draw(scene, damage: DamageRegion(allOfWidth: 11, height: 9), into: &buffer)
    return words
  }

  /// The number of the shown frame.
  private func frame(_ stage: inout Stage, at time: Int) -> Int {
    Int(pixels(&stage, at: time)[4 * 11 + 5] >> 16) - 1
  }

  private func frames(_ stage: inout Stage, _ times: StrideTo<Int>) -> [Int] {
    times.map { frame(&stage, at: $0) }
  }

  @Test func `the loop goes round`() throws {
    var stage = try stage(pack(4, intro: 1))
    #expect(frames(&stage, stride(from: 0, to: 900, by: 100)) == [0, 1, 2, 3, 1, 2, 3, 1, 2])
    #expect(frame(&stage, at: 1099) == 1 && frame(&stage, at: 1100) == 2)
  }

  /// The outro ends at 800 ms.
  @Test(
    arguments: [
      (5_000_000, 350, 1000), (200_000, 350, 800), (0, 350, 600), (5_000_000, nil, 600),
    ] as [(UInt32, Int?, Int)])
  func `the end waits for an outro`(farewell: UInt32, done: Int?, end: Int) throws {
    let pack = pack(8, intro: 2, outro: 2) {
      ($0.farewell, $0.leave) = (farewell, 200_000)
      $0.leaveColor = StraightColor(hex: 0xFFFF_FFFF)
    }
    var stage = try stage(pack)
    if let done { stage.apply(.done, at: .zero + .milliseconds(done)) }
    stage.apply(.quit, at: .zero + .milliseconds(400))
    #expect(frame(&stage, at: end - 200) < 10)
    #expect(frame(&stage, at: end - 100) > 100)
    #expect(pixels(&stage, at: end - 1)[0] != 0xFF_FFFF)
    #expect(pixels(&stage, at: end)[0] & 0xFF_FFFF == 0xFF_FFFF)
  }

  @Test func `the outro follows a whole pass and stays`() throws {
    var stage = try stage(pack(8, intro: 2, outro: 2))
    stage.apply(.done, at: .zero + .milliseconds(350))
    // The loop is of four frames, from 200 ms on.
    #expect(
      frames(&stage, stride(from: 300, to: 1000, by: 100)) == [3, 4, 5, 6, 7, 7, 7])
    stage.apply(.reset, at: .zero + .milliseconds(1250))
    #expect(frames(&stage, stride(from: 1300, to: 1500, by: 100)) == [5, 2])
  }

  @Test func `the outro follows at once where it is asked to`() throws {
    var stage = try stage(pack(8, intro: 2, outro: 2, endsAtOnce: true))
    stage.apply(.done, at: .zero + .milliseconds(310))
    #expect(frames(&stage, stride(from: 310, to: 600, by: 100)) == [6, 7, 7])
    var early = try self.stage(pack(8, intro: 2, outro: 2, endsAtOnce: true))
    early.apply(.done, at: .zero + .milliseconds(50))
    #expect(frames(&early, stride(from: 50, to: 400, by: 100)) == [0, 1, 6, 7])
  }

  @Test func `progress after the end goes on`() throws {
    var stage = try stage(pack(8, intro: 2, outro: 2, endsAtOnce: true))
    stage.apply(.done, at: .zero + .milliseconds(310))
    #expect(frame(&stage, at: 600) == 7)
    let percent = Percent(30)
    stage.apply(.progress(channel: 1, percent: percent), at: .zero + .milliseconds(700))
    #expect(frame(&stage, at: 700) == 3)
  }

  /// Two elements of one sequence each have a frame of their own.
  @Test func `two elements show their own frames`() throws {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    let image = pack.sequence(
      1, 1, rate: (10, 1), (0..<10).map { .init([0xF1, UInt8($0 + 1), 0, 0, 255]) })
    for channel in [1, 2] as [UInt8] {
      var record = PackMaker.frames(image, isBound: true)
      record.placement.offsetX = Length(channel == 1 ? -3 : 3)
      pack.node(.animation, record, channel: channel)
    }
    var stage = try stage(pack)
    stage.apply(.progress(channel: 1, percent: .hundred), at: .zero)
    let row = pixels(&stage, at: 5000)[4 * 11..<5 * 11].map { Int($0 >> 16) - 1 }
    #expect(row.filter { $0 >= 0 }.sorted() == [0, 9])
  }

  @Test func `a failure stops and a reset goes on`() throws {
    var stage = try stage(pack())
    stage.apply(.fail, at: .zero + .milliseconds(100))
    // While it stops, half of the 0.3 s is lost: 250 ms on its clock.
    #expect(frame(&stage, at: 400) == 2)
    #expect(frame(&stage, at: 5000) == 2)
    #expect(stage.nextChange(after: .zero + .milliseconds(5000)) == .never)
    stage.apply(.reset, at: .zero + .milliseconds(5000))
    #expect(frame(&stage, at: 5300 + 100) == 5)
  }

  /// Ten frames a second at first; others that begin with the failure, and the first ones after a reset.
  @Test func `a phase has frames of its own, from its beginning`() throws {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    let images = [0, 40].map { first in
      pack.sequence(
        1, 1, rate: (10, 1), (0..<4).map { .init([0xF1, UInt8(first + $0 + 1), 0, 0, 255]) })
    }
    var failed = PackMaker.frames(images[1], intro: 1)
    failed.followsPhase = true
    pack.node(.animation, [PackMaker.frames(images[0]), failed]) { $0 % 10 / 2 == 3 ? 1 : 0 }
    var stage = try stage(pack)
    #expect(frames(&stage, stride(from: 0, to: 500, by: 100)) == [0, 1, 2, 3, 0])
    stage.apply(.fail, at: .zero + .milliseconds(1050))
    let times = stride(from: 1050, to: 1850, by: 100)
    #expect(frames(&stage, times) == [40, 41, 42, 43, 41, 42, 43, 41])
    #expect(
      stage.nextChange(after: .zero + .milliseconds(60_060)) == .at(.zero + .milliseconds(60_150)))
    // A question pauses them.
    stage.apply(.ask("A", EntryField(bulletCount: 0)), at: .zero + .milliseconds(60_160))
    let paused = frame(&stage, at: 61_000)
    #expect(frames(&stage, stride(from: 61_000, to: 62_000, by: 150)).allSatisfy { $0 == paused })
    stage.apply(.prompt(nil), at: .zero + .milliseconds(63_000))
    stage.apply(.reset, at: .zero + .milliseconds(64_000))
    #expect(frame(&stage, at: 65_000) < 4)
  }

  @Test func `progress decides where it is asked to`() throws {
    var stage = try stage(pack(isBound: true))
    #expect(frame(&stage, at: 0) == 0)
    stage.apply(.progress(channel: 1, percent: Percent(50)), at: .zero)
    // 0.5 · 9 + ½ is 5.
    #expect(frame(&stage, at: 5000) == 5)
    stage.apply(.progress(channel: 1, percent: .hundred), at: .zero + .milliseconds(6000))
    let passed = stride(from: 6000, to: 6600, by: 10).map { frame(&stage, at: $0) }
    #expect(passed == passed.sorted() && Set(passed) == [5, 6, 7, 8, 9])
    #expect(stage.nextChange(after: .zero + .milliseconds(9000)) == .never)
  }

  /// A sequence wakes the daemon once per frame, at any refresh rate.
  @Test func `the next change is the next frame`() throws {
    for rate in [(10, 1), (24000, 1001), (120, 1), (1, 7), (65535, 11)] as [(UInt16, UInt16)] {
      var stage = try stage(pack(7, intro: 1, rate: rate))
      var (time, count) = (Instant.zero, 0)
      while count < 40 {
        guard case .at(let next) = stage.nextChange(after: time) else {
          Issue.record("frames end")
          return
        }
        count += 1
        // The frame n begins at n · seconds / frames, in whole nanoseconds.
        let exact = UInt64(count) * 1_000_000_000 * UInt64(rate.1)
        let (quotient, rest) = exact.quotientAndRemainder(dividingBy: UInt64(rate.0))
        #expect((next - Instant.zero).nanoseconds == Int64(quotient + (rest > 0 ? 1 : 0)))
        time = next
      }
    }
    var once = try stage(pack(3, intro: 3))
    #expect(once.nextChange(after: .zero + .milliseconds(150)) == .at(.zero + .milliseconds(200)))
    #expect(once.nextChange(after: .zero + .milliseconds(200)) == .never)
    #expect(frame(&once, at: 9000) == 2)
    var still = try stage(pack(1))
    #expect(still.nextChange(after: .zero) == .never)
    var ended = try stage(pack(8, outro: 2, endsAtOnce: true))
    ended.apply(.done, at: .zero)
    #expect(ended.nextChange(after: .zero + .milliseconds(9000)) == .never)
  }

  /// Frames that store only changes are drawn completely, also after skipped frames.
  @Test func `frames are decoded from the key frame before`() throws {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    // A row of four pixels: frame n > 0 sets only the red of pixel (n - 1) mod 4, to 10 · n.
    let frames = (0..<12).map { number -> PackMaker.Frame in
      if number == 0 { return .init([0xF1, 1, 0, 0, 255, 0xC2], [0, 0, 4, 1]) }
      let place = UInt8((number - 1) % 4)
      var stream: [UInt8] = place > 0 ? [0xD0 | (place - 1)] : []
      stream += [0xF1, UInt8(10 * number), 0, 0, 255]
      if place < 3 { stream.append(0xD0 | (2 - place)) }
      return .init(stream, [0, 0, 4, 1], isKey: false)
    }
    let image = pack.sequence(4, 1, rate: (10, 1), frames)
    pack.node(.animation, PackMaker.frames(image), channel: 1)
    var expected: [[UInt32]] = [[1, 1, 1, 1]]
    for number in 1..<12 {
      var row = expected[number - 1]
      row[(number - 1) % 4] = UInt32(10 * number)
      expected.append(row)
    }
    var stage = try stage(pack)
    for time in [0, 100, 300, 1100, 1200, 1700, 1900, 3000, 3500, 3600] {
      let row = pixels(&stage, at: time)[4 * 11 + 4..<4 * 11 + 8].map { $0 >> 16 }
      #expect(row == expected[time / 100 % 12], "at \(time)")
    }
  }

  @Test func `a broken frame leaves the one before it`() throws {
    var pack = PackMaker()
    pack.stage()
    pack.background(0x0000_00FF)
    let image = pack.sequence(
      1, 1, rate: (10, 1),
      [.init([0xF1, 1, 0, 0, 255]), .init([0xF1, 2, 0, 0, 255, 0]), .init([0xF1, 3, 0, 0, 255])])
    pack.node(.animation, PackMaker.frames(image), channel: 1)
    var stage = try stage(pack)
    #expect(frames(&stage, stride(from: 0, to: 400, by: 100)) == [0, 0, 0, 0])
  }

  @Test func `key frames are never far apart`() throws {
    func check(_ keys: (Int) -> Bool) throws {
      var pack = PackMaker()
      pack.stage()
      pack.background(0x0000_00FF)
      let image = pack.sequence(
        1, 1, rate: (10, 1), (0..<40).map { .init([0xF1, 1, 0, 0, 255], isKey: keys($0)) })
      pack.node(.animation, PackMaker.frames(image), channel: 1)
      _ = try Pack(pack.file())
    }
    try check { $0 % 16 == 0 }
    #expect(throws: PackError.self) { try check { $0 == 1 || $0 % 16 == 1 } }
    #expect(throws: PackError.self) { try check { $0 == 0 || $0 > 17 } }
  }

  /// The buffer's contents were drawn with a frame that has been replaced.
  @Test func `another frame is drawn everywhere`() throws {
    var stage = try stage(pack())
    var before = Scene(shapeCapacity: 16)
    var after = Scene(shapeCapacity: 16)
    stage.draw(at: .zero, into: &before)
    stage.draw(at: .zero + .milliseconds(100), into: &after)
    var damage = DamageRegion(width: 11, height: 9)
    after.findDamage(since: before, into: &damage)
    let bounds = damage.bounds
    #expect(bounds == PixelRectangle(x: 5, y: 4, width: 1, height: 1))
    var renderer = Renderer(maximumWidth: 11, maximumHeight: 9, shapeCapacity: 16)
    let differs = renderer.differs(after, from: before, within: damage, as: .xrgb8888)
    #expect(differs)
    // The same frame again is the same scene.
    var again = Scene(shapeCapacity: 16)
    stage.draw(at: .zero + .milliseconds(1100), into: &again)
    let isOther = renderer.differs(again, from: after, within: damage, as: .xrgb8888)
    #expect(!isOther)
  }
}
