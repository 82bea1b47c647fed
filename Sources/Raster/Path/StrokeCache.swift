// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// A cache of the outlines of recently drawn strokes without overlaps; each can be translated to any
/// position.
///
/// A cached outline depends only on its path's form, its pen and its size in pixels, not on earlier drawing:
/// the cache changes no pixel.
struct StrokeCache: ~Copyable {
  /// A stroke's identity, independent of its position.
  struct Key: Equatable, BitwiseCopyable {
    /// The pen's radius, Q32; -1 for the inside of the path.
    var radius: Int64
    /// The scale in pixels per point, Q32, rounded to three binary digits.
    var maximumScale: Int64
  }

  /// A stroke's cached outline.
  struct CachedOutline: BitwiseCopyable {
    private let first: Int32
    private let end: Int32
    /// The largest distance of its lines from the first point on either axis.
    let reach: Int64

    fileprivate init(_ lines: Range<Int>, reach: Int32) {
      (first, end) = (Int32(lines.lowerBound), Int32(lines.upperBound))
      self.reach = Int64(reach)
    }

    var lines: Range<Int> { Int(first)..<Int(end) }
  }

  struct Entry: BitwiseCopyable {
    var key: Key
    var elements: Int32
    var elementCount: Int32
    var outline: CachedOutline
  }

  private var entries: RigidArray<Entry>
  private var entryCount = 0
  private var elements: RigidArray<PathElement>
  private var elementCount = 0
  private(set) var lines: RigidArray<OutlineResolver.Line>
  private var lineCount = 0
  private var resolver: OutlineResolver

  /// `edgeCapacity` is the capacity in edges of one stroke, and of all cached strokes together.
  init(edgeCapacity: Int) {
    entries = RigidArray(capacity: 256)
    elements = RigidArray(capacity: 16384)
    lines = RigidArray(capacity: edgeCapacity)
    resolver = OutlineResolver(capacity: edgeCapacity)
  }

  /// The lines of a group, if they are cached.
  func find(_ group: borrowing PathGroups, _ key: Key) -> CachedOutline? {
    for index in 0..<entryCount {
      let entry = entries[index]
      if entry.key != key || entry.elementCount != group.elementCount { continue }
      let range = Int(entry.elements)..<Int(entry.elements + entry.elementCount)
      if elements.equals(range, group.elements, 0..<group.elementCount) { return entry.outline }
    }
    return nil
  }

  /// Caches a group with its edges; returns its lines, or nil where there are too many.
  mutating func insert(
    _ group: borrowing PathGroups, _ key: Key, _ edges: borrowing EdgeList
  ) -> CachedOutline? {
    let count = group.elementCount
    if count > elements.capacity { return nil }
    if entryCount == entries.capacity || elementCount + count > elements.capacity { removeAll() }
    guard let range = resolve(edges) else { return nil }
    var reach: Int32 = 0
    for index in range {
      let line = lines[index]
      reach = max(reach, max(max(abs(line.x0), abs(line.y0)), max(abs(line.x1), abs(line.y1))))
    }
    let outline = CachedOutline(range, reach: reach)
    let entry = Entry(
      key: key, elements: Int32(elementCount), elementCount: Int32(count), outline: outline)
    entries.append(entry, counting: &entryCount)
    for index in 0..<count { elements.append(group.elements[index], counting: &elementCount) }
    lineCount = range.upperBound
    return outline
  }

  /// Finds the outline of the union of edges, which is in `lines` until the next call; nil where it does not
  /// fit.
  mutating func resolve(_ edges: borrowing EdgeList) -> Range<Int>? {
    var end = resolver.resolve(edges, into: &lines, from: lineCount)
    if end == nil && lineCount > 0 {
      removeAll()
      end = resolver.resolve(edges, into: &lines, from: 0)
    }
    guard let end else { return nil }
    return lineCount..<end
  }

  /// Removes all entries, and overwrites their paths.
  mutating func removeAll() {
    for index in 0..<elementCount { elements.append(.close, at: index) }
    (entryCount, elementCount, lineCount) = (0, 0, 0)
  }
}

/// The transform of a cached stroke's coordinates to device space, Q16.
struct StrokeTransform {
  let left: Int64
  let top: Int64
  /// The coefficients; they have `shift` fraction bits.
  let a: Int64
  let b: Int64
  let c: Int64
  let d: Int64
  let shift: Int64

