// SPDX-License-Identifier: Apache-2.0

/// Frames of which each has a duration of its own, as in GIF, APNG and WebP.
struct TimedFrames {
  private var collector: FrameCollector
  /// In microseconds.
  private var durations: [Int] = []

  /// What the frames are, for messages.
  private let what: String

  init(_ what: String, _ progress: ImportProgress = ImportProgress()) {
    self.what = what
    collector = FrameCollector(what, progress)
  }

  /// Adds a frame of a duration in microseconds, at most a minute.
  mutating func append(_ image: StraightImage, microseconds: Int) throws(ImportError) {
    try collector.append(image)
    durations.append(min(max(microseconds, 1000), 60_000_000))
  }

  var count: Int { durations.count }

  /// A sequence with the frames' timing; passes is 0 for no end.
  mutating func frameSet(
    passes: Int, report: inout ImportReport
  ) throws(ImportError) -> FrameSet {
    let frames = try collector.unified(.center, report: &report)
    let (indices, rate) = timing(&report)
    var set = FrameSet(name: "frames", frames: indices.map { frames[$0] }, rate: rate)
    let size = "\(frames: frames.count) of \(set.width)×\(set.height) pixels"
    if passes == 1, set.frames.count > 1 {
      set.intro = set.frames.count - 1
      report.taken("\(what): \(size), played once; the last one stays (intro = 0 makes it a loop)")
    } else {
      report.taken("\(what): a loop of \(size)")
      if passes > 1 { report.changed("\(passes) passes: it loops as long as the machine starts") }
    }
    try set.fitPack(what, report: &report)
    return set
  }

  /// Which frame each tick shows, and the ticks in 1000 s.
  private func timing(_ report: inout ImportReport) -> (indices: [Int], rate: Int) {
    let all = Array(durations.indices)
    let total = durations.reduce(0, +)
    guard let shortest = durations.min(), let longest = durations.max(), total > 0 else {
      return (all, 1000)
    }
    // Durations of whole milliseconds differ by one where the rate is 30 a second.
    if longest - shortest <= max(2000, longest / 50) {
      let rate = (1_000_000_000 * durations.count + total / 2) / total
      if rate >= 1000 { return (all, rate) }
    }
    let common = durations.reduce(0, Self.greatestDivisor)
    // A theme has one frame a second at least: longer ones are repeated.
    let parts = (common + Self.longestTick - 1) / Self.longestTick
    if 1_000_000 / common <= 60, total / common * parts <= ImportLimit.frames {
      let indices = zip(all, durations).flatMap { index, duration in
        repeatElement(index, count: duration / common * parts)
      }
      return (indices, 1_000_000_000 * parts / common)
    }
    var tick = min(max(shortest, 16_667), Self.longestTick)
    while total / tick > ImportLimit.frames { tick *= 2 }
    if tick > Self.longestTick {
      report.changed(
        "\(what): \(total / 1_000_000) s; a pack holds \(ImportLimit.frames) frames, of 1 s at most: "
          + "it is faster")
    }
    var (indices, end, index) = ([Int](), durations[0], 0)
    for time in stride(from: 0, to: total, by: tick) {
      while time >= end, index + 1 < durations.count {
        index += 1
        end += durations[index]
      }
      indices.append(index)
    }
    report.changed(
      "\(what): durations of \(shortest / 1000) to \(longest / 1000) ms, rounded to "
        + "\(DraftValue.thousandths(1_000_000_000 / tick).text) frames a second")
    return (indices, 1_000_000_000 / tick)
  }

  /// In microseconds, the longest that a theme's rate can have.
  private static let longestTick = 1_000_000

  private static func greatestDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b > 0 { (a, b) = (b, a % b) }
    return a
  }
}
