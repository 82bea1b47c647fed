import FixedPoint

/// Draws outlines in user space into an edge list: lines, arcs and curves, flattened for a map.
///
/// All coordinates are Q31.32 within the coordinate limits; contours must be closed.
struct Outline: ~Copyable {
  var edges: EdgeList
  let circle = CircleTable()

  /// Where strokes and polygons keep their flattened points.
  var corners: Storage<Corner>
  var cornerCount = 0
  /// Whether a path had more points than there is room for, since the last `begin`.
  var cornersOverflowed = false

  private var transform = Transform.identity
  /// The largest number of pixels that a point may become, Q32.
  private(set) var stretch: Int64 = 1 << 32
  private var place: (x: Int64, y: Int64) = (0, 0)
  private var start: (x: Int64, y: Int64) = (0, 0)

  init(edgeCapacity: Int, maximumHeight: Int) {
    edges = EdgeList(capacity: edgeCapacity, maximumHeight: maximumHeight)
    corners = Storage(capacity: min(edgeCapacity, 4096))
  }

  /// Whether something did not fit since the last `begin`.
  var overflowed: Bool { edges.overflowed || cornersOverflowed }

  /// Forgets all contours and covers some rows.
  mutating func begin(rows: Range<Int>) {
    edges.begin(rows: rows)
    cornersOverflowed = false
  }

  /// Uses another map from now on.
  mutating func setTransform(_ transform: Transform) {
    self.transform = transform
    stretch = transform.stretch
  }

  /// Begins a contour.
  mutating func move(_ x: Int64, _ y: Int64) {
    place = transform.limitedApply(x, y)
    start = place
  }

  /// Continues with a straight line.
  mutating func line(_ x: Int64, _ y: Int64) {
    let next = transform.limitedApply(x, y)
    edges.addLine(place.x, place.y, next.x, next.y)
    place = next
  }

  /// Closes the contour with a straight line.
  mutating func close() {
    edges.addLine(place.x, place.y, start.x, start.y)
    place = start
  }

  /// Continues along an arc whose first point is where the contour is; clockwise for a positive sweep.
  ///
  /// The last point is not added: callers know it better, and add it as a line.
  mutating func arc(_ x: Int64, _ y: Int64, radius: Int64, start: Int64, sweep: Int64) {
    let step = CircleTable.step(radius: pixels(radius))
    let outer = limitedSum(radius, limitedProduct(radius, CircleTable.excess(step: step)))
    // The points of the circle lie at multiples of `unit`, in 2⁻³² turn.
    let unit = Int64(step) << 19
    let end = start + sweep
    var angle = start & ~(unit - 1)
    if sweep > 0 {
      angle += unit
      while angle < end {
        corner(x, y, outer, angle)
        angle += unit
      }
    } else {
      if angle == start { angle -= unit }
      while angle > end {
        corner(x, y, outer, angle)
        angle -= unit
      }
    }
  }

  private mutating func corner(_ x: Int64, _ y: Int64, _ radius: Int64, _ angle: Int64) {
    let (cosine, sine) = circle.point(Int(angle >> 19 & 8191))
    line(
      limitedSum(x, limitedProduct(radius, Int64(cosine) << 2)),
      limitedSum(y, limitedProduct(radius, Int64(sine) << 2)))
  }

  /// A full circle, as a contour of its own.
  mutating func fullCircle(_ x: Int64, _ y: Int64, radius: Int64, isClockwise: Bool) {
    if radius <= 0 { return }
    let step = CircleTable.step(radius: pixels(radius))
    let outer = limitedSum(radius, limitedProduct(radius, CircleTable.excess(step: step)))
    move(limitedSum(x, outer), y)
    let full: Int64 = 1 << 32
    arc(x, y, radius: radius, start: 0, sweep: isClockwise ? full : -full)
    close()
  }

  /// A length in user space in pixels at most, Q16.
  func pixels(_ length: Int64) -> Int64 {
    limitedProduct(length, stretch) >> 16
  }
}

extension Transform {
  /// The largest factor by which a length grows, Q32: the larger singular value.
  var stretch: Int64 {
    // Halved, and within ±2²⁷, so that no sum below overflows.
    func part(_ value: WideFixed) -> Int64 { min(max(value.raw / 2, -1 << 59), 1 << 59) }
    let (a, b, c, d) = (part(a), part(b), part(c), part(d))
    let sum = WideFixed.hypotenuse(WideFixed(raw: a + d), WideFixed(raw: b - c))
    let difference = WideFixed.hypotenuse(WideFixed(raw: a - d), WideFixed(raw: b + c))
    return sum.raw + difference.raw
  }
}
