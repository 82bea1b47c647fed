// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// The area of a shape in its own user space (points), before its transform.
///
/// A size of 0 or less means no area, unless stated otherwise.
public enum Geometry: Equatable, BitwiseCopyable, Sendable {
  /// An axis-aligned rectangle.
  case rectangle(Rectangle)
  /// A rectangle with circular corners; the radius is limited to half of the smaller side.
  case roundedRectangle(Rectangle, radius: Fixed)
  /// A full disc.
  case circle(center: Point, radius: Fixed)
  /// The stroke of a full circle with a round pen.
  case ring(center: Point, radius: Fixed, width: Fixed)
  /// The stroke of an arc of a circle with a round pen.
  ///
  /// The arc starts at an angle and extends clockwise for a positive sweep. With a sweep of 0 it is the
  /// pen's disc; with a full turn or more (in either direction) it is a closed ring. Where its ends
  /// overlap, the area counts once.
  case ringArc(center: Point, radius: Fixed, width: Fixed, start: Angle, sweep: Angle)
  /// The inside of a path by the nonzero rule; open subpaths are closed.
  case fill(PathRange)
  /// The stroke of a path with a round pen: round caps, round joins.
  ///
  /// A subpath without length is a disc if it has a line, and nothing otherwise.
  case stroke(PathRange, width: Fixed)
  /// A convex polygon (one subpath of lines), grown by a disc's radius: its corners become round.
  case convexPolygon(PathRange, outset: Fixed)
}

/// The range of a path's elements in its scene; made by `Scene.endPath()`.
public struct PathRange: Equatable, BitwiseCopyable, Sendable {
  let first: Int32
  let count: Int32

  /// The path without elements.
  package static var empty: PathRange { PathRange(first: 0, count: 0) }

  /// Whether it has no elements.
  package var isEmpty: Bool { count == 0 }

  /// The indices of its elements in the scene.
  package var indices: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// The content of a path, such as a short text and its size: paths with equal keys are equal.
package struct PathKey: Equatable, BitwiseCopyable, Sendable {
  private let text: UInt64
  private let count: Int
  private let numbers: SIMD4<Int64>

  /// A key of up to eight bytes and some numbers; nil for more bytes.
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
  /// A straight line from the previous element's end.
  case line(Point)
  /// A quadratic Bézier curve from the previous element's end.
  case quadratic(control: Point, end: Point)
  /// The control points of a cubic Bézier curve, whose end is that of the following line.
  ///
  /// In one element it would make all others half as large again, and few paths have one.
  case cubic(first: Point, second: Point)
  /// A straight line to the subpath's start.
  case close

  /// The element's end; the origin for `close`, which does not contain it, and its last point for `cubic`.
  package var end: Point {
    switch self {
    case .move(let point), .line(let point), .quadratic(_, let point), .cubic(_, let point): point
    case .close: .zero
    }
  }

  /// Calls a function for each of its points.
  package func forEachPoint(_ body: (Point) -> Void) {
    switch self {
    case .move(let point), .line(let point): body(point)
    case .quadratic(let control, let end):
      body(control)
      body(end)
    case .cubic(let first, let second):
      body(first)
      body(second)
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
