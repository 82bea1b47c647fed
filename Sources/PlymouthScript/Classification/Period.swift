// SPDX-License-Identifier: Apache-2.0

/// A sequence that repeats after a beginning.
struct Period: Equatable {
  /// The refreshes before the first pass.
  var start: Int
  /// The refreshes of a pass; 1 for what stays.
  var length: Int

  /// The earliest and shortest repetition that lasts to the end of a sequence and was seen twice; nil for none.
  ///
  /// The borders of the reversed sequence (Knuth, Morris, Pratt 1977) give the shortest period of each suffix.
  static func exact<Value: Equatable>(_ values: [Value]) -> Period? {
    let count = values.count
    guard count > 2 else { return nil }
    var borders = [Int](repeating: 0, count: count)
    let at = { (index: Int) in values[count - 1 - index] }
    for index in 1..<count {
      var length = borders[index - 1]
      while length > 0, at(index) != at(length) { length = borders[length - 1] }
      if at(index) == at(length) { length += 1 }
      borders[index] = length
    }
    for suffix in stride(from: count, to: 1, by: -1) {
      let period = suffix - borders[suffix - 1]
      // A long pass counts after one and a half of them.
      if 2 * period <= suffix || period > count / 4 && 3 * period <= 2 * suffix {
        return Period(start: count - suffix, length: period)
      }
    }
    return nil
  }

  /// A period of nearly equal states, such as those of a sine; nil for none.
  ///
  /// - Parameters:
  ///   - count: the number of refreshes.
  ///   - distance: how different the states of two refreshes are; below 1 it is invisible.
  /// - Returns: The shortest good period.
  ///
  /// Of long sequences only some refreshes are compared, as the work grows with the square of their number.
  static func approximate(
    count: Int, distance: (_ first: Int, _ second: Int) -> Double
  ) -> Period? {
    let step = (count + mostCompared - 1) / mostCompared
    guard step > 1 else { return sampled(count: count, distance: distance) }
    let found = sampled(count: count / step) { distance($0 * step, $1 * step) }
    return found.map { Period(start: $0.start * step, length: $0.length * step) }
  }

  /// The most refreshes that are compared: 40 s at Plymouth's usual rate.
  private static let mostCompared = 2000

  private static func sampled(
    count: Int, distance: (_ first: Int, _ second: Int) -> Double
  ) -> Period? {
    let longest = count / 2
    guard longest > 10 else { return nil }
    // A beginning, such as a fade, need not repeat.
    for start in [0, count / 8, count / 4] {
      var best: (length: Int, error: Double)?
      for length in 5...longest {
        var sum = 0.0
        var samples = 0
        // Steps of a prime number hit all parts of a pass.
        for index in stride(from: start, to: count - length, by: 7) {
          sum += distance(index, index + length)
          samples += 1
          if sum > 1.5 * Double(samples) + 30 { break }
        }
        guard samples > 0 else { continue }
        let error = sum / Double(samples)
        // A multiple of a good period is no better for the eye.
        let isNeighbour = best.map { 4 * length <= 5 * $0.length } ?? true
        let bound = best.map { isNeighbour ? $0.error : $0.error > 0.5 ? 0.1 : 0 } ?? 1
        if error < bound { best = (length, error) }
        if let best, length > 3 * best.length { break }
      }
      if let best { return Period(start: start, length: best.length) }
    }
    return nil
  }
}
