extension CoverageRow {
  /// Adds the part of a straight line between two heights within the row; `left` is the row's begin, Q16.
  @inline(__always)
  mutating func addLine(_ edge: inout Edge, _ y0: Int32, _ y1: Int32, left: Int32) {
    let height = edge.winding &* (y1 &- y0)
    let (x0, x1) = (edge.x(at: y0) &- left, edge.x(at: y1) &- left)
    if x0 >> 16 == x1 >> 16 && UInt32(bitPattern: x0) >> 16 < UInt32(width) {
      addWithin(Int64(x0), Int64(x1), Int64(height))
    } else {
      addAcross(&edge, x0, y0, x1, y1, left: left)
    }
  }

  /// Adds a part of a line that does not lie within one of the row's pixels.
  private mutating func addAcross(
    _ edge: inout Edge, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, left: Int32
  ) {
    let (first, last) = (Int64(min(x0, x1)), Int64(max(x0, x1)))
    let beyond = Int64(width)
    if first >> 16 >= beyond { return }
    let height = Int64(edge.winding &* (y1 &- y0))
    if last <= 0 {
      change(0, height << 4, 0)
      return
    }
    if edge.rise == 0 {
      edge.rise = (Int64(edge.y1) - Int64(edge.y0)) << 31 / (Int64(edge.x1) - Int64(edge.x0))
    }
    // Left to right, a line that goes down to the left is passed upwards.
    let sign = x0 <= x1 ? Int64(edge.winding) : -Int64(edge.winding)
    let (start, end) = x0 <= x1 ? (y0, y1) : (y1, y0)
    var (cell, place, height0) = (first >> 16, first, start)
    if cell < 0 {
      height0 = edge.y(at: Int64(left))
      change(0, (sign &* Int64(height0 &- start)) << 4, 0)
      (cell, place) = (0, 0)
    }
    while cell < min(last >> 16, beyond) {
      let next = (cell &+ 1) << 16
      let height1 = edge.y(at: next &+ Int64(left))
      let height = sign &* Int64(height1 &- height0)
      change(cell, height << 4, (height &* ((place & 0xFFFF) &+ 65536)) >> 13)
      (cell, place, height0) = (cell &+ 1, next, height1)
    }
    if cell < beyond { addWithin(place, last, sign &* Int64(end &- height0)) }
  }

  /// Adds the part of an arc between two heights within the row, likewise.
  @inline(__always)
  mutating func addArc(
    _ edge: Edge, of circle: inout Circle, _ y0: Int32, _ y1: Int32, left: Int32
  ) {
    let middle = Int64(circle.x) &- Int64(left)
    if circle.fineness == 0 {
      let (half0, half1) = circle.halfChords(at: y0, y1, roots)
      addArc(edge, circle, middle, (y0, half0), (y1, half1))
    } else {
      addFineArc(edge, of: &circle, middle, y0, y1)
    }
  }

  /// Follows an arc in parts of a row.
  private mutating func addFineArc(
    _ edge: Edge, of circle: inout Circle, _ middle: Int64, _ y0: Int32, _ y1: Int32
  ) {
    let last = Int32(65535) >> Int32(circle.fineness)
    var y = y0
    while y < y1 {
      let next = min((y | last) &+ 1, y1)
      let (half0, half1) = circle.halfChords(at: y, next, roots)
      addArc(edge, circle, middle, (y, half0), (next, half1))
      y = next
    }
  }

  @inline(__always)
  private mutating func addArc(
    _ edge: Edge, _ circle: Circle, _ middle: Int64,
    _ top: (y: Int32, half: Int32), _ bottom: (y: Int32, half: Int32)
  ) {
    // Left to right, the distance from the middle's height grows on the left side and falls on
    // the right one; where it grows, what it grows by passes with the sign of the winding.
    let (side, sign) = edge.isRight ? (Int64(1), -Int64(edge.winding)) : (-1, Int64(edge.winding))
    let isLower = top.y >= circle.y
    let isLeftward = edge.isRight == isLower
    let (start, end) = isLeftward ? (bottom, top) : (top, bottom)
    let (x0, x1) = (middle &+ side &* Int64(start.half), middle &+ side &* Int64(end.half))
    let (v0, v1) = (abs(Int64(start.y &- circle.y)), abs(Int64(end.y &- circle.y)))
    var piece = ArcPiece(
      x: x0, distance: v0, sign: sign, bulge: circle.bulge,
      fineness: circle.fineness)
    let shift = 16 &- circle.fineness
    if x0 &>> shift == x1 &>> shift && x0 >= 0 && x0 &>> 16 < Int64(width) {
      piece.add(to: x1, v1, &self)
    } else {
      addAcross(&piece, circle, middle, x1, v1)
    }
  }

  /// Adds a part of an arc that does not lie within one cell of the row, cell by cell.
  private mutating func addAcross(
    _ piece: inout ArcPiece, _ circle: Circle, _ middle: Int64, _ x1: Int64, _ v1: Int64
  ) {
    let shift = 16 &- circle.fineness
    let beyond = Int64(width) << 16
    if piece.x >= beyond { return }
    if x1 <= 0 {
      change(0, (piece.sign &* (v1 &- piece.distance)) << 4, 0)
      return
    }
    if piece.x < 0 {
      let distance = Int64(circle.half(at: middle, roots))
      change(0, (piece.sign &* (distance &- piece.distance)) << 4, 0)
      (piece.x, piece.distance) = (0, distance)
    }
    let last = min((x1 &>> shift) &<< shift, beyond)
    while piece.x < last {
      let next = ((piece.x &>> shift) &+ 1) &<< shift
      piece.add(to: next, Int64(circle.half(at: next &- middle, roots)), &self)
    }
    if last < beyond { piece.add(to: x1, v1, &self) }
  }
}

/// How far an arc was followed, left to right within a row.
struct ArcPiece {
  /// The place, Q16 from the row's begin.
  var x: Int64
  /// The vertical distance from the circle's middle, Q16.
  var distance: Int64
  /// What a growing distance counts as: 1 down or -1 up.
  let sign: Int64
  let bulge: Int64
  let fineness: Int64

  /// Goes on to another place of the same cell.
  @inline(__always)
  mutating func add(to x1: Int64, _ v1: Int64, _ row: inout CoverageRow) {
    let cell = x &>> 16
    let (start, height) = (cell &<< 16, sign &* (v1 &- distance))
    var beyond = (height &* (x &+ x1 &- 2 &* start)) &>> 13
    if bulge != 0 {
      // The segment between chord and arc lies on the circle's outer side.
      let (dx, dy) = ((x1 &- x) &<< fineness, (v1 &- distance) &<< fineness)
      let square = (dx &* dx &+ dy &* dy) &>> 16
      // length³ for 0 ≤ length² ≤ 2, within 0.05.
      let cube = (square &* (32_440 &+ (square &* 30_802) &>> 16)) &>> 16
      beyond = beyond &- sign &* ((cube &* bulge) &>> 16)
    }
    row.change(cell, height &<< 4, beyond)
    (x, distance) = (x1, v1)
  }
}
