// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// A quadrant of a circle, counted clockwise (y down) from the lower right.
private typealias Quarter = Int

extension EdgeList {
  /// A point in device space, Q16.
  private struct Position {
    var x: Int32
    var y: Int32

    /// Converts a point in Q32, clamped to the limits of edges.
    init(_ point: (x: Int64, y: Int64)) {
      x = Int32(truncatingIfNeeded: (point.x + 1 << 15) >> 16)
      y = Int32(truncatingIfNeeded: (point.y + 1 << 15) >> 16)
    }

    init(_ x: Int32, _ y: Int32) {
      (self.x, self.y) = (x, y)
    }

    func quarter(of circle: Circle) -> Quarter {
      if y >= circle.y { return x >= circle.x ? 0 : 1 }
      return x >= circle.x ? 3 : 2
    }
  }

  /// Adds a whole circle.
  mutating func addCircle(_ circle: Circle, isClockwise: Bool) {
    let number = append(circle)
    if number < 0 { return }
    let top = EdgeList.end(of: 2, circle)
    addQuarters(3...6, of: circle, number, from: top, to: top, isClockwise ? 1 : -1)
  }

  /// Adds an arc between two points in device space, Q32, that are on the circle up to rounding.
  ///
  /// `length` is the arc's length in 2⁻³² turn, up to one turn.
  mutating func addArc(
    of circle: Circle, from start: (x: Int64, y: Int64), to end: (x: Int64, y: Int64),
    isClockwise: Bool, length: Int64
  ) {
    let (from, to) =
      isClockwise ? (Position(start), Position(end)) : (Position(end), Position(start))
    let (first, last) = (from.quarter(of: circle), to.quarter(of: circle))
    let quarterTurn: Int64 = 1 << 30
    var count = (last - first) & 3
    // By rounding, an end at a border between quadrants may be on its wrong side.
    if count == 0 && length > 2 * quarterTurn || count == 1 && length > 3 * quarterTurn {
      count += 4
    } else if count == 3 && length < quarterTurn {
      addLine(start.x, start.y, end.x, end.y)
      return
    }
    let number = append(circle)
    if number < 0 { return }
    addQuarters(
      first...first + count, of: circle, number, from: from, to: to, isClockwise ? 1 : -1)
  }

  /// Adds the arc between two points of a circle in some successive quadrants; those on one side are one
  /// edge.
  ///
  /// `winding` is that of the circle's right side.
  private mutating func addQuarters(
    _ quarters: ClosedRange<Quarter>, of circle: Circle, _ number: Int32, from start: Position,
    to end: Position, _ winding: Int32
  ) {
    var (position, quarter) = (start, quarters.lowerBound)
    while quarter <= quarters.upperBound {
      let isRight = quarter & 3 == 0 || quarter & 3 == 3
      // The second quadrant on its side.
      if quarter & 1 != 0 && quarter < quarters.upperBound { quarter += 1 }
      let next = quarter == quarters.upperBound ? end : EdgeList.end(of: quarter, circle)
      let (top, bottom) = (min(position.y, next.y), max(position.y, next.y))
      let left = isRight ? min(position.x, next.x) : circle.x - circle.radius
      if !isRightOfWindow(Int64(left)) {
        append(
          Edge(
            x0: 0, y0: top, x1: 0, y1: bottom, slope: 0,
            winding: top == position.y ? winding : -winding, shape: shape, circle: number,
            side: isRight ? .right : .left, next: -1))
      }
      (position, quarter) = (next, quarter + 1)
    }
  }

  /// The end of a quadrant, clockwise.
  private static func end(of quarter: Quarter, _ circle: Circle) -> Position {
    switch quarter & 3 {
    case 0: Position(circle.x, circle.y + circle.radius)
    case 1: Position(circle.x - circle.radius, circle.y)
    case 2: Position(circle.x, circle.y - circle.radius)
    default: Position(circle.x + circle.radius, circle.y)
    }
  }

  /// Stores a circle for edges; returns its index, or -1 where the capacity is exceeded.
  private mutating func append(_ circle: Circle) -> Int32 {
    if circleCount == circles.capacity {
      overflowed = true
      return -1
    }
    circles.append(circle, counting: &circleCount)
    return Int32(circleCount - 1)
  }
}
