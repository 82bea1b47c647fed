// SPDX-License-Identifier: Apache-2.0

/// The pixels of a frame that are to be drawn: up to four spans of columns in each row.
///
/// Exact as long as no row needs a fifth span; then the smallest gap is included. A damaged pixel
/// too many costs a little, a missing one is a wrong frame. All memory is allocated by `init`.
///
/// Rows with the same spans form bands: the record of a band's first row counts for all of them, and
/// a bitmap of rows marks where bands begin. So a rectangle costs as much as the bands that it
/// cuts, a full frame next to nothing, and the renderer sees which rows are equal.
package struct DamageRegion: ~Copyable {
  /// The width of the frame in pixels; what lies outside is never included.
  package private(set) var width: Int

  /// The height of the frame in pixels.
  package private(set) var height: Int

  /// From the first to the last row with damage.
  package private(set) var rows = 0..<0

  /// How much the scenes differ that were compared for it.
  package internal(set) var change = VisibleChange.Degree.little

  /// The spans of the bands, at their first rows.
  private var bands: RigidArray<SpanSet>
  /// A bit for each row at which a band begins; none outside of `rows`.
  private var starts: RigidArray<UInt64>

  /// Makes an empty region of a frame; no side may be longer than 16384 pixels.
  package init(width: Int, height: Int) {
    precondition(width >= 0 && width <= 16384 && height >= 0 && height <= 16384, "Out of range.")
    (self.width, self.height) = (width, height)
    bands = RigidArray(capacity: height, initial: SpanSet())
    starts = RigidArray(capacity: (height + 63) / 64, initial: 0)
  }

  /// Makes the region of a whole frame.
  package init(allOfWidth width: Int, height: Int) {
    self.init(width: width, height: height)
    insertAll()
  }

  /// Whether no pixel is damaged.
  package var isEmpty: Bool { rows.isEmpty }

  /// How many pixels are damaged.
  package var pixelCount: Int {
    var sum = 0
    forEachBand { sum += $0.count * $1.pixelCount }
    return sum
  }

  /// The smallest rectangle around all damage.
  package var bounds: PixelRectangle {
    if rows.isEmpty { return .empty }
    var (left, right) = (Int.max, 0)
    forEachBand { _, spans in
      if spans.isEmpty { return }
      (left, right) = (min(left, spans.extent.lowerBound), max(right, spans.extent.upperBound))
    }
    return PixelRectangle(left: left, top: rows.lowerBound, right: right, bottom: rows.upperBound)
  }

  /// Goes through the bands, from top to bottom.
  private func forEachBand(_ body: (Range<Int>, SpanSet) -> Void) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let next = nextStart(after: row)
      body(row..<next, bands[row])
      row = next
    }
  }

  /// Whether a pixel is damaged.
  package func contains(x: Int, y: Int) -> Bool {
    spans(ofRow: y).contains(x)
  }

  /// The damaged pixels of a row.
  func spans(ofRow row: Int) -> SpanSet {
    rows.contains(row) ? bands[start(of: row)] : SpanSet()
  }

  /// The first row below one whose spans differ from its own; at most the height.
  func rowsAlike(from row: Int) -> Int {
    if row < rows.lowerBound { return rows.isEmpty ? height : rows.lowerBound }
    if row >= rows.upperBound { return height }
    let spans = bands[start(of: row)]
    var next = nextStart(after: row)
    while next < rows.upperBound && bands[next] == spans { next = nextStart(after: next) }
    return next
  }

  /// Whether any pixel of a rectangle is damaged.
  func touches(_ rectangle: PixelRectangle) -> Bool {
    if rectangle.isEmpty { return false }
    let columns = rectangle.x..<rectangle.right
    var row = max(rectangle.y, rows.lowerBound)
    let end = min(rectangle.bottom, rows.upperBound)
    while row < end {
      let spans = spans(ofRow: row)
      for index in 0..<spans.count where spans[index].overlaps(columns) { return true }
      row = nextStart(after: row)
    }
    return false
  }

  /// Forgets all damage.
  package mutating func removeAll() {
    change = .little
    if rows.isEmpty { return }
    for word in rows.lowerBound >> 6...(rows.upperBound - 1) >> 6 { starts[word] = 0 }
    rows = 0..<0
  }

  /// Removes all damage and changes the frame's size; at most as high as the first.
  package mutating func removeAll(width: Int, height: Int) {
    precondition(width >= 0 && width <= 16384, "Out of range.")
    precondition(height >= 0 && height <= bands.capacity, "The frame is too high.")
    removeAll()
    (self.width, self.height) = (width, height)
  }

  /// Adds the whole frame.
  package mutating func insertAll() {
    insert(PixelRectangle(x: 0, y: 0, width: width, height: height))
  }

  /// Adds the pixels of a rectangle.
  package mutating func insert(_ rectangle: PixelRectangle) {
    if rectangle.isEmpty { return }
    let columns = (0..<width).clamped(to: rectangle.x..<rectangle.right)
    let newRows = (0..<height).clamped(to: rectangle.y..<rectangle.bottom)
    if !columns.isEmpty && !newRows.isEmpty { insert(columns, rows: newRows) }
  }

  /// Cuts off what lies outside of a rectangle.
  package mutating func clip(to rectangle: PixelRectangle) {
    if rows.isEmpty { return }
    let keptRows = rectangle.isEmpty ? 0..<0 : rows.clamped(to: rectangle.y..<rectangle.bottom)
    if keptRows.isEmpty { return removeAll() }
    let columns = rectangle.x..<rectangle.right
    split(at: keptRows.lowerBound)
    if keptRows.upperBound < rows.upperBound { split(at: keptRows.upperBound) }
    var (row, first, last) = (rows.lowerBound, rows.upperBound, rows.lowerBound)
    while row < rows.upperBound {
      let next = nextStart(after: row)
      if keptRows.contains(row) { bands[row].clip(to: columns) }
      if keptRows.contains(row) && !bands[row].isEmpty {
        (first, last) = (min(first, row), next)
      }
      row = next
    }
    if first >= last { return removeAll() }
    clearStarts(rows.lowerBound..<first)
    clearStarts(last..<rows.upperBound)
    rows = first..<last
  }

  /// Adds columns of some rows, all within the frame, none of both empty.
  private mutating func insert(_ columns: Range<Int>, rows newRows: Range<Int>) {
    reach(newRows)
    if !isStart(newRows.lowerBound) { split(at: newRows.lowerBound) }
    if newRows.upperBound < rows.upperBound && !isStart(newRows.upperBound) {
      split(at: newRows.upperBound)
    }
    var row = newRows.lowerBound
    repeat {
      bands[row].insert(columns)
      row = row + 1 == newRows.upperBound ? row + 1 : nextStart(after: row)
    } while row < newRows.upperBound
  }

  /// Makes `rows` reach over some rows; the new ones have no spans.
  private mutating func reach(_ newRows: Range<Int>) {
    if rows.isEmpty {
      begin(at: newRows.lowerBound, SpanSet())
      rows = newRows
      return
    }
    if newRows.lowerBound < rows.lowerBound {
      begin(at: newRows.lowerBound, SpanSet())
      rows = newRows.lowerBound..<rows.upperBound
    }
    if newRows.upperBound > rows.upperBound {
      begin(at: rows.upperBound, SpanSet())
      rows = rows.lowerBound..<newRows.upperBound
    }
  }

  /// Whether a band begins at a row.
  private func isStart(_ row: Int) -> Bool {
    starts[row >> 6] &>> UInt64(row & 63) & 1 != 0
  }

  /// Lets a band begin at a row of `rows`.
  private mutating func split(at row: Int) {
    let start = start(of: row)
    if start < row { begin(at: row, bands[start]) }
  }

  private mutating func begin(at row: Int, _ spans: SpanSet) {
    bands[row] = spans
    starts[row >> 6] |= 1 << UInt64(row & 63)
  }

  /// The first row of the band of a row of `rows`.
  private func start(of row: Int) -> Int {
    var word = row >> 6
    var bits = starts[word] & (~0 >> UInt64(63 - row & 63))
    while bits == 0 {
      word -= 1
      bits = starts[word]
    }
    return word << 6 + 63 - bits.leadingZeroBitCount
  }

  /// The first row of the band below that of a row of `rows`, or the end of `rows`.
  private func nextStart(after row: Int) -> Int {
    let next = row + 1
    if next >= rows.upperBound { return rows.upperBound }
    var word = next >> 6
    var bits = starts[word] & (~0 << UInt64(next & 63))
    while bits == 0 {
      word += 1
      if word << 6 >= rows.upperBound { return rows.upperBound }
      bits = starts[word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }

  private mutating func clearStarts(_ newRows: Range<Int>) {
    for row in newRows { starts[row >> 6] &= ~(1 << UInt64(row & 63)) }
  }
}
