// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
public import DisplayList

/// The axis of a gradient, in fractions of its box: (0, 0) is the top left, (1, 1) the bottom right.
public struct GradientAxis: Equatable, Sendable {
  /// The position of the first stop.
  package var start: Point

  /// The position of the last stop.
  package var end: Point

  /// An axis between two points.
  public init(start: Point, end: Point) {
    self.start = start
    self.end = end
  }

  /// From the middle of the left side to the middle of the right side.
  public static var leftToRight: GradientAxis {
    GradientAxis(start: Point(x: 0, y: .half), end: Point(x: 1, y: .half))
  }

  /// Whether it has no length, which makes it invalid.
  package var isEmpty: Bool { start == end }
}
