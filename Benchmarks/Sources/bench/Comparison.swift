// SPDX-License-Identifier: Apache-2.0

/// Times the painters of a scene in turn, so that what disturbs one disturbs all.
struct Comparison {
  /// Draw no other scene than this.
  var scene: SceneName?
  /// Draw with this painter only.
  var only: Painter?
  /// How often each painter has its turn.
  var rounds = 25
  /// How many frames a turn has; nil for as many as take 3 ms.
  var frames: Int?

  /// Times all scenes; prints `SCENE PAINTER MEDIAN MINIMUM FRAMES`, times in picoseconds.
  func run() {
    for name in SceneName.allCases where scene == nil || scene == name {
      var target = BenchmarkTarget(name)
      measure(name, on: &target)
    }
  }

  /// The fewest frames that a painter draws before those that are timed; else it is as many as these.
  private static let settlingFrames = 8

  private func measure(_ name: SceneName, on target: inout BenchmarkTarget) {
    var samples = [Samples](repeating: Samples(), count: Painter.allCases.count)
    var counts = [Int](repeating: frames ?? 1, count: Painter.allCases.count)
    for painter in Painter.allCases where frames == nil && (only == nil || only == painter) {
      counts[painter.rawValue] = Comparison.frames(of: painter, on: &target)
    }
    for _ in 0..<rounds {
      for painter in Painter.allCases where only == nil || only == painter {
        let count = counts[painter.rawValue]
        // Not timed: each painter fills the caches with its own data first. One frame is not
        // enough if an image is as large as the last-level cache: otherwise a painter would pay
        // for stores of the previous painter that bypass the caches.
        for _ in 0..<max(count, Comparison.settlingFrames) { target.draw(painter) }
        let spent = target.time(painter, frames: count)
        samples[painter.rawValue].add(spent * 1000 / Int64(count))
      }
    }
    for painter in Painter.allCases where only == nil || only == painter {
      let times = samples[painter.rawValue]
      var line = Line()
      line.append(name.name)
      line.append(painter.name)
      line.append(Int(times.median()))
      line.append(Int(times.minimum()))
      line.append(counts[painter.rawValue] * rounds)
      line.print()
    }
  }

  /// How many frames take 3 ms.
  private static func frames(of painter: Painter, on target: inout BenchmarkTarget) -> Int {
    var count = 1
    while true {
      target.draw(painter)
      let spent = target.time(painter, frames: count)
      if spent >= 1_000_000 || count >= 1 << 16 {
        return max(1, Int(3_000_000 * Int64(count) / max(spent, 1)))
      }
      count *= 4
    }
  }
}
