// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// A point in user space, in points; x to the right, y down.
public struct Point: Equatable, BitwiseCopyable, Sendable {
  /// The distance from the left, in points.
  public var x: Fixed
  /// The distance from the top, in points.
  public var y: Fixed

  /// Makes a point from its coordinates in points.
  public init(_ x: Fixed, _ y: Fixed) {
    self.x = x
    self.y = y
  }

  /// Makes a point from its coordinates in points.
  package init(x: Fixed, y: Fixed) {
    self.init(x, y)
  }

  /// The origin.
  package static var zero: Point { Point(0, 0) }

  /// Moves a point by another's coordinates; traps on overflow.
  package static func + (a: Point, b: Point) -> Point {
    Point(a.x + b.x, a.y + b.y)
  }

  /// The vector from `b` to `a`; traps on overflow.
  package static func - (a: Point, b: Point) -> Point {
    Point(a.x - b.x, a.y - b.y)
  }
}

/// An axis-aligned rectangle in user space, in points; one with a size of 0 or less is empty.
public struct Rectangle: Equatable, BitwiseCopyable, Sendable {
  /// The left side, in points.
  package var x: Fixed
  /// The top, in points.
  package var y: Fixed
  /// From the left to the right side, in points.
  package var width: Fixed
  /// From the top to the bottom, in points.
  package var height: Fixed

  /// Makes a rectangle from its top left corner and its size, in points.
  public init(x: Fixed, y: Fixed, width: Fixed, height: Fixed) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether it has no area.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The middle.
  package var center: Point { Point(x + width * .half, y + height * .half) }
}
