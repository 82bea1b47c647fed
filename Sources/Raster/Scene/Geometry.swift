// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// What a shape covers, in its own user space (points), before its transform.
///
/// Sizes of 0 or less cover nothing, except where said.
public enum Geometry: Equatable, BitwiseCopyable, Sendable {
  /// An axis-aligned rectangle.
  case rectangle(Rectangle)
  /// A rectangle with circular corners; the radius is limited to half of the smaller side.
  case roundedRectangle(Rectangle, radius: Fixed)
  /// A full disc.
  case circle(center: Point, radius: Fixed)
  /// What a round pen of some width leaves along a full circle.
  case ring(center: Point, radius: Fixed, width: Fixed)
  /// What a round pen leaves along an arc of a circle.
  ///
  /// Starts at an angle and goes on clockwise for a positive sweep. A sweep of 0 is the pen's
  /// disc, one of a full turn or more (in either direction) a closed ring. Where its ends meet, nothing
  /// counts twice.
  case ringArc(center: Point, radius: Fixed, width: Fixed, start: Angle, sweep: Angle)
  /// The inside of a path by the nonzero rule; open subpaths are closed.
  case fill(PathRange)
  /// What a round pen of some width leaves along a path: round caps, round joins.
  ///
  /// A subpath without length is a disc where it has a line, nothing where it has none.
  case stroke(PathRange, width: Fixed)
  /// A convex polygon (one subpath of lines), grown by a disc's radius: its corners become round.
  case convexPolygon(PathRange, outset: Fixed)
}

/// Where a path's elements lie within its scene; made by `Scene.endPath()`.
public struct PathRange: Equatable, BitwiseCopyable, Sendable {
  let first: Int32
  let count: Int32

  /// The path without elements.
  package static var empty: PathRange { PathRange(first: 0, count: 0) }

  /// Whether it has no elements.
  package var isEmpty: Bool { count == 0 }

  var indices: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// One step of a path.
enum PathElement: Equatable, BitwiseCopyable {
  case move(Point)
  case line(Point)
  case quadratic(control: Point, end: Point)
  case close
}
