/// Finds the outer boundary of overlapping contours within one row.
///
/// Goal: the exact area of the union. The row is cut at every height at which an edge begins, ends
/// or crosses another. Between two cuts the edges keep their order from left to right, and of them
/// only those count at which the winding number leaves or comes back to 0: they are added to the coverage,
/// the others do not exist. Groups of edges with a gap between them that lies outside (the letters of a
/// word) are handled apart, since every cut costs a look at all edges of its group.
struct UnionRow: ~Copyable {
  /// The row's edges, as sort keys: the leftmost place (Q16) in the upper half, the edge below.
  private var keys: Storage<Int64>
  private var count = 0
  /// The edges of a group by their upper ends, as sort keys: the height (Q16), the edge below.
  private var starts: Storage<Int64>
  /// Heights to cut at.
  private var cuts: Storage<Int32>
  /// The edges between two cuts, left to right.
  private var band: Storage<BandEdge>
  private var bandCount = 0

  init(capacity: Int) {
    keys = Storage(capacity: capacity)
    starts = Storage(capacity: capacity)
    cuts = Storage(capacity: 2 * capacity + 2)
    band = Storage(capacity: capacity)
  }

  /// An edge between two cuts.
  struct BandEdge: BitwiseCopyable {
    var top: Int32
    var bottom: Int32
    var edge: Int32

    /// Of two that touch at the top, up to the rounding of places, the bottoms decide.
    func isLeft(of other: BandEdge) -> Bool {
      let apart = Int64(other.top) - Int64(top)
      return abs(apart) > BandEdge.rounding ? apart > 0 : bottom < other.bottom
    }

    static var rounding: Int64 { 2 }
  }

  mutating func begin() {
    count = 0
  }

  /// Takes an edge for the row from `top` to `bottom` (Q16).
  mutating func take(_ index: Int32, _ edge: Edge, top: Int32, bottom: Int32) {
    let leftmost = min(edge.x(at: max(top, edge.y0)), edge.x(at: min(bottom, edge.y1)))
    keys.store(Int64(leftmost) << 32 | Int64(index), at: count)
    count += 1
  }

  /// Adds the boundary of what the edges enclose to the coverage of the row.
  ///
  /// `left` and `right` are the sides of the row's window (Q16): groups outside are left out.
  mutating func add(
    to coverage: inout CoverageRow, _ edges: borrowing EdgeList, top: Int32, bottom: Int32,
    left: Int32, right: Int32, isOneWay: Bool
  ) {
    sort(&keys, count)
    var first = 0
    while first < count {
      // The heights that pass the place right of the group so far; 0 in all: it lies outside.
      var winding: Int64 = 0
      var rightmost = Int32.min
      var end = first
      repeat {
        let edge = edges.edges[Int(keys[end] & 0xFFFF_FFFF)]
        let (y0, y1) = (max(top, edge.y0), min(bottom, edge.y1))
        rightmost = max(rightmost, edge.x(at: y0), edge.x(at: y1))
        winding += Int64(edge.winding) * Int64(y1 - y0)
        end += 1
      } while end < count
        && (!isOneWay || winding != 0 || Int32(truncatingIfNeeded: keys[end] >> 32) <= rightmost)
      if Int32(truncatingIfNeeded: keys[first] >> 32) >= right { return }
      if rightmost > left || !isOneWay {
        addGroup(first..<end, to: &coverage, edges, top: top, bottom: bottom, left: left)
      }
      first = end
    }
  }