  func x(_ x: Int32, _ y: Int32) -> Int64 {
    left &+ (a &* Int64(x) &+ c &* Int64(y) &+ 1 &<< (shift &- 1)) &>> shift
  }

  func y(_ x: Int32, _ y: Int32) -> Int64 {
    top &+ (b &* Int64(x) &+ d &* Int64(y) &+ 1 &<< (shift &- 1)) &>> shift
  }

  /// The largest distance from the origin after the transform, for a distance on both axes before it, rounded
  /// up.
  func reach(_ distance: Int64) -> (x: Int64, y: Int64) {
    (
      ((abs(a) &+ abs(c)) &* distance) &>> shift &+ 1,
      ((abs(b) &+ abs(d)) &* distance) &>> shift &+ 1
    )
  }
}

extension EdgeList {
  /// Adds a cached stroke's lines, transformed.
  ///
  /// They are reversed: a resolved line that goes down has its inside at the right. In all other shapes, also
  /// in a straight group of the same path, that holds for lines that go up.
  @_optimize(speed)
  mutating func addLines(
    _ stroke: StrokeCache.CachedOutline, of lines: borrowing RigidArray<OutlineResolver.Line>,
    _ transform: StrokeTransform
  ) {
    let reach = transform.reach(stroke.reach)
    let (least, most) = (transform.top &- reach.y, transform.top &+ reach.y)
    if isOutsideRows(least, most) { return }
    let (left, right) = (transform.left &- reach.x, transform.left &+ reach.x)
    if !EdgeList.areWithinLimits(left, least, right, most) {
      return addFarLines(stroke, of: lines, transform)
    }
    let range = stroke.lines
    if range.count > edges.capacity - count {
      overflowed = true
      return
    }
    // At most the capacity; lines outside of the rows are left out. Lines are the cache's, and rows are
    // checked.
    var edge = unsafe edges.reserve(range.count, at: count)
    let heads = unsafe headsOfRows
    let firstRow = firstRow, rowCount = rowCount
    let lines = unsafe lines.readPointer(to: range.upperBound)
    let (top, bottom) = (top, bottom)
    let first = count
    var number = Int32(truncatingIfNeeded: first)
    for index in range {
      let line = unsafe lines[index]
      let (fromY, toY) = (transform.y(line.x1, line.y1), transform.y(line.x0, line.y0))
      let isDown = fromY < toY
      let (y0, y1) = (isDown ? fromY : toY, isDown ? toY : fromY)
      if y0 == y1 || y1 <= top || y0 >= bottom { continue }
      let (fromX, toX) = (transform.x(line.x1, line.y1), transform.x(line.x0, line.y0))
      let (x0, x1) = (isDown ? fromX : toX, isDown ? toX : fromX)
      let row = max(Int(y0 &>> 16) &- firstRow, 0)
      precondition(row < rowCount, "An edge begins below all rows.")
      // A line within one row is evaluated only at its ends.
      let slope = y0 &>> 16 == (y1 &- 1) &>> 16 ? 0 : ((x1 &- x0) &<< 31) / (y1 &- y0)
      unsafe edge.initialize(
        to: Edge(
          x0: Int32(truncatingIfNeeded: x0), y0: Int32(truncatingIfNeeded: y0),
          x1: Int32(truncatingIfNeeded: x1), y1: Int32(truncatingIfNeeded: y1),
          slope: slope, winding: isDown ? 1 : -1, shape: shape, next: heads[row]))
      unsafe heads[row] = number
      number &+= 1
      unsafe edge += 1
    }
    unsafe recordStored(upTo: Int(number))
  }

  /// The same for lines that may exceed the limits of edges.
  private mutating func addFarLines(
    _ stroke: StrokeCache.CachedOutline, of lines: borrowing RigidArray<OutlineResolver.Line>,
    _ transform: StrokeTransform
  ) {
    // Far below the limit of `addLine`; only sizes beyond all displays reach it.
    let limit: Int64 = 1 << 45
    @inline(never)
    func position(_ x: Int32, _ y: Int32) -> (x: Int64, y: Int64) {
      let (x, y) = (transform.x(x, y), transform.y(x, y))
      return (min(max(x, -limit), limit), min(max(y, -limit), limit))
    }
    for index in stroke.lines {
      let line = lines[index]
      let (from, to) = (position(line.x1, line.y1), position(line.x0, line.y0))
      addLine(fromX: from.x, y: from.y, toX: to.x, y: to.y)
    }
  }
}
