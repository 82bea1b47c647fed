// SPDX-License-Identifier: Apache-2.0

/// Rows that are stored from one colour or from a cached row.
extension PixelBuffer {
  /// Whether columns are those of whole rows without gaps between them, which are one run.
  private func isWhole(_ spans: SpanSet) -> Bool {
    spans.count == 1 && spans[0] == 0..<width && strideInBytes == width &* format.bytesPerPixel
  }

  /// Stores the same pixel into columns of some rows below those stored before.
  @_lifetime(self: copy self)
  mutating func fill(_ spans: SpanSet, ofRows rows: Range<Int>, _ pixel: UInt32) {
    if isWhole(spans) {
      var writer = joinedRows(rows)
      writer.fill(0..<writer.width, pixel)
      return
    }
    for row in rows {
      var writer = self.row(row)
      for index in 0..<spans.count { writer.fill(spans[index], pixel) }
    }
  }

  /// Copies columns of a cached row into rows below those stored before.
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func copy(_ spans: SpanSet, ofRows rows: Range<Int>, of cache: inout RowCache) {
    // Repeating takes time, too: each repeat has to serve four rows.
    if rows.count >= 16 && isWhole(spans) {
      let count = cache.repeatRow(size: strideInBytes, upTo: rows.count / 4)
      var row = rows.lowerBound
      while row < rows.upperBound {
        let end = min(row + count, rows.upperBound)
        copyRepeats(row..<end, of: cache)
        row = end
      }
      return
    }
    let first = spans.count == 1 ? spans[0] : 0..<0
    for row in rows {
      var writer = self.row(row)
      if !first.isEmpty {
        writer.copy(first, of: cache)
        continue
      }
      for index in 0..<spans.count { writer.copy(spans[index], of: cache) }
    }
  }

  /// Copies a row, of which the cache holds enough copies, into whole rows without gaps between them.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func copyRepeats(_ rows: Range<Int>, of cache: borrowing RowCache) {
    var writer = joinedRows(rows)
    writer.copy(0..<writer.width, of: cache)
  }
}
