// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// The edges of all shapes of a scene, indexed by the row in which they begin.
struct EdgeList: ~Copyable {
  var edges: RigidArray<Edge>
  private(set) var count = 0
  /// The circles of the edges that are arcs.
  var circles: RigidArray<Circle>
  var circleCount = 0

  /// Whether an edge did not fit since the last `begin`.
  var overflowed = false

  /// For each row, the first edge that begins in it, or -1.
  private var heads: RigidArray<Int32>
  private(set) var firstRow = 0
  private var isIndexed = true
  private(set) var rowCount = 0

  private(set) var shape: Int32 = 0
  private var shapeStart = 0
  private var shapeCircleStart = 0
  private(set) var top: Int64 = 0
  private(set) var bottom: Int64 = 0
  /// The end of the needed columns plus one, Q16.
  private var right: Int64 = 0

  init(capacity: Int, maximumHeight: Int) {
    edges = RigidArray(capacity: capacity)
    // A whole circle has two edges.
    circles = RigidArray(capacity: (capacity + 1) / 2)
    heads = RigidArray(capacity: maximumHeight)
  }

  /// Removes all edges and sets the rows to cover; other rows have no edges.
  mutating func begin(rows: Range<Int>) {
    (count, circleCount, overflowed) = (0, 0, false)
    (firstRow, rowCount) = (rows.lowerBound, rows.count)
    heads.fill(rowCount, -1)
  }

  /// Removes all edges and accepts any, without an index of rows.
  mutating func beginUnindexed() {
    (count, circleCount, overflowed, isIndexed) = (0, 0, false, false)
    (top, bottom) = (.min, .max)
    right = .max
  }

  /// Begins the edges of a shape, as far as a window needs them.
  mutating func beginShape(_ index: Int, _ window: PixelRectangle) {
    shape = Int32(index)
    (shapeStart, shapeCircleStart) = (count, circleCount)
    (top, bottom) = (Int64(window.y) << 16, Int64(window.bottom) << 16)
    // Edges left of the window keep their position: moved to the window's side they would overlap there, and
    // their crossings would be merged in each row. Ten seconds of rings then took 404 ms instead of 362.
    right = Int64(window.right + 1) << 16
  }

  /// Removes all edges of the last begun shape.
  mutating func dropShape() {
    while count > shapeStart {
      count -= 1
      let edge = edges[count]
      // Edges were added at the front of their rows' lists, so they are removed in reverse order.
      heads[max(Int(edge.y0 >> 16) - firstRow, 0)] = edge.next
    }
    circleCount = shapeCircleStart
    overflowed = false
  }

  /// The first edge that begins in a row, or -1.
  func head(ofRow row: Int) -> Int32 {
    heads[row - firstRow]
  }

  /// Whether an edge is known to begin within a row, below its top.
  func hasBegin(withinRow row: Int) -> Bool {
    let index = heads[row - firstRow]
    return index >= 0 && edges[Int(index)].y0 > Int32(row) << 16
  }

  /// The first row after one in which an edge begins, or `limit`.
  func nextRow(after row: Int, upTo limit: Int) -> Int {
    var next = row + 1
    while next < limit && heads[next - firstRow] < 0 { next += 1 }
    return next
  }

  /// Adds the line between two points in device space, Q32 and within the coordinate limits.
  @inline(never)
  mutating func addLine(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64) {
    let half: Int64 = 1 << 15
    addLine(
      fromX: (ax + half) >> 16, y: (ay + half) >> 16, toX: (bx + half) >> 16,
      y: (by + half) >> 16)
  }

  /// Adds the line between two points in device space, Q16 and within ±2⁴⁵.
  ///
  /// Never inlined: outlines call it often.
  @inline(never)
  @_optimize(speed)
  mutating func addLine(fromX x0: Int64, y y0: Int64, toX x1: Int64, y y1: Int64) {
    let (isDown, upper, lower) = (y0 < y1, min(y0, y1), max(y0, y1))
    if upper == lower || isOutsideRows(upper, lower) || isRightOfWindow(min(x0, x1)) { return }
    let (x0, x1) = isDown ? (x0, x1) : (x1, x0)
    let winding: Int32 = isDown ? 1 : -1
    if EdgeList.areWithinLimits(x0, upper, x1, lower) {
      appendInPlace(line(x0, upper, x1, lower, winding))
    } else {
      addClipped(x0, upper, x1, lower, winding)
    }
  }

