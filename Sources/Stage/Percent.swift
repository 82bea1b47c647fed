// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// A reported progress: a percentage of at least 0, which may be above 100.
///
/// It is kept as given for the status; the shown progress is at most 100 %.
public struct Percent: Hashable, BitwiseCopyable, Sendable {
  /// The percentage as given, at least 0.
  public let value: Fixed

  /// A percentage; nil for a negative one.
  public init?(_ value: Fixed) {
    guard value >= .zero else { return nil }
    self.value = value
  }

  private init(unchecked value: Fixed) {
    self.value = value
  }

  /// Nothing done yet.
  public static var zero: Percent { Percent(unchecked: 0) }

  /// All done.
  public static var hundred: Percent { Percent(unchecked: 100) }

  /// The target progress, from 0 to 1, to the nearest 2⁻³².
  public var target: Fixed {
    value >= 100 ? .one : value / 100
  }
}

extension Percent: ExpressibleByIntegerLiteral {
  /// A whole percentage from a literal; a negative one does not compile.
  public init(integerLiteral value: UInt16) {
    self.init(unchecked: Fixed(Int(value)))
  }
}
