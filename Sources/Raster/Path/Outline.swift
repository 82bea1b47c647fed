// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// Draws outlines in user space into an edge list: lines, arcs and curves, flattened for a transform.
///
/// All coordinates are Q31.32 within the coordinate limits; contours must be closed.
struct Outline: ~Copyable {
  /// The flattened points of paths and polygons.
  var corners: RigidArray<Corner>
  var cornerCount = 0
  var transform = Transform.identity
  private var current: (x: Int64, y: Int64) = (0, 0)
  private var start: (x: Int64, y: Int64) = (0, 0)
  /// The largest scale in pixels per point, Q32.
  var maximumScale: Int64 = 1 << 32
  /// How far outside the corners of flattened arcs may be, in 0.002 pixels.
  var tolerance: Int64 = 1
  /// The difference of the largest and the smallest scale, Q32: 0 where circles stay circles.
  private var anisotropy: Int64 = 0
  private var isMirrored = false
  /// Whether arcs become edges of their own; otherwise they become lines, which unions need.
  var keepsArcs = false
  /// Whether a path's points exceeded the capacity since the last `begin`.
  var cornersOverflowed = false

  var edges: EdgeList
  var circle = CircleTable()

  /// The recently drawn strokes, the groups of a path, and the edges of one group.
  var strokes: StrokeCache
  var groups = PathGroups()
  var groupEdges: EdgeList

  init(edgeCapacity: Int, maximumHeight: Int) {
    edges = EdgeList(capacity: edgeCapacity, maximumHeight: maximumHeight)
    corners = RigidArray(capacity: min(edgeCapacity, 65536))
    strokes = StrokeCache(edgeCapacity: edgeCapacity)
    groupEdges = EdgeList(capacity: edgeCapacity, maximumHeight: 0)
  }

  /// Whether edges or corners did not fit since the last `begin`.
  var overflowed: Bool { edges.overflowed || cornersOverflowed }

  /// Removes all contours, and sets the rows to cover.
  mutating func begin(rows: Range<Int>) {
    edges.begin(rows: rows)
    cornersOverflowed = false
  }

  /// Sets the transform.
  mutating func setTransform(_ transform: Transform) {
    self.transform = transform
    maximumScale = transform.maximumScale
    (anisotropy, isMirrored) = transform.anisotropy
  }

  /// Begins a contour.
  mutating func move(_ x: Int64, _ y: Int64) {
    current = transform.saturatingApply(x, y)
    start = current
  }

  /// Continues with a straight line.
  @inline(never)
  mutating func line(_ x: Int64, _ y: Int64) {
    let next = transform.saturatingApply(x, y)
    edges.addLine(current.x, current.y, next.x, next.y)
    current = next
  }

  /// Closes the contour with a straight line.
  mutating func close() {
    edges.addLine(current.x, current.y, start.x, start.y)
    current = start
  }

  /// Continues along an arc from the current point to another; clockwise for a positive sweep.
  ///
  /// Never inlined: shapes use it in a dozen places, which made the daemon 4 KB larger.
  @inline(never)
  mutating func arc(
    _ x: Int64, _ y: Int64, radius: Int64, start: Int64, sweep: Int64, to endX: Int64,
    _ endY: Int64
  ) {
    if let circle = deviceCircle(x, y, radius: radius) {
      let next = transform.saturatingApply(endX, endY)
      edges.addArc(
        of: circle, from: current, to: next, isClockwise: (sweep > 0) != isMirrored,
        length: Int64(sweep.magnitude))
      current = next
      return
    }
    let step = CirclePolygon.step(radius: pixels(radius), tolerance: tolerance)
    let outer = saturatingSum(radius, saturatingProduct(radius, CirclePolygon.excess(step: step)))
    if isOutsideRows(x, y, radius: outer) { return line(endX, endY) }
    // The points of the circle are at multiples of `unit`, in 2⁻³² turn.
    let unit = Int64(step) << 19
    let end = start + sweep
    let isClockwise = sweep > 0
    var angle = isClockwise ? (start & ~(unit - 1)) + unit : (start - 1) & ~(unit - 1)
    while isClockwise ? angle < end : angle > end {
      corner(x, y, outer, angle)
      angle += isClockwise ? unit : -unit
    }
    line(endX, endY)
  }

  /// Continues to a point of a circle.
  private mutating func corner(_ x: Int64, _ y: Int64, _ radius: Int64, _ angle: Int64) {
    let (cosine, sine) = circle.point(Int(angle >> 19 & 8191))
    line(
      saturatingSum(x, saturatingProduct(radius, Int64(cosine) << 2)),
      saturatingSum(y, saturatingProduct(radius, Int64(sine) << 2)))
  }

  /// Whether no part of a circle's boundary can touch the covered rows.
  ///
  /// It changes nothing. But without `mutating` the compiler may pass a copy of the whole outline.
  private mutating func isOutsideRows(_ x: Int64, _ y: Int64, radius: Int64) -> Bool {
    let middle = transform.saturatingApply(x, y).y
    // One pixel for rounding.
    let reach = saturatingProduct(radius, maximumScale) + 1 << 32
    return edges.isOutsideRows((middle - reach) >> 16, (middle + reach) >> 16)
  }

  /// Adds a full circle as a contour of its own.
  @inline(never)
  mutating func fullCircle(_ x: Int64, _ y: Int64, radius: Int64, isClockwise: Bool) {
    if radius <= 0 { return }
    if let circle = deviceCircle(x, y, radius: radius) {
      edges.addCircle(circle, isClockwise: isClockwise != isMirrored)
      return
    }
    let step = CirclePolygon.step(radius: pixels(radius), tolerance: tolerance)
    let outer = saturatingSum(radius, saturatingProduct(radius, CirclePolygon.excess(step: step)))
    move(saturatingSum(x, outer), y)
    let full: Int64 = 1 << 32
    arc(
      x, y, radius: radius, start: 0, sweep: isClockwise ? full : -full,
      to: saturatingSum(x, outer), y
    )
  }

  /// Whether a circle's arcs become edges of their own.
  mutating func canKeepArc(_ x: Int64, _ y: Int64, radius: Int64) -> Bool {
    deviceCircle(x, y, radius: radius) != nil
  }

  /// The transformed circle, if it is a circle within 1/2000 of a pixel and its arcs may be edges.
  private mutating func deviceCircle(_ x: Int64, _ y: Int64, radius: Int64) -> Circle? {
    if !keepsArcs || saturatingProduct(anisotropy, radius) > 1 << 21 { return nil }
    let middle = transform.saturatingApply(x, y)
    return Circle(x: middle.x, y: middle.y, radius: saturatingProduct(radius, maximumScale))
  }

  /// The upper bound of a user-space length in pixels, Q16.
  func pixels(_ length: Int64) -> Int64 {
    saturatingProduct(length, maximumScale) >> 16
  }
}
