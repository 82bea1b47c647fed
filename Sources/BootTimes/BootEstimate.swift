// SPDX-License-Identifier: Apache-2.0

/// The percentage of a boot by the remembered ones, a pure function of the units that came and of time.
///
/// The percentage is the elapsed part of the predicted total. Each unit that came predicts a total: its time, and
/// the median of the times that boots took from there on. The median of the three latest predictions counts, so
/// that a single early or late unit changes nothing, and a boot that had to wait is not ahead of its time afterwards.
///
/// When the next unit is due and does not come, the rest of the boot stays as long as it is after that unit: the
/// percentage rises more and more slowly. It never falls, and 99 is the most before `end`.
///
/// Times are in milliseconds from the splash's start; a person's answers take no time.
package struct BootEstimate: Sendable {
  private struct Unit {
    let name: [UInt8]
    /// The median time until the unit comes.
    let time: Int32
    /// The median time from the unit to the hand-over.
    let rest: Int32
    /// The predicted total; nil before the unit comes.
    var end: Int64?
  }

  /// The largest percentage before the end, in hundredths.
  private static var largest: Int64 { 9900 }
  /// How many predictions count.
  private static var latest: Int { 3 }
  /// The smallest rest of a boot is this part of its median total.
  private static var smallestRest: Int64 { 64 }

  private let total: Int64
  /// In the order of their median times.
  private var units: [Unit] = []
  /// The predicted total.
  private var end: Int64
  /// What remains at least.
  private var rest: Int64
  private var reached: Int64 = 0

  /// Starts with remembered boots; nil without any.
  package init?(_ memory: borrowing BootMemory) {
    guard !memory.totals.isEmpty else { return nil }
    total = Int64(memory.totals.median)
    (end, rest) = (total, 0)
    for unit in memory.units {
      // A unit that seldom comes predicts nothing.
      guard 2 * unit.count(in: memory.totals.indices) >= memory.totals.count else { continue }
      var (times, rests): ([Int32], [Int32]) = ([], [])
      for boot in memory.totals.indices where unit.times[boot] >= 0 {
        times.append(unit.times[boot])
        rests.append(memory.totals[boot] - unit.times[boot])
      }
      units.append(Unit(name: unit.name, time: times.median, rest: rests.median))
    }
    units.sort { a, b in a.time < b.time }
    predict()
  }

  /// Records that a unit came; unknown ones and repetitions change nothing.
  package mutating func record(_ name: Span<UInt8>, at elapsed: Int64) {
    for index in units.indices where units[index].name.isEqual(to: name) {
      guard units[index].end == nil else { return }
      units[index].end = max(elapsed, 0) + Int64(units[index].rest)
      return predict()
    }
  }

  /// Predicts the total, and the rest after the unit that is due next.
  private mutating func predict() {
    var last = InlineArray<3, Int64>(repeating: total)
    var (count, middle) = (0, -1)
    for index in units.indices.reversed() where count < BootEstimate.latest {
      guard let end = units[index].end else { continue }
      last[count] = end
      count += 1
      // Units before the last but one were passed over, and may never come.
      if count <= 2 { middle = index }
    }
    if count == 1 { (last[1], last[2]) = (total, total) }
    let (low, high) = (min(last[0], last[1]), max(last[0], last[1]))
    end = max(low, min(high, last[2]))
    rest = max(total / BootEstimate.smallestRest, 1)
    for index in units.indices where index > middle && units[index].end == nil {
      rest = max(rest, Int64(units[index].rest))
      break
    }
  }

  /// The percentage in hundredths, 0 to 9900 and never less than before; 10000 after `end`.
  package mutating func percentage(at elapsed: Int64) -> Int {
    let elapsed = min(max(elapsed, 0), 1 << 48)
    let part = 10_000 * elapsed / max(end, elapsed + rest)
    reached = max(reached, min(part, BootEstimate.largest))
    return Int(reached)
  }

  /// Keeps the percentage from falling below that of an earlier estimate of the same boot.
  package mutating func keep(_ percentage: Int) { reached = max(reached, Int64(percentage)) }

  /// The time at which the percentage will be larger by a step in hundredths, if no unit comes; nil for never.
  package func time(ofNext step: Int, after elapsed: Int64) -> Int64? {
    let wanted = reached + Int64(step)
    guard wanted <= BootEstimate.largest else { return nil }
    var time = (wanted * end + 9999) / 10_000
    if time + rest > end { time = (wanted * rest + 9999 - wanted) / (10_000 - wanted) }
    return max(time, elapsed + 1)
  }
}