  private mutating func addGroup(
    _ group: Range<Int>, to coverage: inout CoverageRow, _ edges: borrowing EdgeList,
    top: Int32, bottom: Int32, left: Int32
  ) {
    var (startCount, cutCount) = (0, 0)
    for key in group {
      let index = keys[key] & 0xFFFF_FFFF
      let edge = edges.edges[Int(index)]
      let start = max(top, edge.y0)
      starts.store(Int64(start) << 32 | index, at: startCount)
      cuts.store(start, at: cutCount)
      cuts.store(min(bottom, edge.y1), at: cutCount + 1)
      (startCount, cutCount) = (startCount + 1, cutCount + 2)
    }
    sort(&starts, startCount)
    sort(&cuts, cutCount)
    var next = 0
    bandCount = 0
    for cut in 1..<max(cutCount, 1) where cuts[cut] > cuts[cut - 1] {
      var upper = cuts[cut - 1]
      let lower = cuts[cut]
      dropEnded(edges, at: upper)
      while next < startCount && starts[next] >> 32 <= Int64(upper) {
        let entry = BandEdge(top: 0, bottom: 0, edge: Int32(truncatingIfNeeded: starts[next]))
        band.store(entry, at: bandCount)
        (bandCount, next) = (bandCount + 1, next + 1)
      }
      while upper < lower {
        upper = addBand(to: &coverage, edges, top: upper, bottom: lower, left: left)
      }
    }
  }

  private mutating func dropEnded(_ edges: borrowing EdgeList, at height: Int32) {
    var kept = 0
    for index in 0..<bandCount where edges.edges[Int(band[index].edge)].y1 > height {
      band[kept] = band[index]
      kept += 1
    }
    bandCount = kept
  }

  /// Adds the boundary between two heights or down to the first crossing; returns how far it came.
  private mutating func addBand(
    to coverage: inout CoverageRow, _ edges: borrowing EdgeList,
    top: Int32, bottom: Int32, left: Int32
  ) -> Int32 {
    // Nearly in order already, from the last band.
    for index in 0..<bandCount {
      let number = band[index].edge
      let edge = edges.edges[Int(number)]
      let new = BandEdge(top: edge.x(at: top), bottom: edge.x(at: bottom), edge: number)
      var place = index
      while place > 0 && new.isLeft(of: band[place - 1]) {
        band[place] = band[place - 1]
        place -= 1
      }
      band[place] = new
    }
    let crossing = firstCrossing(top: top, bottom: bottom)
    var winding: Int32 = 0
    for index in 0..<bandCount {
      let entry = band[index]
      let edge = edges.edges[Int(entry.edge)]
      let before = winding
      winding += edge.winding
      if (before == 0) == (winding == 0) { continue }
      let end = crossing == bottom ? entry.bottom : edge.x(at: crossing)
      let height = before == 0 ? crossing - top : top - crossing
      coverage.add(entry.top &- left, end &- left, height: height)
    }
    return crossing
  }

  /// The first height at which two of the band's edges change places; its bottom if none do.
  ///
  /// Before the first crossing the order does not change, so it is one of two neighbours. Edges that
  /// come apart or together by no more than the rounding of their places do not cross.
  private func firstCrossing(top: Int32, bottom: Int32) -> Int32 {
    var first = bottom
    for index in 1..<max(bandCount, 1) {
      let apart = Int64(band[index].top) - Int64(band[index - 1].top)
      let crossed = Int64(band[index - 1].bottom) - Int64(band[index].bottom)
      if crossed <= BandEdge.rounding || apart <= BandEdge.rounding { continue }
      let height = Int64(bottom - top) * apart / (apart + crossed)
      first = min(first, top + max(1, Int32(height)))
    }
    return first
  }
}

/// Sorts the first elements upwards: Shell's method with Ciura's gaps (2001).
private func sort<Number: FixedWidthInteger>(_ numbers: inout Storage<Number>, _ count: Int)
where Number: BitwiseCopyable {
  var gap = count > 57 ? 132 : count > 10 ? 23 : 4
  while gap > 0 {
    for index in gap..<max(count, gap) {
      let number = numbers[index]
      var place = index
      while place >= gap && numbers[place - gap] > number {
        numbers[place] = numbers[place - gap]
        place -= gap
      }
      numbers[place] = number
    }
    gap = gap > 57 ? 57 : gap > 23 ? 23 : gap > 10 ? 10 : gap > 4 ? 4 : gap > 1 ? 1 : 0
  }
}
