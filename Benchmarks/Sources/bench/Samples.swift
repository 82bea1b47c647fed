// SPDX-License-Identifier: Apache-2.0

/// Figures of one thing: times, mostly.
struct Samples {
  private var figures = [Int64]()

  /// How many there are.
  var count: Int { figures.count }

  /// Adds one.
  mutating func add(_ figure: Int64) {
    figures.append(figure)
  }

  /// The smallest; 0 where there is none.
  func minimum() -> Int64 { quantile(0, of: 1) }

  /// The middle one; 0 where there is none.
  func median() -> Int64 { quantile(1, of: 2) }

  /// The one that a part of all do not exceed.
  func quantile(_ part: Int, of whole: Int) -> Int64 {
    if figures.isEmpty { return 0 }
    return figures.sorted()[(figures.count - 1) * part / whole]
  }
}
