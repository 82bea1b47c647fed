// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// Sweeps over overlapping contours from top to bottom, band by band, and finds the boundary of their
/// union.
///
/// All edges are cut at every height where an edge begins, ends or crosses another. In a band between
/// two cuts the edges keep their order from left to right. Only edges where the winding number leaves
/// or returns to 0 are part of the boundary; the others are dropped.
struct UnionSweep: ~Copyable {
  /// A piece of the boundary, across a band.
  struct Piece: BitwiseCopyable {
    /// Its position at the band's top and at its bottom, Q16.
    var top: Int32
    var bottom: Int32
    /// The edge that it is part of.
    var edge: Int32
    /// 1 where the inside begins to the right of it, -1 where it ends.
    var sign: Int32
  }

  /// The band that `next` found: its boundary, left to right, and its heights, Q16.
  private(set) var pieces: RigidArray<Piece>
  private(set) var pieceCount = 0
  private(set) var top: Int32 = 0
  private(set) var bottom: Int32 = 0

  /// The edges by their upper ends, as sort keys: the height (Q16), the edge below.
  private var starts: RigidArray<Int64>
  private var startCount = 0
  private var nextStart = 0
  /// The heights of the cuts.
  private var cuts: RigidArray<Int32>
  private var cutCount = 0
  private var nextCut = 0
  /// The edges between two cuts, left to right.
  private var band: RigidArray<BandEdge>
  private var bandCount = 0

  init(capacity: Int) {
    pieces = RigidArray(capacity: capacity)
    starts = RigidArray(capacity: capacity)
    cuts = RigidArray(capacity: 2 * capacity + 2)
    band = RigidArray(capacity: capacity)
  }

  /// An edge between two cuts.
  struct BandEdge: BitwiseCopyable {
    var top: Int32
    var bottom: Int32
    var edge: Int32

    /// If two edges touch at the top, up to the rounding of coordinates, their bottoms decide.
    func isLeft(of other: BandEdge) -> Bool {
      let distance = Int64(other.top) - Int64(top)
      return abs(distance) > BandEdge.rounding ? distance > 0 : bottom < other.bottom
    }

    static var rounding: Int64 { 2 }
  }

  /// Starts with straight edges.
  mutating func begin(_ edges: borrowing EdgeList) {
    (startCount, nextStart, cutCount, nextCut, bandCount) = (0, 0, 0, 1, 0)
    for index in 0..<edges.count {
      let edge = edges.edges[index]
      starts.append(Int64(edge.y0) << 32 | Int64(index), counting: &startCount)
      cuts.append(edge.y0, counting: &cutCount)
      cuts.append(edge.y1, counting: &cutCount)
    }
    sort(&starts, startCount)
    sort(&cuts, cutCount)
    bottom = cutCount > 0 ? cuts[0] : .min
    top = bottom
  }

  /// Advances to the next band; false after the last one.
  mutating func next(_ edges: borrowing EdgeList) -> Bool {
    while nextCut < cutCount && cuts[nextCut] <= bottom { nextCut += 1 }
    if nextCut >= cutCount { return false }
    top = bottom
    if top == cuts[nextCut - 1] { exchangeEdges(edges) }
    let lower = cuts[nextCut]
    order(edges, bottom: lower)
    bottom = firstCrossing(bottom: lower)
    findPieces(edges, lower)
    return true
  }

  /// Removes the edges that end at the top, and adds those that begin there.
  private mutating func exchangeEdges(_ edges: borrowing EdgeList) {
    var keptCount = 0
    for index in 0..<bandCount where edges.edges[Int(band[index].edge)].y1 > top {
      band[keptCount] = band[index]
      keptCount += 1
    }
    bandCount = keptCount
    while nextStart < startCount && starts[nextStart] >> 32 <= Int64(top) {
      let edge = Int32(truncatingIfNeeded: starts[nextStart])
      band.append(BandEdge(top: 0, bottom: 0, edge: edge), counting: &bandCount)
      nextStart += 1
    }
  }

  /// Sorts the band's edges from left to right; after the previous band they are nearly sorted.
  private mutating func order(_ edges: borrowing EdgeList, bottom: Int32) {
    for index in 0..<bandCount {
      let number = band[index].edge
      let edge = edges.edges[Int(number)]
      band[index] = BandEdge(top: edge.x(at: top), bottom: edge.x(at: bottom), edge: number)
      band.sortIn(index) { $0.isLeft(of: $1) }
    }
  }

  /// The first height where two of the band's edges cross; its bottom if none do.
  ///
  /// Before the first crossing the order does not change, so the two edges are neighbours. Edges that
  /// diverge or converge by no more than the rounding of their coordinates do not cross.
  private func firstCrossing(bottom: Int32) -> Int32 {
    var first = bottom
    for index in 1..<max(bandCount, 1) {
      let distance = Int64(band[index].top) - Int64(band[index - 1].top)
      let crossed = Int64(band[index - 1].bottom) - Int64(band[index].bottom)
      if crossed <= BandEdge.rounding || distance <= BandEdge.rounding { continue }
      let height = Int64(bottom - top) * distance / (distance + crossed)
      first = min(first, top + max(1, Int32(height)))
    }
    return first
  }

  /// Finds the edges where the inside begins or ends; `lower` is the height of their bottoms.
  private mutating func findPieces(_ edges: borrowing EdgeList, _ lower: Int32) {
    pieceCount = 0
    var winding: Int32 = 0
    for index in 0..<bandCount {
      let entry = band[index]
      let edge = edges.edges[Int(entry.edge)]
      let before = winding
      winding += edge.winding
      if (before == 0) == (winding == 0) { continue }
      let end = bottom == lower ? entry.bottom : edge.x(at: bottom)
      pieces.append(
        Piece(top: entry.top, bottom: end, edge: entry.edge, sign: before == 0 ? 1 : -1),
        counting: &pieceCount)
    }
  }
}

/// Sorts the first elements upwards: Shell's method with Ciura's gaps (2001).
func sort<Number: FixedWidthInteger>(_ numbers: inout RigidArray<Number>, _ count: Int)
where Number: BitwiseCopyable {
  var gap = count > 57 ? 132 : count > 10 ? 23 : 4
  while gap > 0 {
    for index in gap..<max(count, gap) {
      let number = numbers[index]
      var position = index
      while position >= gap && numbers[position - gap] > number {
        numbers[position] = numbers[position - gap]
        position -= gap
      }
      numbers[position] = number
    }
    gap = gap > 57 ? 57 : gap > 23 ? 23 : gap > 10 ? 10 : gap > 4 ? 4 : gap > 1 ? 1 : 0
  }
}
