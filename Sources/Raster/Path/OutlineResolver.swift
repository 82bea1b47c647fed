// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// Converts overlapping contours to contours without overlaps that enclose the same area.
///
/// A sweep gives the boundary in bands. Pieces of one edge in consecutive bands become one line. Where
/// the boundary changes from one edge to another, at a crossing or at a horizontal end of a contour,
/// horizontal lines connect the points. As many lines arrive at each point as leave it, so the lines
/// form closed contours however coordinates are rounded.
struct OutlineResolver: ~Copyable {
  /// A line of the boundary, in the direction of its contour; coordinates are Q16.
  struct Line: BitwiseCopyable {
    var x0: Int32
    var y0: Int32
    var x1: Int32
    var y1: Int32
  }

  /// A piece of an edge that may continue in the next band.
  struct Open: BitwiseCopyable {
    var x: Int32
    var y: Int32
    /// Its position at the bottom of the last band.
    var end: Int32
    var edge: Int32
    var sign: Int32
    var goesOn: Bool
  }

  private var open: RigidArray<Open>
  private var openCount = 0
  private var newOpen: RigidArray<Open>
  /// The points at one height where lines begin or end: x in the upper half; in the lower half the
  /// number of arriving minus leaving lines, plus 1.
  private var events: RigidArray<Int64>
  private var eventCount = 0
  private var sweep: UnionSweep

  init(capacity: Int) {
    sweep = UnionSweep(capacity: capacity)
    open = RigidArray(capacity: capacity)
    newOpen = RigidArray(capacity: capacity)
    events = RigidArray(capacity: 2 * capacity)
  }

  /// Finds the boundary of the union of straight edges, and stores it in `lines` from an index on.
  ///
  /// Returns the index after the last line, or nil where the capacity is exceeded.
  mutating func resolve(
    _ edges: borrowing EdgeList, into lines: inout RigidArray<Line>, from first: Int
  ) -> Int? {
    sweep.begin(edges)
    openCount = 0
    var end = first
    var height = Int32.min
    while sweep.next(edges) {
      if height != sweep.top && !turn(at: height, &lines, &end, isLast: true) { return nil }
      if !turn(at: sweep.top, &lines, &end, isLast: false) { return nil }
      height = sweep.bottom
    }
    return turn(at: height, &lines, &end, isLast: true) ? end : nil
  }

  /// Advances past a height: from the open pieces to the sweep's pieces or, at the end, to none.
  private mutating func turn(
    at height: Int32, _ lines: inout RigidArray<Line>, _ end: inout Int, isLast: Bool
  ) -> Bool {
    eventCount = 0
    for index in 0..<openCount { open[index].goesOn = false }
    let count = isLast ? 0 : sweep.pieceCount
    for index in 0..<count { begin(sweep.pieces[index], at: height, likely: index) }
    for index in 0..<openCount where !open[index].goesOn {
      let piece = open[index]
      addEvent(piece.end, piece.sign)
      let line =
        piece.sign > 0
        ? Line(x0: piece.x, y0: piece.y, x1: piece.end, y1: height)
        : Line(x0: piece.end, y0: height, x1: piece.x, y1: piece.y)
      if end == lines.capacity { return false }
      lines.append(line, counting: &end)
    }
    swap(&open, &newOpen)
    openCount = count
    return addLevels(at: height, &lines, &end)
  }

  /// Begins an open piece, or continues the same edge's open piece.
  private mutating func begin(_ piece: UnionSweep.Piece, at height: Int32, likely: Int) {
    var new = Open(
      x: piece.top, y: height, end: piece.bottom, edge: piece.edge, sign: piece.sign,
      goesOn: false)
    if let old = openPiece(of: piece, likely: likely) {
      open[old].goesOn = true
      (new.x, new.y) = (open[old].x, open[old].y)
    } else {
      addEvent(piece.top, -piece.sign)
    }
    newOpen.append(new, at: likely)
  }

  private func openPiece(of piece: UnionSweep.Piece, likely: Int) -> Int? {
    func isSame(_ index: Int) -> Bool {
      open[index].edge == piece.edge && open[index].sign == piece.sign
        && open[index].end == piece.top
    }
    if likely < openCount && isSame(likely) { return likely }
    for index in 0..<openCount where isSame(index) { return index }
    return nil
  }

  /// Records that a line arrives at a point of the current height, or with -1 that it leaves.
  private mutating func addEvent(_ x: Int32, _ change: Int32) {
    events.append(Int64(x) << 32 | Int64(change + 1), counting: &eventCount)
    events.sortIn(eventCount - 1, before: <)
  }

  /// Connects the lines that arrive at a height to those that leave it.
  private func addLevels(
    at height: Int32, _ lines: inout RigidArray<Line>, _ end: inout Int
  ) -> Bool {
    // The number of lines that continue to the right.
    var flow: Int64 = 0
    for index in 0..<eventCount {
      let x = Int32(truncatingIfNeeded: events[index] >> 32)
      if flow != 0 {
        let before = Int32(truncatingIfNeeded: events[index - 1] >> 32)
        let line =
          flow > 0
          ? Line(x0: before, y0: height, x1: x, y1: height)
          : Line(x0: x, y0: height, x1: before, y1: height)
        for _ in 0..<flow.magnitude where before < x {
          if end == lines.capacity { return false }
          lines.append(line, counting: &end)
        }
      }
      flow += (events[index] & 0xFFFF_FFFF) - 1
    }
    return true
  }
}
