// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Motion
import Stage
import Support
import Testing
import Theme

@testable import Animations

/// Motions that begin with a part that is played once.
@Suite struct MotionIntroTests {
  /// A motion of 4 s, the first of which is played once, after a delay of 1 s.
  private static func timing(_ repetition: MotionRepetition) -> MotionTiming {
    var motion = PackMaker.motion(repetition, seconds: 4, delay: 1)
    motion.repeatStart = Fixed(1, over: 4)
    return MotionTiming(motion)
  }

  @Test(
    arguments: [
      (MotionRepetition.once, [0, 0, 0.125, 0.25, 0.75, 1, 1, 1, 1]),
      (.loop, [0, 0, 0.125, 0.25, 0.75, 0.25, 0.5, 0.25, 0.75]),
      (.alternate, [0, 0, 0.125, 0.25, 0.75, 1, 0.75, 0.25, 0.75]),
    ] as [(MotionRepetition, [Double])])
  func `what is before the start of the repetition is played once`(
    repetition: MotionRepetition, positions: [Double]
  ) {
    let timing = Self.timing(repetition)
    for (time, position) in zip([0, 1000, 1500, 2000, 4000, 5000, 6000, 8000, 10_000], positions) {
      let shown = timing.position(at: .milliseconds(time))
      #expect(shown == Fixed(number: position), "\(time)")
    }
  }

  private final class Shown: DrawnStage {
    init(_ pack: PackMaker) throws {
      var configuration = StageConfiguration(
        animation: .flow, widthInPixels: 80, heightInPixels: 60)
      configuration.showWholeStage()
      configuration.theme = ThemeSelection(try Pack(pack.file()))
      try super.init(configuration)
    }

    func next(_ time: Double) -> NextChange { stage.nextChange(after: ms(time)) }
  }

  /// An image of one colour with keyframes of its opacity.
  private static func shown(
    _ motion: MotionElement, from start: Fixed, _ keyframes: [(Double, Double)], _ easing: Easing
  ) throws -> Shown {
    var (pack, motion) = (PackMaker(), motion)
    pack.minorVersion = PackHeader.motionIntros
    pack.stage { $0.fade = 0 }
    pack.background(0x0000_00FF)
    pack.node(
      .image, PackMaker.image(pack.image(2, 2, stream: [0xF1, 255, 0, 0, 255, 0xC2])))
    motion.opacity = pack.keyframes(keyframes, easing)
    motion.repeatStart = start
    pack.node(.motion, motion)
    return try Shown(pack)
  }

  /// An image that fades in once, and then is at rest or moves.
  @Test func `a beginning is not seen again`() throws {
    let shown = try Self.shown(
      PackMaker.motion(.loop, seconds: 4), from: Fixed(1, over: 4), [(0, 0), (0.25, 1)], .linear)
    #expect(shown.words(0).allSatisfy { $0 & 0xFF_FFFF == 0 })
    guard case .visibly(let next) = shown.next(0) else {
      Issue.record("the fade is not seen")
      return
    }
    #expect(next < ms(20))
    let full = shown.words(1000)
    #expect(full.contains { $0 & 0xFF_FFFF == 0xFF_0000 })
    for time in [1000.0, 3999, 4000, 4001, 4500, 7000, 100_000] {
      #expect(shown.words(time) == full, "\(time)")
    }
  }

  @Test(arguments: [
    (MotionRepetition.loop, [500.0, 1000, 2000, 4000, 5000, 7000, 8000]),
    (.alternate, [500, 1000, 2000, 6000.001, 8000, 12_000.001]),
  ])
  func `each change of a held value is announced`(
    repetition: MotionRepetition, times: [Double]
  ) throws {
    let shown = try Self.shown(
      PackMaker.motion(repetition, seconds: 4), from: Fixed(1, over: 4),
      [(0, 0), (0.125, 0.25), (0.25, 0.5), (0.5, 1)], .hold)
    var (now, found) = (0.0, [Double]())
    while found.count < times.count, case .at(let next) = shown.next(now) {
      now = Double(next.nanoseconds) / 1_000_000
      found.append(now)
    }
    #expect(found == times)
  }
}
