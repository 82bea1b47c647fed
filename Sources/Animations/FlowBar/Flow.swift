// SPDX-License-Identifier: Apache-2.0

/// How the colours of a flow bar move on: which colour each stop takes at the end of a period.
public enum Flow: Equatable, Sendable {
  /// Every stop takes the colour before it, the first one the last: the colours run to the right.
  case forward

  /// Every stop takes the colour behind it, the last one the first.
  case backward

  /// Nothing flows.
  case still

  /// Every stop takes the colour of the stop that the permutation names for it.
  ///
  /// Not in place: it is a part of every configuration, and those are copied.
  indirect case custom(Permutation)

  /// Where the colours of all stops come from after a number of periods.
  ///
  /// Direct, however many periods there were: a flow can run for years.
  package func sources(after periods: Int64, count: Int) -> Permutation {
    if case .custom(let successor) = self { return successor.power(periods) }
    return Permutation(rotating: count, by: turn(after: periods, count: count) ?? 0)
  }

  /// How many places behind a stop its colour comes from after a number of periods, on the circle of
  /// so many; nil for a custom flow.
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
