// SPDX-License-Identifier: Apache-2.0

import DisplayList

extension ScanlineCompositor {
  /// Converts the row and stores its damaged columns; gradients may be dithered.
  @_optimize(speed)
  mutating func store(
    _ spans: SpanSet, ofRow row: Int, dithers: Bool, into writer: inout RowWriter
  ) {
    let isEach = dithers || !writer.format.hasColorOrder
    var index = 0
    for span in 0..<spans.count {
      let damaged = spans[span]
      let middle = extent.clamped(to: damaged)
      storeOutside(
        damaged.lowerBound..<(middle.isEmpty ? damaged.upperBound : middle.lowerBound), &writer)
      if middle.isEmpty { continue }
      if isEach {
        storeEach(middle, ofRow: row, dithers: dithers, from: &index, into: &writer)
      } else {
        writer.store(middle, of: &self, from: &index)
      }
      storeOutside(middle.upperBound..<damaged.upperBound, &writer)
    }
  }

  /// Stores some columns outside of the composited ones.
  private func storeOutside(_ columns: Range<Int>, _ writer: inout RowWriter) {
    if !columns.isEmpty { writer.fill(columns, outside.pixel(writer.format)) }
  }

  /// Stores composited columns in any format, with gradients dithered or not.
  ///
  /// `index` is a span that ends before the columns or in them; it becomes their last span.
  private mutating func storeEach(
    _ all: Range<Int>, ofRow row: Int, dithers: Bool, from index: inout Int,
    into writer: inout RowWriter
  ) {
    var start = all.lowerBound
    while start < all.upperBound {
      while compositedSpans[index].end <= start { index += 1 }
      let here = compositedSpans[index]
      let columns = start..<min(here.end, all.upperBound)
      let isDithered = dithers && here.isGradient
      if here.isComposited || isDithered {
        // The line buffer has no pixels yet for a span of one colour.
        if !here.isComposited { line.fill(columns, here.color) }
        writer.convert(
          columns, of: line, isDithered ? RoundingBias(row: row, from: start) : .nearest)
      } else {
        writer.fill(columns, here.color.pixel(writer.format))
      }
      start = columns.upperBound
    }
  }

  /// Whether all damaged columns are stored pixels already.
  func isFinished(_ spans: SpanSet) -> Bool {
    compositedSpans.count == 1 && compositedSpans[0].bits & CompositedSpan.finished != 0
      && spans.extent.clamped(to: extent) == spans.extent
  }

  /// The colour of all damaged columns; nil if they have several colours, or one that is dithered.
  func soleColor(of spans: SpanSet, dithers: Bool) -> ColorWord? {
    if extent.isEmpty { return outside }
    let sole = compositedSpans[0]
    let isEach = sole.bits & (CompositedSpan.composited | CompositedSpan.finished) != 0
    if compositedSpans.count > 1 || isEach || dithers && sole.isGradient { return nil }
    if sole.color == outside { return outside }
    for index in 0..<spans.count where spans[index].clamped(to: extent) != spans[index] {
      return nil
    }
    return sole.color
  }
}

extension RowCache {
  /// Stores the damaged columns of a composited row.
  mutating func keep(
    _ compositor: inout ScanlineCompositor, _ spans: SpanSet, ofRow row: Int, dithers: Bool,
    width: Int, as format: PixelFormat
  ) {
    var buffer = self.buffer(width: width, format: format)
    var writer = buffer.row(0)
    compositor.store(spans, ofRow: row, dithers: dithers, into: &writer)
  }
}
