// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// A cache of the pixel coverage of circles in earlier rows, also of earlier frames.
///
/// A ring's circles stay in place from frame to frame, while its arc grows. Cached are only circles with
/// their centre at a pixel's centre, corner or edge midpoint: for them one quadrant is enough. They are
/// identified by radius and sub-pixel phase, so that their position does not matter. The cache saves time
/// and changes no pixel.
struct CircleCache: ~Copyable {
  /// The capacity in coverage fractions: enough for twelve circles of 1000 pixels.
  static var capacity: Int { 1 << 16 }

  /// A circle's row: its fractions begin at `fraction`; `first` is the distance from the centre's pixel to
  /// its first pixel.
  struct Row: BitwiseCopyable {
    var fraction: Int32 = 0
    var first: UInt16 = 0
    /// 0 for a row that is not cached.
    var count: UInt16 = 0
  }

  /// A circle: its radius, the sub-pixel phase of its centre, and its first row.
  struct Entry: BitwiseCopyable {
    let radius: Int32
    let phase: Int32
    let firstRow: Int32
    /// The last frame that used it.
    var frame: Int
  }

  private var entries = RigidArray<Entry>(capacity: 32)
  private var entryCount = 0
  private var rows = RigidArray<Row>(capacity: 1 << 14)
  private var rowCount = 0
  private(set) var fractionCount = 0
  private var frame = 0
  /// Whether an entry did not fit since the last `begin`.
  private var isFull = false

  init() {}

  /// Begins a frame.
  ///
  /// All entries are evicted if the cache was full in the last frame and an entry has not been used for
  /// 600 frames. Otherwise new circles are not cached: circles that are needed in every frame stay.
  mutating func begin() {
    frame += 1
    if !isFull { return }
    isFull = false
    for index in 0..<entryCount where frame - entries[index].frame > 600 {
      (entryCount, rowCount, fractionCount) = (0, 0, 0)
      return
    }
  }

  /// The index of a circle's first row; -1 for one that is not cached.
  mutating func find(_ circle: Circle) -> Int32 {
    if (circle.x | circle.y) & 0x7FFF != 0 { return -1 }
    let phase = circle.x & 0x8000 | (circle.y & 0x8000) << 1
    for index in 0..<entryCount
    where entries[index].radius == circle.radius && entries[index].phase == phase {
      entries[index].frame = frame
      return entries[index].firstRow
    }
    let count = Int(circle.radius >> 16) + 2
    if entryCount == entries.capacity || count > rows.capacity - rowCount {
      isFull = true
      return -1
    }
    let firstRow = Int32(rowCount)
    entries.append(
      Entry(radius: circle.radius, phase: phase, firstRow: firstRow, frame: frame),
      counting: &entryCount)
    for _ in 0..<count { rows.append(Row(), counting: &rowCount) }
    return firstRow
  }

  /// Reserves a row's fractions; returns the index of the first one, or a negative number when the cache
  /// is full.
  mutating func reserve(_ count: Int) -> Int {
    if count > CircleCache.capacity - fractionCount {
      isFull = true
      return .min / 2
    }
    fractionCount += count
    return fractionCount - count
  }

  /// A cached row, by its index.
  subscript(index: Int) -> Row {
    get { rows[index] }
    set { rows[index] = newValue }
  }
}
