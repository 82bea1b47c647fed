/// A quarter of a circle, counted clockwise (y down) from the one on the right below the middle.
private typealias Quarter = Int

extension EdgeList {
  /// A place in device space, Q16.
  private struct Place {
    var x: Int32
    var y: Int32

    /// The place of a point in Q32 within the limits of edges.
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
    let number = take(circle)
    let start = EdgeList.end(of: 3, circle)
    addQuarters(0, 4, of: circle, number, from: start, to: start, isClockwise)
  }

  /// Adds an arc between two points in device space, Q32, that lie on the circle up to rounding.
  ///
  /// `length` is how far it goes, in 2⁻³² turn, up to one turn.
  mutating func addArc(
    of circle: Circle, from start: (x: Int64, y: Int64), to end: (x: Int64, y: Int64),
    isClockwise: Bool, length: Int64
  ) {
    let (from, to) = isClockwise ? (Place(start), Place(end)) : (Place(end), Place(start))
    let (first, last) = (from.quarter(of: circle), to.quarter(of: circle))
    let quarterTurn: Int64 = 1 << 30
    var count = (last - first) & 3
    // Ends at a border between quarters may lie on its wrong side by rounding.
    if count == 0 && length > 2 * quarterTurn || count == 1 && length > 3 * quarterTurn {
      count += 4
    } else if count == 3 && length < quarterTurn {
      addLine(start.x, start.y, end.x, end.y)
      return
    }
    addQuarters(first, count + 1, of: circle, take(circle), from: from, to: to, isClockwise)
  }

  /// Adds what lies between two places of a circle in some quarters that follow each other.
  private mutating func addQuarters(
    _ first: Quarter, _ count: Int, of circle: Circle, _ number: Int32, from start: Place,
    to end: Place, _ isClockwise: Bool
  ) {
    if number < 0 { return }
    var place = start
    for index in 0..<count {
      let quarter = first + index
      let next = index == count - 1 ? end : EdgeList.end(of: quarter, circle)
      let runsDown = (place.y < next.y) == isClockwise
      let (upper, lower) = place.y < next.y ? (place, next) : (next, place)
      append(
        Edge(
          x0: upper.x, y0: upper.y, x1: lower.x, y1: lower.y, slope: 0,
          winding: runsDown ? 1 : -1, shape: shape, circle: number,
          isRight: quarter & 3 == 0 || quarter & 3 == 3, next: -1))
      place = next
    }
  }

  /// Where a quarter ends, clockwise.
  private static func end(of quarter: Quarter, _ circle: Circle) -> Place {
    switch quarter & 3 {
    case 0: Place(circle.x, circle.y + circle.radius)
    case 1: Place(circle.x - circle.radius, circle.y)
    case 2: Place(circle.x, circle.y - circle.radius)
    default: Place(circle.x + circle.radius, circle.y)
    }
  }

  /// Keeps a circle for edges; returns its number, or -1 where there is no room.
  private mutating func take(_ circle: Circle) -> Int32 {
    if circleCount == circles.capacity {
      overflowed = true
      return -1
    }
    circles.store(circle, at: circleCount)
    circleCount += 1
    return Int32(circleCount - 1)
  }
}
