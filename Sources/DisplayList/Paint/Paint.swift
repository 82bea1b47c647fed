// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// The colours of a shape, chosen for each pixel at its centre in the shape's user space.
public enum Paint: Equatable, BitwiseCopyable, Sendable {
  /// One colour.
  case solid(Color)
  /// A linear gradient.
  case linear(LinearGradient)
  /// One gradient left of a vertical line, another on it and at its right.
  case halves(left: LinearGradient, right: LinearGradient, x: Fixed)
  /// A linear gradient in each quarter of a turn, joined head to tail along a ring's arc.
  case quadrants(RingGradient)
  /// A gradient by the angle from a ring arc's tail.
  case conic(RingGradient)
  /// A pixmap of the scene, by its number, with its top left pixel at a column and row of the output.
  ///
  /// It is for rectangles of whole pixels; another version of a pixmap has other pixels.
  case pixmap(index: Int, version: Int, x: Int, y: Int)
}

/// Colours along a straight axis, in user space; constant beyond its ends.
public struct LinearGradient: Equatable, BitwiseCopyable, Sendable {
  /// The point with offset 0.
  package let start: Point
  /// The point with offset 1.
  package let end: Point
  /// The colours along the axis.
  package let stops: StopRange

  /// Makes a gradient; nil when the axis has no length or there are no stops.
  public init?(from start: Point, to end: Point, stops: StopRange) {
    if start == end || stops.isEmpty { return nil }
    self.start = start
    self.end = end
    self.stops = stops
  }
}

/// Colours along a ring's arc, from its tail to its head.
///
/// The arc begins at `tail` and extends by `sweep`, up to a full turn, in either direction. Stops at
/// offsets 0 to 1 cover a full turn.
public struct RingGradient: Equatable, BitwiseCopyable, Sendable {
  /// The ring's centre.
  package var center: Point
  /// The radius of the arc's centre line.
  package var radius: Fixed
  /// The radius of the arc's round caps: half of its width.
  package var capRadius: Fixed
  /// The angle where the arc begins.
  package var tail: Angle
  /// The length of the arc, not negative; at most a full turn counts.
  package var sweep: Angle
  /// Whether the arc goes clockwise from its tail.
  package var isClockwise: Bool
  /// The colours along a full turn.
  package var stops: StopRange

  /// Makes the colours of an arc.
  package init(
    center: Point, radius: Fixed, capRadius: Fixed, tail: Angle, sweep: Angle,
    isClockwise: Bool = true, stops: StopRange
  ) {
    self.center = center
    self.radius = radius
    self.capRadius = capRadius
    self.tail = tail
    self.sweep = sweep
    self.isClockwise = isClockwise
    self.stops = stops
  }
}

/// The range of a gradient's stops in its scene; made by `Scene.endStops()`.
public struct StopRange: Equatable, BitwiseCopyable, Sendable {
  /// The index of its first stop.
  package let first: Int32
  /// The number of its stops.
  package let count: Int32

  /// No stops.
  package static var empty: StopRange { StopRange(first: 0, count: 0) }

  /// Whether there are no stops.
  package var isEmpty: Bool { count == 0 }

  var indices: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// A colour at an offset along a gradient.
package struct GradientStop: Equatable, BitwiseCopyable {
  /// The offset.
  package var offset: Fixed
  /// The colour.
  package var color: Color
}
