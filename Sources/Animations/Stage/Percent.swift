// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// A progress as it was reported: a percentage of at least 0, which may be above 100.
///
/// Kept as given so that it reads back as it came; what is shown is at most 100 %.
public struct Percent: Hashable, BitwiseCopyable, Sendable {
  /// The percentage as given, at least 0.
  public let value: Fixed

  /// Takes a percentage; nil for a negative one.
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

  /// The part of the whole that this asks to show, from 0 to 1, to the nearest 2⁻³².
  public var target: Fixed {
    value >= 100 ? .one : value / 100
  }
}
