// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Motion
import Raster
import Stage
import Support
import Testing
import Text
import Theme

@testable import Animations

/// Images of a theme that move: their frames, and the instants at which these change.
@Suite struct ThemeMotionTests {
  private static let (width, height) = (80, 60)

  private final class Shown: DrawnStage {
    init(_ pack: PackMaker, scale: Fixed = 1, rotation: Rotation = .degrees0) throws {
      let size = rotation.turned(width: ThemeMotionTests.width, height: ThemeMotionTests.height)
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: size.width, heightInPixels: size.height)
      configuration.rotation = rotation
      configuration.scale = scale
      configuration.showWholeStage()
      configuration.theme = ThemeSelection(try Pack(pack.file()))
      try super.init(configuration)
    }

    func next(_ time: Double) -> NextChange { stage.nextChange(after: ms(time)) }
  }

  /// A theme with an image of 16 × 16 pixels in the middle, a gradient with a mark in a corner.
  private static func pack(
    _ motions: [MotionElement], bar: Bool = false,
    record: @escaping (Int) -> UInt8 = { _ in 0 }, _ keyframes: (inout PackMaker) -> Void
  ) -> PackMaker {
    var pack = PackMaker()
    pack.minorVersion = 2
    pack.stage { $0.fade = 0 }
    pack.background(0x1020_30FF)
    if bar {
      var record = pack.animation(.bar, colors: [0xFFFF_FFFF], width: 20, height: 1, 0, 1)
      record.flow = .still
      pack.node(.animation, record, channel: 1)
    }
    var stream: [UInt8] = []
    for y in 0..<16 {
      for x in 0..<16 {
        let isMark = x < 5 && y < 5
        stream += [0xF1, isMark ? 255 : UInt8(8 * x), UInt8(8 * y), isMark ? 0 : 128, 255]
      }
    }
    pack.node(.image, PackMaker.image(pack.image(16, 16, stream: stream)))
    keyframes(&pack)
    if motions.isEmpty { return pack }
    pack.node(.motion, motions, record)
    return pack
  }

  /// A theme with one motion.
  private static func pack(
    _ motion: MotionElement, bar: Bool = false,
    _ keyframes: (inout PackMaker, inout MotionElement) -> Void
  ) -> PackMaker {
    // The ranges of keyframes count from 0 in each pack.
    var (scratch, motion) = (PackMaker(), motion)
    keyframes(&scratch, &motion)
    return pack([motion], bar: bar) { pack in
      var ignored = MotionElement()
      keyframes(&pack, &ignored)
    }
  }

  private static func rest() throws -> [UInt32] { try Shown(pack([]) { _ in }).words(0) }

  /// The largest difference of a channel.
  private static func difference(_ a: [UInt32], _ b: [UInt32]) -> Int {
    zip(a, b).map { a, b in
      [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
    }.max() ?? 0
  }

  @Test func `a motion without a change is the image at rest to the bit`() throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion()) { pack, motion in
        motion.opacity = pack.keyframes([(0, 1), (1, 1)])
        motion.scale = pack.keyframes([(0, 1)])
        motion.rotation = pack.keyframes([(0, 360), (1, 360)])
        motion.offsetX = pack.keyframes([(0, 0)])
      })
    #expect(try shown.words(300) == Self.rest())
    #expect(shown.next(300) == .never)
  }

  @Test func `an invisible image draws nothing`() throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion(.once)) { pack, motion in
        motion.opacity = pack.keyframes([(0, 0), (1, 1)])
      })
    #expect(shown.words(0).allSatisfy { $0 & 0xFF_FFFF == 0x10_2030 })
    let half = shown.words(500)
    // The middle of the image, half opaque.
    let full = try Self.rest()[30 * Self.width + 40]
    for shift in [0, 8, 16] as [UInt32] {
      let under = Int(0x10_2030 >> shift & 255)
      let mean = (Int(full >> shift & 255) + under) / 2
      #expect(abs(Int(half[30 * Self.width + 40] >> shift & 255) - mean) <= 1)
    }
    #expect(try shown.words(1000) == Self.rest())
    #expect(shown.next(1000) == .never)
  }

  @Test func `an image that slides is the image at another place`() throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion(.once)) { pack, motion in
        motion.offsetX = pack.keyframes([(0, -20), (1, 0)])
        motion.offsetY = pack.keyframes([(0, 25), (1, 0)], unit: .percentOfHeight)
      })
    let rest = try Self.rest()
    let moved = shown.words(0)
    for y in 22..<38 {
      for x in 32..<48 {
        #expect(moved[(y + 15) * Self.width + x - 20] == rest[y * Self.width + x])
      }
    }
    // Half a pixel on, each pixel is the mean of two.
    let between = shown.words(25)
    let row = 44 * Self.width
    for x in 15..<25 {
      let (left, right) = (moved[row + x - 1], moved[row + x])
      let mean = (Int(left & 255) + Int(right & 255)) / 2
      #expect(abs(Int(between[row + x] & 255) - mean) <= 10, "\(x)")
    }
    #expect(shown.words(1000) == rest && shown.words(5000) == rest)
  }

  @Test(arguments: Rotation.allCases)
  func `a turned display shows the same motion turned`(rotation: Rotation) throws {
    let pack = Self.pack(PackMaker.motion()) { pack, motion in
      motion.origin = .init(0, 1)
      motion.rotation = pack.keyframes([(0, 0), (1, 360)])
      motion.scale = pack.keyframes([(0, 0.5), (1, 1.5)])
      motion.offsetX = pack.keyframes([(0, -10), (1, 10)])
    }
    let (unrotated, turned) = (try Shown(pack), try Shown(pack, rotation: rotation))
    let size = rotation.turned(width: Self.width, height: Self.height)
    for time in stride(from: 0.0, to: 1000, by: 130) {
      let (frame, other) = (unrotated.words(time), turned.words(time))
      var back: [UInt32] = []
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let place =
            switch rotation {
            case .degrees0: (x, y)
            case .degrees90: (size.width - 1 - y, x)
            case .degrees180: (size.width - 1 - x, size.height - 1 - y)
            case .degrees270: (y, size.height - 1 - x)
            }
          back.append(other[place.1 * size.width + place.0])
        }
      }
      #expect(Self.difference(frame, back) <= 3, "\(time)")
    }
  }

  @Test func `a quarter of a turn shows the image's own pixels`() throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion()) { pack, motion in
        motion.rotation = pack.keyframes([(0, 0), (1, 360)])
      })
    let (rest, turned) = (try Self.rest(), shown.words(250))
    for y in 0..<16 {
      for x in 0..<16 {
        #expect(
          turned[(22 + x) * Self.width + 32 + 15 - y] == rest[(22 + y) * Self.width + 32 + x])
      }
    }
  }

  @Test func `a frame is a function of time`() throws {
    let pack = PackMaker.motionSample()
    let (one, other) = (try Shown(pack), try Shown(pack))
    for time in stride(from: 0.0, to: 3000, by: 41) { _ = one.words(time) }
    #expect(one.words(3456) == other.words(3456))
  }

  @Test(arguments: [Easing.linear, .ease, .easeIn, .easeOut, .easeInOut])
  func `between two frames that are due no frame differs visibly`(easing: Easing) throws {
    let pack = Self.pack(PackMaker.motion(.alternate, seconds: 5)) { pack, motion in
      motion.opacity = pack.keyframes([(0, 0.8), (1, 1)], easing)
      motion.scale = pack.keyframes([(0, 0.97), (0.5, 1), (1, 1.03)], easing)
      motion.rotation = pack.keyframes([(0.2, 0), (0.8, 4)], easing)
      motion.offsetY = pack.keyframes([(0, 0), (1, 3)], easing)
    }
    let shown = try Shown(pack)
    var (time, frames) = (0.0, 0)
    while time < 10_000 {
      guard case .visibly(let instant) = shown.next(time) else {
        Issue.record("\(time): \(shown.next(time))")
        return
      }
      let next = Double(instant.nanoseconds) / 1_000_000
      #expect(next > time)
      // A visible distance is a sixteenth of a pixel, on which a colour changes by at most as much of its levels.
      let (now, last) = (shown.words(time), shown.words(next - 0.001))
      #expect(Self.difference(now, last) <= 20, "\(time) to \(next)")
      time = max(next, time + 1000.0 / 60)
      frames += 1
    }
    #expect(frames < 600 * 2 / 3, "\(frames) frames are drawn in 10 s of a slow motion")
  }

  @Test func `a value that is held changes at its keyframes alone`() throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion(.loop, delay: 0.5)) { pack, motion in
        motion.offsetX = pack.keyframes([(0, 0), (0.25, 10), (0.75, 0)], .hold)
      })
    #expect(shown.next(0) == .at(ms(750)))
    let first = shown.words(0)
    #expect(shown.words(749.9) == first)
    #expect(shown.words(750) != first)
    #expect(shown.next(750) == .at(ms(1250)))
    #expect(try shown.words(1250) == Self.rest())
    #expect(shown.next(1250) == .at(ms(1750)))
  }

  @Test(arguments: [MotionRepetition.once, .loop, .alternate], [nil, 0, 40, 63])
  func `many equal keyframes are at rest`(repetition: MotionRepetition, changed: Int?) throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion(repetition, seconds: 64)) { pack, motion in
        motion.offsetX = pack.keyframes(
          (0..<64).map { (Double($0) / 64, $0 == changed ? 5 : 2) }, .hold)
      })
    let next: NextChange =
      switch (changed, repetition) {
      case (nil, _), (0, .once): .never
      // The first second comes again from 64 s on, or up to 128 s.
      case (0, .loop): .at(ms(64_000))
      case (0, .alternate): .at(ms(127_000) + .microseconds(1))
      case (let index?, _): .at(ms(1000 * Double(index)))
      }
    #expect(shown.next(2000) == next)
  }

  @Test func `keyframes at one position hide each other but the last`() throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion(.loop)) { pack, motion in
        motion.offsetX = pack.keyframes([(0, 5), (0, 7), (1, 7), (1, 5)])
      })
    #expect(shown.next(500) == .never)
  }

  @Test func `a motion that has ended needs no frame`() throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion(.once, delay: 1)) { pack, motion in
        motion.scale = pack.keyframes([(0, 0), (0.5, 1)], .easeOut)
      })
    // Up to its beginning it is as at its first keyframe, where nothing is drawn.
    #expect(shown.words(0).allSatisfy { $0 & 0xFF_FFFF == 0x10_2030 })
    guard case .visibly(let instant) = shown.next(0) else {
      Issue.record("\(shown.next(0))")
      return
    }
    #expect(instant > ms(1000) && instant < ms(1010))
    #expect(shown.next(1499) == .visibly(ms(1500)))
    #expect(shown.next(1500) == .never && shown.next(90_000) == .never)
    #expect(try shown.words(1500) == Self.rest())
  }

  @Test func `an endless motion pauses during a prompt, and one with an end goes on`() throws {
    for repetition in [MotionRepetition.loop, .once] {
      let shown = try Shown(
        Self.pack(PackMaker.motion(repetition)) { pack, motion in
          motion.offsetY = pack.keyframes([(0, 0), (1, -20)])
        })
      shown.stage.apply(.ask("?", EntryField(bulletCount: 1)), at: ms(500))
      // Above the prompt.
      let rows = 24 * Self.width
      let before = shown.words(800)
      let isMoving = shown.next(800) != .never
      let after = shown.words(3000)
      if repetition == .loop {
        #expect(before[..<rows] == after[..<rows])
        #expect(!isMoving && shown.next(3000) == .never)
        shown.stage.apply(.prompt(nil), at: ms(4000))
        // It goes on from where it was: 0.5 s, and 0.3 s more.
        let other = try Shown(
          Self.pack(PackMaker.motion(repetition)) { pack, motion in
            motion.offsetY = pack.keyframes([(0, 0), (1, -20)])
          })
        #expect(shown.words(4300) == other.words(800))
      } else {
        #expect(before[..<rows] != after[..<rows])
        #expect(isMoving && shown.next(3000) == .never)
      }
    }
  }

  @Test func `a failure stops an endless motion`() throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion()) { pack, motion in
        motion.rotation = pack.keyframes([(0, 0), (1, 360)])
      })
    shown.stage.apply(.fail, at: ms(600))
    #expect(shown.next(700) == .now)
    #expect(shown.next(2000) == .never)
    #expect(shown.words(2000) == shown.words(60_000))
    shown.stage.apply(.reset, at: ms(61_000))
    #expect(shown.words(62_000) != shown.words(62_100))
  }

  @Test func `a motion of a phase begins with it`() throws {
    var keys: [(Range<Int>)] = []
    var scratch = PackMaker()
    keys.append(scratch.keyframes([(0, 0), (0.25, 8), (0.75, -8), (1, 0)]))
    var shake = PackMaker.motion(.once, .phase, seconds: 0.4)
    shake.offsetX = keys[0]
    // Only after a failure.
    let pack = Self.pack([shake], record: { $0 / 2 % 5 == 3 ? 0 : 255 }) { pack in
      _ = pack.keyframes([(0, 0), (0.25, 8), (0.75, -8), (1, 0)])
    }
    let (shown, rest) = (try Shown(pack), try Self.rest())
    #expect(shown.words(5000) == rest && shown.next(5000) == .never)
    shown.stage.apply(.fail, at: ms(6000))
    #expect(shown.words(6000) == rest)
    let moved = shown.words(6100)
    for y in 22..<38 {
      for x in 32..<48 {
        #expect(moved[y * Self.width + x + 8] == rest[y * Self.width + x])
      }
    }
    #expect(shown.words(6400) == rest && shown.next(6400) == .never)
    // Again after the next failure, also if the stage was not drawn in between.
    shown.stage.apply(.reset, at: ms(7000))
    shown.stage.apply(.fail, at: ms(9000))
    #expect(shown.words(9100) == moved)
  }

  @Test(arguments: [true, false])
  func `a motion follows the progress`(hasBar: Bool) throws {
    let shown = try Shown(
      Self.pack(PackMaker.motion(.loop, .progress), bar: hasBar) { pack, motion in
        motion.offsetX = pack.keyframes([(0, -30), (1, 30)])
      })
    let empty = shown.words(0)
    #expect(shown.next(1000) == .never)
    let half = try #require(Percent(Fixed(50)))
    shown.stage.apply(.progress(channel: 1, percent: half), at: ms(1000))
    #expect(shown.next(1001) != .never)
    let rest = try Self.rest()
    let rows = 22 * Self.width..<38 * Self.width
    #expect(Array(shown.words(5000)[rows]) == Array(rest[rows]))
    #expect(empty[rows] != rest[rows] && shown.next(5000) == .never)
    shown.stage.apply(.progress(channel: 1, percent: .hundred), at: ms(6000))
    let full = shown.words(20_000)
    for x in 32..<48 {
      #expect(full[30 * Self.width + x + 30] == rest[30 * Self.width + x])
    }
  }

  @Test func `a drawing moves like an image`() throws {
    var pack = PackMaker()
    pack.minorVersion = 2
    pack.stage { $0.fade = 0 }
    pack.background(0x1020_30FF)
    let image = pack.drawing(20, 20, [.init(0, 0, 16384, 16384, color: 0xFFFF_FFFF)])
    var record = PackMaker.image(image)
    (record.placement.width, record.fit) = (Length(20), .contain)
    pack.node(.image, record)
    var motion = PackMaker.motion(.once)
    motion.rotation = pack.keyframes([(0, 90), (1, 45)])
    motion.offsetX = pack.keyframes([(0, 10), (1, 0)])
    pack.node(.motion, motion)
    let shown = try Shown(pack)
    func box(_ time: Double) -> [Int] {
      let words = shown.words(time)
      let inside = words.indices.filter { words[$0] & 0xFF_FFFF == 0xFF_FFFF }
      let (columns, rows) = (inside.map { $0 % Self.width }, inside.map { $0 / Self.width })
      return [columns.min() ?? 0, columns.max() ?? 0, rows.min() ?? 0, rows.max() ?? 0]
    }
    #expect(box(0) == [40, 59, 20, 39])
    // Its diagonal is 28.28; the pixels at the corners are not all white.
    #expect(box(1000) == [27, 52, 17, 42])
  }

  @Test func `keyframes are passed at their times`() {
    for (repetition, positions) in [
      (MotionRepetition.once, [0, 0, 0.25, 1, 1, 1]), (.loop, [0, 0, 0.25, 0, 0.5, 0.75]),
      (.alternate, [0, 0, 0.25, 1, 0.5, 0.25]),
    ] as [(MotionRepetition, [Double])] {
      let timing = MotionTiming(PackMaker.motion(repetition, seconds: 4, delay: 1))
      for (time, position) in zip([0, 1000, 2000, 5000, 7000, 8000], positions) {
        let shown = timing.position(at: .milliseconds(time))
        #expect(shown == Fixed(number: position), "\(repetition) \(time)")
      }
    }
  }
}
