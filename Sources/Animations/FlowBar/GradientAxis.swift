// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
public import Raster

/// From where to where a gradient goes, as points of its box: (0, 0) is the top left, (1, 1) the bottom right.
public struct GradientAxis: Equatable, Sendable {
  /// Where the first stop is.
  package var start: Point

  /// Where the last stop is.
  package var end: Point

  /// Makes an axis between two points.
  public init(start: Point, end: Point) {
    self.start = start
    self.end = end
  }

  /// From the middle of the left side to the middle of the right one.
  public static var leftToRight: GradientAxis {
    GradientAxis(start: Point(x: 0, y: .half), end: Point(x: 1, y: .half))
  }

  /// Whether it goes nowhere, which is no axis.
  package var isEmpty: Bool { start == end }
}
