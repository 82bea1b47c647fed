import Animations
import FixedPoint
import Motion
import Raster
import Support
import Testing

/// A stage, what it is told, and the times at which it is drawn.
struct Story {
  typealias Act = (milliseconds: Int, command: Command)

  var configuration: StageConfiguration
  var acts: [Act]
  /// Where the last picture is, in milliseconds.
  var end: Int

  /// Draws the pictures, with irregular steps between them, most of them a 60th of a second.
  ///
  /// Returns what is wrong with those that are drawn with the damage alone, and how many there were.
  func play(seed: UInt64) throws -> (complaints: [String], pictures: Int) {
    var dice = Dice(seed)
    var stage = try Stage(configuration, at: .zero)
    var redraw = PartialRedraw(
      width: configuration.widthInPixels, height: configuration.heightInPixels)
    var (complaints, count, played, time): ([String], Int, Int, Int) = ([], 0, 0, 0)
    while time <= end * 1000 {
      while played < acts.count, acts[played].milliseconds * 1000 <= time {
        stage.apply(acts[played].command, at: .zero + .milliseconds(acts[played].milliseconds))
        played += 1
      }
      let instant = Instant.zero + .microseconds(time)
      if let complaint = redraw.next({ stage.draw(at: instant, into: &$0) }) {
        complaints.append("at \(time) µs: \(complaint)")
      }
      count += 1
      time += [16_667, 16_667, 3_000, 50_000, 130_000][dice.roll(5)]
    }
    return (complaints, count)
  }
}

/// Numbers that look random and are the same in every run.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func roll(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
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
