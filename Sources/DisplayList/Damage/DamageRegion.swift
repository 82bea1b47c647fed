// SPDX-License-Identifier: Apache-2.0

/// The pixels of a frame that must be drawn: up to four spans of columns in each row.
///
/// It is exact as long as no row needs a fifth span; then the smallest gap is included. A damaged pixel
/// too many costs little, a missing one makes a wrong frame. `init` allocates all memory.
///
/// Consecutive rows with the same spans form bands, from the frame's top to its bottom. So a rectangle
/// costs as much as the bands that it splits, a full frame costs almost nothing, and the renderer knows
/// which rows are equal.
package struct DamageRegion: ~Copyable {
  /// Consecutive rows with the same spans.
  struct Band: BitwiseCopyable {
    /// The first row below it.
    var end: UInt16
    var spans: SpanSet
  }

  /// The width of the frame in pixels; pixels outside are never included.
  package private(set) var width: Int

  /// The height of the frame in pixels.
  package private(set) var height: Int

  /// How much the compared scenes differ.
  package internal(set) var change = VisibleChange.Degree.little

  private var bands: RigidArray<Band>
  private var bandCount = 0

  /// An empty region of a frame; no side may be longer than 16384 pixels.
  package init(width: Int, height: Int) {
    bands = RigidArray(capacity: max(height, 1))
    (self.width, self.height) = (width, height)
    if bands.capacity > 0 { removeAll(width: width, height: height) }
  }

  /// The region of a whole frame.
  package init(allOfWidth width: Int, height: Int) {
    self.init(width: width, height: height)
    if bands.capacity > 0 { insertAll() }
  }

  /// Whether no pixel is damaged.
  package var isEmpty: Bool { bandCount == 1 && bands[0].spans.isEmpty }

  /// From the first to the last row with damage.
  package var rows: Range<Int> {
    if isEmpty { return 0..<0 }
    // No two adjacent bands are both without damage.
    let (first, last) = (bands[0].spans.isEmpty ? 1 : 0, bandCount - 1)
    let end = bands[last].spans.isEmpty ? top(ofBand: last) : height
    return top(ofBand: first)..<end
  }

  /// The number of damaged pixels.
  package var pixelCount: Int {
    var sum = 0
    for index in 0..<bandCount {
      sum += (Int(bands[index].end) - top(ofBand: index)) * bands[index].spans.pixelCount
    }
    return sum
  }

  /// The smallest rectangle around all damage.
  package var bounds: PixelRectangle {
    let rows = rows
    if rows.isEmpty { return .empty }
    var (left, right) = (Int.max, 0)
    for index in 0..<bandCount where !bands[index].spans.isEmpty {
      let columns = bands[index].spans.extent
      (left, right) = (min(left, columns.lowerBound), max(right, columns.upperBound))
    }
    return PixelRectangle(left: left, top: rows.lowerBound, right: right, bottom: rows.upperBound)
  }

  /// Whether a pixel is damaged.
  package func contains(x: Int, y: Int) -> Bool {
    spans(ofRow: y).contains(x)
  }

  /// The damaged pixels of a row.
  package func spans(ofRow row: Int) -> SpanSet {
    (0..<height).contains(row) ? bands[band(ofRow: row)].spans : SpanSet()
  }

  /// The first following row with other spans; at most the height.
  package func rowsAlike(from row: Int) -> Int {
    var index = band(ofRow: row)
    while index + 1 < bandCount && bands[index + 1].spans == bands[index].spans { index += 1 }
    return Int(bands[index].end)
  }

  /// Whether any pixel of a rectangle is damaged.
  package func touches(_ rectangle: PixelRectangle) -> Bool {
    guard let (columns, rows) = visible(rectangle) else { return false }
    var index = band(ofRow: rows.lowerBound)
    while index < bandCount && top(ofBand: index) < rows.upperBound {
      let spans = bands[index].spans
      for span in 0..<spans.count where spans[span].overlaps(columns) { return true }
      index += 1
    }
    return false
  }

  /// Removes all damage.
  package mutating func removeAll() {
    change = .little
    bands.append(Band(end: UInt16(height), spans: SpanSet()), at: 0)
    bandCount = 1
  }

  /// Removes all damage and changes the frame's size; the height is at most the initial one.
  package mutating func removeAll(width: Int, height: Int) {
    precondition(width >= 0 && width <= 16384 && height >= 0 && height <= 16384, "Out of range.")
    precondition(height <= bands.capacity, "The frame is too high.")
    (self.width, self.height) = (width, height)
    removeAll()
  }

  /// Adds the whole frame.
  package mutating func insertAll() {
    insert(PixelRectangle(x: 0, y: 0, width: width, height: height))
  }

  /// Adds the pixels of a rectangle.
  package mutating func insert(_ rectangle: PixelRectangle) {
    guard let (columns, rows) = visible(rectangle) else { return }
    let first = split(at: rows.lowerBound)
    for index in first..<split(at: rows.upperBound) { bands[index].spans.insert(columns) }
  }

  /// The columns and rows of a rectangle within the frame; nil where there are none.
  private func visible(_ rectangle: PixelRectangle) -> (columns: Range<Int>, rows: Range<Int>)? {
    if rectangle.isEmpty { return nil }
    let columns = (0..<width).clamped(to: rectangle.x..<rectangle.right)
    let rows = (0..<height).clamped(to: rectangle.y..<rectangle.bottom)
    return columns.isEmpty || rows.isEmpty ? nil : (columns, rows)
  }

  /// The index of a row's band; the last one's for rows below the frame.
  private func band(ofRow row: Int) -> Int {
    var (first, last) = (0, bandCount - 1)
    while first < last {
      let middle = (first + last) / 2
      if row < Int(bands[middle].end) { last = middle } else { first = middle + 1 }
    }
    return first
  }

  private func top(ofBand index: Int) -> Int { index == 0 ? 0 : Int(bands[index - 1].end) }

  /// Makes a band begin at a row; returns its index, or the number of bands for the frame's end.
  private mutating func split(at row: Int) -> Int {
    if row == height { return bandCount }
    let index = band(ofRow: row)
    if top(ofBand: index) == row { return index }
    bands.append(bands[bandCount - 1], counting: &bandCount)
    for next in (index + 1..<bandCount).reversed() { bands[next] = bands[next - 1] }
    bands[index].end = UInt16(row)
    return index + 1
  }
}