  /// Whether four numbers are certainly within the limits of edges: within ±2³⁰, as nearly all are.
  static func areWithinLimits(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> Bool {
    let all = (a &+ 1 << 30) | (b &+ 1 << 30) | (c &+ 1 << 30) | (d &+ 1 << 30)
    return UInt64(bitPattern: all) &>> 31 == 0
  }

  /// Whether the range between two heights, Q16, touches no row of the current shape.
  func isOutsideRows(_ upper: Int64, _ lower: Int64) -> Bool { lower <= top || upper >= bottom }

  /// Whether edges right of a column, Q16, are not needed: pixels at their left do not depend on them.
  func isRightOfWindow(_ x: Int64) -> Bool { x >= right }

  /// Adds a line that runs down and may exceed the limits.
  @inline(never)
  private mutating func addClipped(
    _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ winding: Int32
  ) {
    let (least, most) = (EdgeList.least, EdgeList.most)
    // Contours without an index of rows have such lines, too: no row is there.
    if y1 <= least || y0 >= most { return }
    var (x0, y0, x1, y1) = (x0, y0, x1, y1)
    let (width, height) = (x1 - x0, y1 - y0)
    if y1 > most { (x1, y1) = (x0 + scaled(width, most - y0, over: height), most) }
    if y0 < least { (x0, y0) = (x0 + scaled(width, least - y0, over: height), least) }
    addAcrossSides(x0, y0, x1, y1, winding)
  }

  /// The limits of edges in Q16: -16384 and 32640 pixels, well around every frame.
  ///
  /// Parts beyond the left limit become vertical edges there, so that the winding stays correct.
  private static var least: Int64 { -16384 << 16 }
  private static var most: Int64 { 32640 << 16 }

  /// Splits a line where it crosses the left or the right limit.
  private mutating func addAcrossSides(
    _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ winding: Int32
  ) {
    let (least, most) = (EdgeList.least, EdgeList.most)
    if max(x0, x1) <= least {
      append(line(least, y0, least, y1, winding))
    } else if min(x0, x1) >= most {
      return
    } else if min(x0, x1) >= least && max(x0, x1) <= most {
      append(line(x0, y0, x1, y1, winding))
    } else {
      let side = min(x0, x1) < least ? least : most
      let y = y0 + scaled(y1 - y0, side - x0, over: x1 - x0)
      addAcrossSides(x0, y0, side, y, winding)
      addAcrossSides(side, y, x1, y1, winding)
    }
  }

  /// A line that runs down, within the limits.
  private func line(
    _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ winding: Int32
  ) -> Edge {
    Edge(
      x0: Int32(truncatingIfNeeded: x0), y0: Int32(truncatingIfNeeded: y0),
      x1: Int32(truncatingIfNeeded: x1), y1: Int32(truncatingIfNeeded: y1),
      slope: x0 == x1 || y0 >= y1 ? 0 : ((x1 &- x0) &<< 31) / (y1 &- y0),
      winding: winding, shape: shape, next: -1)
  }

  @inline(never)
  mutating func append(_ edge: Edge) {
    if edge.y0 >= edge.y1 || isOutsideRows(Int64(edge.y0), Int64(edge.y1)) { return }
    appendInPlace(edge)
  }

  /// For each row, the index of the first edge that begins in it.
  @unsafe
  var headsOfRows: UnsafeMutablePointer<Int32> {
    mutating get { unsafe heads.pointer(to: rowCount) }
  }

  /// Records that edges up to an index were stored in place.
  @unsafe
  mutating func recordStored(upTo end: Int) {
    unsafe edges.recordInitialized(upTo: end)
    count = end
  }

  private mutating func appendInPlace(_ edge: Edge) {
    if count == edges.capacity {
      overflowed = true
      return
    }
    var edge = edge
    if isIndexed {
      let row = max(Int(edge.y0 >> 16) &- firstRow, 0)
      edge.next = heads[row]
      heads[row] = Int32(truncatingIfNeeded: count)
    }
    edges.append(edge, at: count)
    count &+= 1
  }
}

/// length · numerator / denominator, to nearest, for a ratio of 0 … 1 and lengths below 2⁴⁷.
private func scaled(_ length: Int64, _ numerator: Int64, over denominator: Int64) -> Int64 {
  Fixed(raw: length).scaled(by: numerator, over: denominator).raw
}

/// A segment of an outline in device space, not clipped: rows and windows clip it when they use it.
///
/// It is a straight line or an arc on one side of a circle. Coordinates are in pixels, Q16, from the top end
/// (`y0 < y1`). An edge's contribution to a pixel never depends on other damaged pixels, so a damage region
/// equals the same pixels of a full frame, to the bit.
struct Edge: BitwiseCopyable {
  var x0: Int32
  var y0: Int32
  var x1: Int32
  var y1: Int32
  /// dx/dy, Q31: x at any y is computed from the top end directly, without drift.
  ///
  /// For a line within one row it may be 0: such a line must not be evaluated between its ends.
  var slope: Int64
  /// dy/dx in Q31, also 0 until it is needed.
  var rise: Int64 = 0
  /// 1 where the outline runs down, -1 where it runs up.
  var winding: Int32
  /// The index of its shape.
  var shape: Int32
  /// The circle of an arc, or -1 for a straight line.
  var circle: Int32 = -1
  /// The side of its circle.
  var side = Side.right
  /// The next edge in the same list (of a row that begins edges, or of a shape's active edges).
  var next: Int32

  /// The sides of a circle.
  enum Side: Int32 {
    case left
    case right
  }

  /// The x of a straight line at a y between its ends, exact at both.
  func x(at y: Int32) -> Int32 {
    if y <= y0 { return x0 }
    if y >= y1 { return x1 }
    // |slope| · (y - y0) is at most 2³¹·|x1 - x0| < 2⁶³; to nearest, so it stays between the ends.
    let offset = (slope &* (Int64(y) &- Int64(y0)) &+ 1 << 30) >> 31
    return x0 &+ Int32(truncatingIfNeeded: offset)
  }

  /// Computes the slope of a line that is not vertical, once.
  mutating func prepareRise() {
    if rise == 0 { rise = (Int64(y1) - Int64(y0)) << 31 / (Int64(x1) - Int64(x0)) }
  }

  /// The y of a line that is not vertical, at an x between its ends.
  func y(at x: Int64) -> Int32 {
    let offset = (rise &* (x &- Int64(x0)) &+ 1 << 30) >> 31
    return y0 &+ Int32(truncatingIfNeeded: offset)
  }
}
