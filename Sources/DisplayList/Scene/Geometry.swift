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

  /// Which of the scene's elements it has.
  package var indices: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// What a path is made from, such as a short text and its size: equal keys stand for equal paths.
package struct PathKey: Equatable, BitwiseCopyable, Sendable {
  private let text: UInt64
  private let count: Int
  private let numbers: SIMD4<Int64>

  /// Makes a key of up to eight bytes and the numbers that go with them; nil for more bytes.
  package init?(_ text: Span<UInt8>, _ start: Point, _ a: Fixed, _ b: Fixed) {
    if text.count > 8 { return nil }
    var word: UInt64 = 0
    for index in text.indices { word = word << 8 | UInt64(text[index]) }
    (self.text, count) = (word, text.count)
    numbers = SIMD4(start.x.raw, start.y.raw, a.raw, b.raw)
  }
}

/// One step of a path.
package enum PathElement: Equatable, BitwiseCopyable {
  /// Begins a subpath.
  case move(Point)
  /// A straight line from where the element before ends.
  case line(Point)
  /// A quadratic Bézier curve from there.
  case quadratic(control: Point, end: Point)
  /// A straight line to where the subpath began.
  case close

  /// Where the element ends; the origin for `close`, which says nothing about it.
  package var end: Point {
    switch self {
    case .move(let point), .line(let point), .quadratic(_, let point): point
    case .close: .zero
    }
  }

  /// The points that it has.
  package func forEachPoint(_ body: (Point) -> Void) {
    switch self {
    case .move(let point), .line(let point): body(point)
    case .quadratic(let control, let end):
      body(control)
      body(end)
    case .close: break
    }
  }
}

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
