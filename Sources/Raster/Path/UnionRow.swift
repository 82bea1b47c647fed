// SPDX-License-Identifier: Apache-2.0

/// Finds the outer boundary of overlapping contours within one row.
///
/// Goal: the exact area of the union. Groups of edges with a gap between them that lies outside are
/// handled apart, since in a sweep every cut costs a look at all edges of its group; those that pass
/// each height at most once need none.
struct UnionRow: ~Copyable {
  /// The row's edges, as sort keys: the leftmost x (Q16) in the upper half, the edge below.
  private var keys: RigidArray<Int64>
  private var count = 0
  private var sweep: UnionSweep

  init(capacity: Int) {
    keys = RigidArray(capacity: capacity)
    sweep = UnionSweep(capacity: capacity)
  }

  mutating func begin() {
    count = 0
  }

  /// Takes an edge for the row from `top` to `bottom` (Q16).
  mutating func take(_ index: Int32, _ edge: Edge, top: Int32, bottom: Int32) {
    let leftmost = min(edge.x(at: max(top, edge.y0)), edge.x(at: min(bottom, edge.y1)))
    keys.append(Int64(leftmost) << 32 | Int64(index), at: count)
    count += 1
  }

  /// Adds the boundary of what the edges enclose to the coverage of the row.
  ///
  /// `left` and `right` are the sides of the row's window (Q16): what is outside may be left out.
  mutating func add(
    to coverage: inout CoverageRow, _ edges: borrowing EdgeList, top: Int32, bottom: Int32,
    left: Int32, right: Int32, isUnidirectional: Bool
  ) {
    sort(&keys, count)
    // The winding number at the current x, at all heights of the row.
    var (first, winding) = (0, Int32(0))
    while first < count {
      if winding == 0 && leftmost(first) >= right { return }
      let group = group(
        from: first, edges, top: top, bottom: bottom, isUnidirectional: isUnidirectional, winding)
      if group.isPlain {
        let turned = winding &+ group.direction
        let (first, middle, end) = (first, group.middle, group.end)
        add(first..<middle, from: winding, to: turned, &coverage, edges, top, bottom, left: left)
        add(middle..<end, from: turned, to: winding, &coverage, edges, top, bottom, left: left)
      } else if group.rightmost > left || winding != 0 || group.winding != 0 || !isUnidirectional {
        addGroup(
          first..<group.end, to: &coverage, edges, top: top, bottom: bottom, left: left,
          winding: winding)
      }
      (first, winding) = (group.end, winding &+ group.winding)
    }
  }

  private func leftmost(_ key: Int) -> Int32 { Int32(truncatingIfNeeded: keys[key] >> 32) }

  private func index(_ key: Int) -> Int { Int(truncatingIfNeeded: keys[key] & 0xFFFF_FFFF) }

  /// Adds edges that pass each height at most once, if the outline's inside begins or ends there.
  private func add(
    _ keys: Range<Int>, from before: Int32, to after: Int32, _ coverage: inout CoverageRow,
    _ edges: borrowing EdgeList, _ top: Int32, _ bottom: Int32, left: Int32
  ) {
    if before != 0 && after != 0 { return }
    let sign: Int32 = before == 0 ? 1 : -1
    for key in keys {
      let edge = edges.edges[index(key)]
      let (y0, y1) = (max(top, edge.y0), min(bottom, edge.y1))
      coverage.add(edge.x(at: y0) &- left, edge.x(at: y1) &- left, height: sign &* (y1 &- y0))
    }
  }

  /// Edges that can be handled apart from those that follow.
  private struct Group {
    /// The first key beyond, and the first one whose edge has the opposite direction of the first.
    var end: Int
    var middle: Int
    var direction: Int32
    var rightmost: Int32
    /// How much more often the outline winds around what is right of it, at all heights.
    var winding: Int32
    /// Whether all edges up to the middle one are left of all others, and no half passes a height twice.
    var isPlain: Bool
  }

