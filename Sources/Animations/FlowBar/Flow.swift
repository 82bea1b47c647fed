// SPDX-License-Identifier: Apache-2.0

/// How the colours of a flow bar move: which colour each stop takes at the end of a period.
public enum Flow: Equatable, Sendable {
  /// Every stop takes the previous stop's colour, the first one the last colour: the colours run to
  /// the right.
  case forward

  /// Every stop takes the next stop's colour, the last one the first colour.
  case backward

  /// Nothing flows.
  case still

  /// Every stop takes the colour of its source in the permutation.
  ///
  /// Indirect, because it is part of every configuration, and those are copied.
  indirect case custom(Permutation)

  /// The sources of all stops' colours after a number of periods.
  ///
  /// It is computed directly for any number of periods: a flow can run for years.
  package func sources(after periods: Int64, count: Int) -> Permutation {
    if case .custom(let successor) = self { return successor.power(periods) }
    return Permutation(rotating: count, by: turn(after: periods, count: count) ?? 0)
  }

  /// How many positions before a stop its colour comes from after a number of periods, on a circle
  /// of `count` stops; nil for a custom flow.
  func turn(after periods: Int64, count: Int) -> Int? {
    let places = Int(periods % Int64(count))
    switch self {
    case .forward: return (count - places) % count
    case .backward: return (count + places) % count
    case .still: return 0
    case .custom: return nil
    }
  }
}
