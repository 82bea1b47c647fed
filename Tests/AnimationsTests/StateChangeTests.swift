// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import Support
import Testing
import Stage

@Suite struct StateChangeTests {
  private static let commands: [Command] = [
    .progress(0), .progress(40), .progress(100), .unknown, .start, .done, .fail, .reset,
  ]

  private func animation(
    _ kind: StageConfiguration.AnimationKind, _ history: History
  ) throws -> BuiltInAnimation {
    var animation = try StageModel(
      StageConfiguration(animation: kind, widthInPixels: 300, heightInPixels: 300), at: ms(0)
    ).animation
    for entry in history { animation.apply(entry.command, at: ms(entry.time)) }
    return animation
  }

  @Test(arguments: [StageConfiguration.AnimationKind.flow, .download, .ring])
  func `the state is the same until its change`(kind: StageConfiguration.AnimationKind) throws {
    var generator = SeededGenerator(36)
    var changes = 0
    for _ in 0..<40 {
      var time = 0.0
      var history: History = []
      for _ in 0..<generator.next(below: 6) + 1 {
        time += Double(generator.next(below: 1500))
        let command = Self.commands[generator.next(below: Self.commands.count)]
        history.append((time: time, command: command))
      }
      let animation = try animation(kind, history)
      var now = ms(time)
      while let change = animation.stateChange(after: now) {
        let state = animation.state(at: now)
        #expect(change > now)
        #expect(animation.state(at: change - ns(1)) == state)
        #expect(animation.state(at: change) != state)
        for part in 1..<3 {
          let between = now + ns((change - now).nanoseconds * Int64(part) / 3)
          #expect(animation.state(at: between) == state)
        }
        changes += 1
        now = change
      }
      for later in [1, 300, 9000] {
        #expect(animation.state(at: now + .milliseconds(later)) == animation.state(at: now))
      }
    }
    #expect(changes >= 10, "\(changes)")
  }

  @Test func `a ramp arrives some nanoseconds before its end`() throws {
    let ring = try animation(.ring, [(0, .progress(100))])
    let change = try #require(ring.stateChange(after: ms(0)))
    #expect(change < ms(2000) && change > ms(1999.999))
    #expect(ring.state(at: change) == .succeeded)
  }
}
