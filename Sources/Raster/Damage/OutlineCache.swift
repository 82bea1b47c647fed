// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// An outline's identity: equal numbers give the same outline.
struct OutlineKey: Equatable, BitwiseCopyable {
  /// The sides of a box, or three corners and 1, all in user space, Q32.
  let numbers: (Int64, Int64, Int64, Int64, Int64, Int64, Int64)
  /// By how much it is grown, Q32.
  let reach: Int64
  let transform: Transform

  init(
    box left: Int64, _ top: Int64, _ right: Int64, _ bottom: Int64, _ reach: Int64, _ t: Transform
  ) {
    numbers = (left, top, right, bottom, 0, 0, 0)
    (self.reach, transform) = (reach, t)
  }

  init(_ a: Point, _ b: Point, _ c: Point, _ reach: Int64, _ t: Transform) {
    numbers = (a.x.raw, a.y.raw, b.x.raw, b.y.raw, c.x.raw, c.y.raw, 1)
    (self.reach, transform) = (reach, t)
  }

  static func == (a: OutlineKey, b: OutlineKey) -> Bool {
    // Things that move differ here at once.
    if a.transform.tx != b.transform.tx || a.transform.ty != b.transform.ty { return false }
    let (p, q) = (a.numbers, b.numbers)
    return a.reach == b.reach && a.transform == b.transform
      && p.0 == q.0 && p.1 == q.1 && p.2 == q.2 && p.3 == q.3 && p.4 == q.4 && p.5 == q.5
      && p.6 == q.6
  }
}

/// A cache of the rows of recently computed outlines.
///
/// A moving shape is looked up four times: at its new position, against the frame on the display and the
/// one in the buffer that is drawn into, and at its old one, likewise.
struct OutlineCache: ~Copyable {
  struct Entry: BitwiseCopyable {
    var key: OutlineKey
    /// The first row in the frame, and the index of its extent.
    var top: Int32
    var first: Int32
    var count: Int32
  }

  private var entries = RigidArray<Entry>(capacity: 48)
  private var entryCount = 0
  var extents: RigidArray<RowExtent>
  private var rowCount = 0

  init() { extents = RigidArray(capacity: 4096) }

  /// Forgets all.
  mutating func removeAll() { (entryCount, rowCount) = (0, 0) }

  /// An outline, if it is there.
  func find(_ key: OutlineKey) -> Entry? {
    // Most are looked up soon.
    var index = entryCount
    while index > 0 {
      index -= 1
      if entries[index].key == key { return entries[index] }
    }
    return nil
  }

  /// Caches some rows of an outline, if they do not exceed the capacity.
  mutating func insert(
    _ key: OutlineKey, _ rows: Range<Int>, of outline: borrowing RigidArray<RowExtent>
  ) {
    if rows.count > extents.capacity { return }
    if entryCount == entries.capacity || rowCount + rows.count > extents.capacity { removeAll() }
    for row in rows { extents.append(outline[row], at: rowCount + row - rows.lowerBound) }
    entries.append(
      Entry(
        key: key, top: Int32(rows.lowerBound), first: Int32(rowCount), count: Int32(rows.count)),
      at: entryCount)
    (entryCount, rowCount) = (entryCount + 1, rowCount + rows.count)
  }
}

extension DamageRegion {
  /// Adds a cached outline, clipped to a rectangle; false where it is not cached.
  mutating func insertCached(_ key: OutlineKey, within rectangle: PixelRectangle) -> Bool {
    guard let entry = outlineCache.find(key) else { return false }
    var index = Int(entry.first)
    let end = index + Int(entry.count)
    let shift = Int(entry.top) - index
    while index < end {
      let extent = outlineCache.extents[index]
      let start = index
      repeat { index += 1 } while index < end && outlineCache.extents[index] == extent
      insert(extent, rows: start + shift..<index + shift, within: rectangle)
    }
    return true
  }

  /// Caches the outline whose edges were added last.
  mutating func cacheOutline(_ key: OutlineKey) { outlineCache.insert(key, outlined, of: extents) }

  /// Exchanges the cached outlines with those of another region of the same height; traps otherwise.
  ///
  /// What is found for one region need not be found again for another one of the same scene.
  @inline(never)
  package mutating func exchangeOutlines(with other: inout DamageRegion) {
    precondition(height == other.height, "The regions have different heights.")
    swap(&outlineCache, &other.outlineCache)
  }
}