  /// The edges from one on, up to a gap beyond which all heights of the row have equal winding again.
  ///
  /// An edge changes the winding between its ends; so the heights are equal if as many edges begin
  /// at each height as end there, but for the row's top and bottom. That is checked by sums over all
  /// ends, of numbers without a pattern: different ends have the same sum once in 2⁶⁴ cases.
  @inline(__always)
  private func group(
    from first: Int, _ edges: borrowing EdgeList, top: Int32, bottom: Int32, isUnidirectional: Bool,
    _ outside: Int32
  ) -> Group {
    let direction = edges.edges[index(first)].winding
    var group = Group(
      end: first, middle: count, direction: direction, rightmost: .min, winding: 0,
      isPlain: isUnidirectional)
    let whole = UnionRow.number(bottom) &- UnionRow.number(top)
    var sum: UInt64 = 0
    while group.end < count {
      let edge = edges.edges[index(group.end)]
      let (y0, y1) = (max(top, edge.y0), min(bottom, edge.y1))
      if edge.winding == direction {
        group.isPlain = group.isPlain && group.middle == count
      } else if group.middle == count {
        group.middle = group.end
        group.isPlain = group.isPlain && leftmost(group.end) >= group.rightmost
      }
      group.rightmost = max(group.rightmost, edge.x(at: y0), edge.x(at: y1))
      let change = UnionRow.number(y1) &- UnionRow.number(y0)
      sum = edge.winding > 0 ? sum &+ change : sum &- change
      group.end += 1
      if !isUnidirectional || group.end < count && leftmost(group.end) <= group.rightmost {
        continue
      }
      guard let winding = turns(sum, whole, outside) else { continue }
      group.winding = winding
      group.middle = min(group.middle, group.end)
      group.isPlain =
        group.isPlain && passesOnce(first..<group.middle, edges, top, bottom)
        && passesOnce(group.middle..<group.end, edges, top, bottom)
      return group
    }
    group.isPlain = false
    group.winding = 0 &- outside
    return group
  }

  /// The winding number right of a group's edges, if it is known and equal at all heights.
  ///
  /// It is reported up to once in either direction, and whenever everything is left: what lies beyond a gap
  /// outside must be cut as if it were alone, since every cut rounds.
  @inline(__always)
  private func turns(_ sum: UInt64, _ whole: UInt64, _ outside: Int32) -> Int32? {
    if sum == 0 &- whole &* UInt64(truncatingIfNeeded: outside) { return 0 &- outside }
    if sum == 0 { return 0 }
    return sum == whole ? 1 : sum == 0 &- whole ? -1 : nil
  }

  /// Whether no two edges overlap vertically; false where that would take long to decide.
  private func passesOnce(
    _ keys: Range<Int>, _ edges: borrowing EdgeList, _ top: Int32, _ bottom: Int32
  ) -> Bool {
    if keys.count > 16 { return false }
    for key in keys {
      let edge = edges.edges[index(key)]
      let (y0, y1) = (max(top, edge.y0), min(bottom, edge.y1))
      for other in keys.lowerBound..<key {
        let edge = edges.edges[index(other)]
        if max(y0, edge.y0) < min(y1, edge.y1) { return false }
      }
    }
    return true
  }

  /// A number without a pattern for a height (after Steele, Lea and Flood, "SplitMix", 2014).
  @inline(__always)
  private static func number(_ height: Int32) -> UInt64 {
    let first = UInt64(truncatingIfNeeded: height) &* 0x9E37_79B9_7F4A_7C15
    let second = (first ^ first >> 30) &* 0xBF58_476D_1CE4_E5B9
    return second ^ second >> 31
  }

  private mutating func addGroup(
    _ group: Range<Int>, to coverage: inout CoverageRow, _ edges: borrowing EdgeList,
    top: Int32, bottom: Int32, left: Int32, winding: Int32
  ) {
    sweep.begin(winding: winding)
    for key in group {
      let index = index(key)
      let edge = edges.edges[index]
      sweep.take(Int32(index), from: max(top, edge.y0), to: min(bottom, edge.y1))
    }
    while sweep.next(edges) {
      for index in 0..<sweep.pieceCount {
        let piece = sweep.pieces[index]
        coverage.add(
          piece.top &- left, piece.bottom &- left,
          height: piece.sign &* (sweep.bottom &- sweep.top))
      }
    }
  }
}
