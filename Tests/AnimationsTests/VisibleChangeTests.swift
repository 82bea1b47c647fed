// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import DisplayList
import Testing
import Stage

/// The stage's time of the next visible change, against its frames until then.
@Suite struct VisibleChangeTests {
  /// Pseudorandom numbers, the same in every run.
  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  private static let period = TimeSpan(nanoseconds: 16_666_667)

  private func configuration(_ seed: UInt64, _ numbers: inout Numbers) -> StageConfiguration {
    let kinds: [StageConfiguration.AnimationKind] = [.flow, .download, .ring]
    let scales: [Fixed] = [1, Fixed(1, over: 2), Fixed(5, over: 4), 3]
    var configuration = StageConfiguration(
      animation: kinds[Int(seed) % 3], width: 300, height: 240,
      scale: scales[numbers.next(below: 4)],
      rotation: numbers.next(below: 2) == 0 ? .degrees0 : .degrees90)
    configuration.paint = [.halves, .quadrants, .conic][numbers.next(below: 3)]
    configuration.rings = 1 + numbers.next(below: 3)
    configuration.flow = numbers.next(below: 2) == 0 ? .still : .forward
    configuration.flowPeriod = .milliseconds([100, 3000, 30_000][numbers.next(below: 3)])
    configuration.springDuration = .milliseconds([500, 120, 4000][numbers.next(below: 3)])
    return configuration
  }

  private func command(_ numbers: inout Numbers, at permille: inout Int) -> Command {
    switch numbers.next(below: 10) {
    case 0: return .unknown
    case 1: return .fail
    case 2: return .reset
    case 3: return .done
    case 4: permille = numbers.next(below: 1001)
    case 5: return .say("Seven")
    default: permille = min(1000, permille + numbers.next(below: 6))
    }
    return .progress(channel: 1, percent: Percent(Fixed(permille, over: 10)) ?? .zero)
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `nothing moves visibly before, and all that ends comes to rest`(seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    let configuration = configuration(seed, &numbers)
    var stage = try Stage(configuration, at: .zero)
    var damage = DamageRegion(
      width: configuration.widthInPixels, height: configuration.heightInPixels)
    var shown = Scene()
    var later = Scene()
    var (now, permille) = (Instant.zero, 0)
    for step in 1...9 {
      // Long enough for all motion after the last command.
      let length = step == 9 ? 30_000 : 100 + numbers.next(below: 2600)
      let until = now + .milliseconds(length)
      stage.apply(command(&numbers, at: &permille), at: now)
      var isStill = false
      while now < until && !isStill {
        stage.draw(at: now, into: &shown)
        var next: Instant
        switch stage.nextChange(after: now) {
        case .now: next = now + Self.period
        case .at(let instant): next = instant
        case .visibly(let instant):
          next = max(instant, now + TimeSpan(nanoseconds: 1))
          // Up to a microsecond before: a value may be rounded to its last a little earlier.
          for part in 1...3 where instant > now {
            let time =
              now + TimeSpan(nanoseconds: (instant - now).nanoseconds * Int64(part) / 3 - 1000)
            guard time > now && time < until else { continue }
            stage.draw(at: time, into: &later)
            later.findDamage(since: shown, into: &damage)
            // Appearing parts are smaller than that; other tests check their pixels.
            guard later.shapeCount == shown.shapeCount else { continue }
            let isVisible = damage.change == .visible
            #expect(!isVisible, "\(configuration.animation), \(part)/3 from \(now) to \(instant)")
          }
          next = max(next, now + Self.period)
        case .never:
          isStill = true
          next = until
        }
        #expect(next > now)
        now = min(next, until)
      }
      if step == 9 && !isStill {
        let isEndless = stage.isEndless(at: now)
        #expect(isEndless, "it never comes to rest")
      }
      if isStill {
        stage.draw(at: until, into: &later)
        let isSame = areEqual(shown, later)
        #expect(isSame, "it stopped on its way")
      }
      now = until
    }
  }

  @Test func `a slow progress gets a frame for each sixteenth of a pixel`() throws {
    var configuration = StageConfiguration(animation: .flow, width: 500, height: 4)
    configuration.flow = .still
    var frames = 0
    var stage = try Stage(configuration, at: .zero)
    // One percent in ten seconds, and one word per second.
    for second in 0..<10 {
      let begin = Instant.zero + .milliseconds(1000 * second)
      stage.apply(
        .progress(channel: 1, percent: Percent(Fixed(second + 1, over: 10)) ?? .zero), at: begin)
      var now = begin
      while now < begin + .milliseconds(1000) {
        frames += 1
        switch stage.nextChange(after: now) {
        case .visibly(let instant): now = max(instant, now + Self.period)
        default: now = begin + .milliseconds(1000)
        }
      }
    }
    // 5 pixels are 80 steps; one more after each command, and one for the end of the spring.
    #expect(frames <= 120, "\(frames)")
  }

  @Test func `colours that flow get a frame for each two levels`() throws {
    var configuration = StageConfiguration(animation: .flow, width: 500, height: 4)
    configuration.flowPeriod = .milliseconds(1000)
    var stage = try Stage(configuration, at: .zero)
    stage.apply(.progress(50), at: .zero)
    // Neighbours of the rainbow are 65535 / 12 apart; two levels are 514.
    guard case .visibly(let instant) = stage.nextChange(after: ms(5000)) else {
      Issue.record("it moves slowly")
      return
    }
    #expect(abs((instant - ms(5000)).nanoseconds - 94_000_000) < 2_000_000)
  }

  @Test func `a number changes at the frame that it changes in`() throws {
    var stage = try Stage(
      StageConfiguration(
        animation: .ring, widthInPixels: 1, heightInPixels: 1, scale: Fixed(1, over: 256)),
      at: .zero)
    stage.apply(.progress(3), at: .zero)
    // The arc is so small that it does not move visibly for long; 0.5 percent show as 1.
    guard case .visibly(let instant) = stage.nextChange(after: .zero) else {
      Issue.record("it moves slowly")
      return
    }
    // 2.7 percent in a second.
    #expect(abs(instant.nanoseconds - 185_185_185) < 1_000_000, "\(instant)")
  }

  @Test func `a bob that turns leaves frames out`() throws {
    var stage = try Stage(
      StageConfiguration(animation: .download, width: 200, height: 160), at: .zero)
    stage.apply(.unknown, at: .zero)
    // Its lowest and its highest position, and between them its fastest motion.
    let waits: [Int64] = [0, 800, 1600].map { time in
      guard case .visibly(let instant) = stage.nextChange(after: ms(Double(time))) else {
        return -1
      }
      return (instant - ms(Double(time))).nanoseconds / 1_000_000
    }
    guard case .visibly(let fast) = stage.nextChange(after: ms(2000)) else {
      Issue.record("it moves slowly")
      return
    }
    #expect(waits == [63, 63, 63])
    #expect(fast - ms(2000) < .milliseconds(9))
  }
}
