// SPDX-License-Identifier: Apache-2.0

import Animations
import FixedPoint
import Motion
import Support
import Testing
import Stage
import Text

/// A stage, its timed commands, and the times at which it is drawn.
struct Scenario {
  typealias TimedCommand = (milliseconds: Int, command: Command)

  var configuration: StageConfiguration
  var timedCommands: [TimedCommand]
  /// The time of the last frame, in milliseconds.
  var end: Int

  /// Draws the frames, with irregular steps between them, most of them a 60th of a second.
  ///
  /// Returns the differences of those that are drawn with the damage alone, and their count.
  func play(seed: UInt64) throws -> (differences: [String], frames: Int) {
    var generator = SeededGenerator(seed)
    var stage = try Stage(configuration, at: .zero)
    var redraw = PartialRedraw(
      width: configuration.widthInPixels, height: configuration.heightInPixels)
    var (differences, count, played, time): ([String], Int, Int, Int) = ([], 0, 0, 0)
    while time <= end * 1000 {
      while played < timedCommands.count, timedCommands[played].milliseconds * 1000 <= time {
        stage.apply(
          timedCommands[played].command,
          at: .zero + .milliseconds(timedCommands[played].milliseconds))
        played += 1
      }
      let instant = Instant.zero + .microseconds(time)
      if let difference = redraw.next({ stage.draw(at: instant, into: &$0) }) {
        differences.append("at \(time) µs: \(difference)")
      }
      count += 1
      time += [16_667, 16_667, 3_000, 50_000, 130_000][generator.next(below: 5)]
    }
    return (differences, count)
  }
}

extension Command {
  /// A progress in tenths of a percent.
  static func permille(_ permille: Int, channel: Int = 1) -> Command {
    .progress(channel: channel, percent: Percent(Fixed(permille, over: 10)) ?? .zero)
  }

  static func say(_ text: String) -> Command {
    .message(Message(truncating: Array(text.utf8).span))
  }
}
