/// How the colours of a flow bar move on: which colour each stop takes at the end of a period.
public enum Flow: Equatable, Sendable {
  /// Every stop takes the colour before it, the first one the last: the colours run to the right.
  case forward

  /// Every stop takes the colour behind it, the last one the first.
  case backward

  /// Nothing flows.
  case still

  /// Every stop takes the colour of the stop that the permutation names for it.
  case custom(Permutation)

  /// Where the colours of all stops come from after a number of periods.
  ///
  /// Direct, however many periods there were: a flow can run for years.
  package func sources(after periods: Int64, count: Int) -> Permutation {
    switch self {
    case .forward: Permutation(rotating: count, by: -Flow.places(periods, of: count))
    case .backward: Permutation(rotating: count, by: Flow.places(periods, of: count))
    case .still: Permutation(rotating: count, by: 0)
    case .custom(let successor): successor.power(periods)
    }
  }

  private static func places(_ periods: Int64, of count: Int) -> Int {
    Int(periods % Int64(count))
  }
}
