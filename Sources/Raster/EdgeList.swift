/// A straight piece of an outline in device space, whole: rows and windows cut it when they use it.
///
/// Coordinates are in pixels, Q16, from the top end (`y0 < y1`). What is drawn of an edge in a
/// pixel never depends on what else is drawn, so a damaged part equals the same part of a full picture,
/// to the bit.
struct Edge: BitwiseCopyable {
  var x0: Int32
  var y0: Int32
  var x1: Int32
  var y1: Int32
  /// The horizontal way per row, Q31: x at any y is found from the top end at once, without drift.
  var slope: Int64
  /// 1 where the outline runs down, -1 where it runs up.
  var winding: Int32
  /// Which shape it belongs to.
  var shape: Int32
  /// The next edge in the same list (of a row that begins edges, or of a shape's active edges).
  var next: Int32

  /// The place at a height between its ends, exact at both.
  @inline(__always)
  func x(at y: Int32) -> Int32 {
    if y <= y0 { return x0 }
    if y >= y1 { return x1 }
    // |slope| · (y - y0) is at most 2³¹·|x1 - x0| < 2⁶³; to nearest, so it stays between the ends.
    let way = (slope &* (Int64(y) &- Int64(y0)) &+ 1 << 30) >> 31
    return x0 &+ Int32(truncatingIfNeeded: way)
  }
}

/// The edges of all shapes of a scene, each to be found from the row in which it begins.
struct EdgeList: ~Copyable {
  var edges: Storage<Edge>
  private(set) var count = 0

  /// Whether an edge did not fit since the last `begin`.
  private(set) var overflowed = false

  /// For each row, the first edge that begins in it, or -1.
  private var heads: Storage<Int32>
  private var firstRow = 0
  private var rowCount = 0

  private var shape: Int32 = 0
  private var shapeStart = 0
  private var top: Int64 = 0
  private var bottom: Int64 = 0

  init(capacity: Int, maximumHeight: Int) {
    edges = Storage(capacity: capacity)
    heads = Storage(capacity: maximumHeight, initial: -1)
  }

  /// Forgets all edges and covers some rows; other rows have none.
  mutating func begin(rows: Range<Int>) {
    (count, overflowed) = (0, false)
    (firstRow, rowCount) = (rows.lowerBound, rows.count)
    for row in 0..<rowCount { heads[row] = -1 }
  }

  /// Takes further edges for a shape, of which only those that touch some rows are needed.
  mutating func beginShape(_ index: Int, rows: Range<Int>) {
    shape = Int32(index)
    shapeStart = count
    (top, bottom) = (Int64(rows.lowerBound) << 16, Int64(rows.upperBound) << 16)
  }

  /// Takes back all edges of the shape that was begun last.
  mutating func dropShape() {
    while count > shapeStart {
      count -= 1
      let edge = edges[count]
      // Edges went in front of their rows' lists, so they come out in the opposite order.
      heads[max(Int(edge.y0 >> 16) - firstRow, 0)] = edge.next
    }
    overflowed = false
  }

  /// The first edge that begins in a row, or -1.
  func head(ofRow row: Int) -> Int32 {
    heads[row - firstRow]
  }

  /// Adds the line between two places in device space, Q32 and within the coordinate limits.
  mutating func addLine(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64) {
    let half: Int64 = 1 << 15
    let start = (x: (ax + half) >> 16, y: (ay + half) >> 16)
    let end = (x: (bx + half) >> 16, y: (by + half) >> 16)
    if start.y == end.y { return }
    if start.y < end.y {
      addClipped(start.x, start.y, end.x, end.y, winding: 1)
    } else {
      addClipped(end.x, end.y, start.x, start.y, winding: -1)
    }
  }

  /// Takes a line that runs down, in Q16 and within ±2⁴⁵.
  private mutating func addClipped(
    _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, winding: Int32
  ) {
    if y1 <= top || y0 >= bottom { return }
    let (least, most) = (EdgeList.least, EdgeList.most)
    if min(x0, y0, x1) >= least && max(x0, x1, y1) <= most {
      append(x0, y0, x1, y1, winding)
      return
    }
    var (x0, y0, x1, y1) = (x0, y0, x1, y1)
    let (width, height) = (x1 - x0, y1 - y0)
    if y1 > most { (x1, y1) = (x0 + scaled(width, most - y0, over: height), most) }
    if y0 < least { (x0, y0) = (x0 + scaled(width, least - y0, over: height), least) }
    addAcrossSides(x0, y0, x1, y1, winding)
  }

  /// Edges lie between these, in Q16: -16384 and 32640 pixels, well around every picture.
  ///
  /// What is beyond on the left becomes upright edges there, so that insides stay insides.
  private static var least: Int64 { -16384 << 16 }
  private static var most: Int64 { 32640 << 16 }

  /// Cuts a line where it crosses the left or the right limit.
  private mutating func addAcrossSides(
    _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ winding: Int32
  ) {
    let (least, most) = (EdgeList.least, EdgeList.most)
    if max(x0, x1) <= least {
      append(least, y0, least, y1, winding)
    } else if min(x0, x1) >= most {
      return
    } else if min(x0, x1) >= least && max(x0, x1) <= most {
      append(x0, y0, x1, y1, winding)
    } else {
      let side = min(x0, x1) < least ? least : most
      let y = y0 + scaled(y1 - y0, side - x0, over: x1 - x0)
      addAcrossSides(x0, y0, side, y, winding)
      addAcrossSides(side, y, x1, y1, winding)
    }
  }

  private mutating func append(
    _ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ winding: Int32
  ) {
    if y0 >= y1 || y1 <= top || y0 >= bottom { return }
    if count == edges.capacity {
      overflowed = true
      return
    }
    let row = max(Int(y0 >> 16) - firstRow, 0)
    let edge = Edge(
      x0: Int32(x0), y0: Int32(y0), x1: Int32(x1), y1: Int32(y1),
      slope: x0 == x1 ? 0 : ((x1 - x0) << 31) / (y1 - y0),
      winding: winding, shape: shape, next: heads[row])
    edges.store(edge, at: count)
    heads[row] = Int32(count)
    count += 1
  }
}

/// length · part / whole, to nearest, for 0 ≤ part/whole ≤ 1 and lengths below 2⁴⁷.
private func scaled(_ length: Int64, _ part: Int64, over whole: Int64) -> Int64 {
  let product = length.magnitude.multipliedFullWidth(by: part.magnitude)
  let divisor = whole.magnitude
  let (quotient, remainder) = divisor.dividingFullWidth((product.high, product.low))
  let nearest = Int64(quotient) + (remainder >= divisor - remainder ? 1 : 0)
  return (length < 0) != ((part < 0) != (whole < 0)) ? -nearest : nearest
}
