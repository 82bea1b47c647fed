// SPDX-License-Identifier: Apache-2.0

extension Renderer {
  /// Draws the damage region of a scene's frame into memory of the same size.
  ///
  /// Each damaged pixel is stored exactly once, top to bottom, left to right. Nothing else is
  /// touched. Traps for a damage region of another size.
  ///
  /// - Complexity: Per damaged row, linear in the edges that cross it, plus the stores of its damaged pixels.
  @inline(never)
  package mutating func draw(
    _ scene: borrowing Scene, damage: borrowing DamageRegion, into buffer: inout PixelBuffer
  ) {
    precondition(
      damage.width == buffer.width && damage.height == buffer.height,
      "The damage region has another size.")
    pixelsWritten += Int64(damage.pixelCount)
    let rows = begin(scene, damage)
    if rows.isEmpty { return }
    buffer.rewind()
    drawRows(damage, rows, of: scene, into: &buffer)
  }

  private mutating func drawRows(
    _ damage: borrowing DamageRegion, _ rows: Range<Int>, of scene: borrowing Scene,
    into buffer: inout PixelBuffer
  ) {
    let background = scene.outside
    let (width, format) = (buffer.width, buffer.format)
    let dithers = dithering.applies(to: format)
    let hasCrossings =
      !dithers && !scene.isDissolving && (format.hasColorOrder || format == .xbgr8888)
    let finished: PixelFormat? = !dithers && format.hasColorOrder ? format : nil
    var row = rows.lowerBound
    var bandEnd = row
    while row < rows.upperBound {
      if row >= bandEnd {
        setSpans(damage.spans(ofRow: row))
        bandEnd = damage.rowsAlike(from: row)
      }
      // A row in which an edge begins is equal to no other and has more than crossings.
      let isOwn = outline.edges.hasBegin(withinRow: row)
      let limit = min(bandEnd, rows.upperBound)
      let end = isOwn ? row + 1 : rowsAlike(from: row, upTo: limit, ditherRows: dithers)
      if end - row == 1 && !isOwn && hasCrossings {
        let next = drawEdgeCrossings(row..<min(bandEnd, rows.upperBound), of: scene, into: &buffer)
        if next > row {
          row = next
          continue
        }
      }
      composite(scene, row: row, finishing: finished)
      let emitted = EmittedRow(
        row: row, dithers: dithers, spans: spans, composited: composited, background: background)
      if end - row > 1 {
        if let color = emitted.soleColor(compositor) {
          buffer.fill(spans, ofRows: row..<end, color.pixel(format))
          row = end
          continue
        }
        if emitted.isFinished(compositor) {
          buffer.copy(spans, ofRows: row..<end, of: compositor.finished)
        } else {
          keepRow(row, of: scene, width, format)
          buffer.copy(spans, ofRows: row..<end, of: equalRow)
        }
        row = end
      } else {
        var writer = buffer.row(row)
        Self.store(emitted, &compositor, into: &writer)
        row += 1
      }
    }
  }

  /// Stores the row that was composited into the cache.
  mutating func keepRow(
    _ row: Int, of scene: borrowing Scene, _ width: Int, _ format: PixelFormat
  ) {
    let emitted = EmittedRow(
      row: row, dithers: dithering.applies(to: format), spans: spans, composited: composited,
      background: scene.outside)
    Self.keep(emitted, &compositor, width, format, in: &equalRow)
  }

  private static func keep(
    _ row: EmittedRow, _ compositor: inout ScanlineCompositor, _ width: Int, _ format: PixelFormat,
    in cache: inout RowCache
  ) {
    var buffer = cache.buffer(width: width, format: format)
    var writer = buffer.row(0)
    store(row, &compositor, into: &writer)
  }

  /// Converts a row and stores its damaged pixels.
  @_optimize(speed)
  private static func store(
    _ row: EmittedRow, _ compositor: inout ScanlineCompositor, into writer: inout RowWriter
  ) {
    let isEach = row.dithers || !writer.format.hasColorOrder
    var index = 0
    for span in 0..<row.spans.count {
      let damaged = row.spans[span]
      let middle = row.composited.clamped(to: damaged)
      fill(
        damaged.lowerBound..<(middle.isEmpty ? damaged.upperBound : middle.lowerBound), row, &writer
      )
      if middle.isEmpty { continue }
      if isEach {
        storeEach(middle, row, compositor, from: &index, into: &writer)
      } else {
        writer.store(middle, of: &compositor, from: &index)
      }
      fill(middle.upperBound..<damaged.upperBound, row, &writer)
    }
  }

  /// Stores some columns of the background.
  @inline(__always)
  private static func fill(
    _ columns: Range<Int>, _ row: EmittedRow, _ writer: inout RowWriter
  ) {
    if !columns.isEmpty { writer.fill(columns, row.background.pixel(writer.format)) }
  }

  /// Stores composited columns in any format, gradients dithered or not.
  ///
  /// `index` is a span that ends before the columns or in them, and becomes the last one of these.
  private static func storeEach(
    _ all: Range<Int>, _ row: EmittedRow, _ compositor: borrowing ScanlineCompositor,
    from index: inout Int, into writer: inout RowWriter
  ) {
    let compositedSpans = compositor.compositedSpans
    var start = all.lowerBound
    while start < all.upperBound {
      while compositedSpans[index].end <= start { index += 1 }
      let here = compositedSpans[index]
      let columns = start..<min(here.end, all.upperBound)
      let isDithered = row.dithers && here.isGradient
      let bias = isDithered ? RoundingBias(row: row.row, from: start) : .nearest
      if here.isComposited {
        writer.convert(columns, of: compositor.line, bias)
      } else if isDithered {
        writer.fill(columns, here.color.color, bias)
      } else {
        writer.fill(columns, here.color.pixel(writer.format))
      }
      start = columns.upperBound
    }
  }
}

/// What of a row is to be stored.
private struct EmittedRow {
  /// Its number.
  let row: Int
  /// Whether its gradients are dithered.
  let dithers: Bool
  /// The damaged columns.
  let spans: SpanSet
  /// The columns that the compositor holds; the others are background.
  let composited: Range<Int>
  let background: ColorWord

  /// Whether all damaged columns are finished.
  func isFinished(_ compositor: borrowing ScanlineCompositor) -> Bool {
    let compositedSpans = compositor.compositedSpans
    return compositedSpans.count == 1 && compositedSpans[0].bits & CompositedSpan.finished != 0
      && spans.extent.clamped(to: composited) == spans.extent
  }

  /// The colour of all damaged columns, where they have one that is not dithered.
  func soleColor(_ compositor: borrowing ScanlineCompositor) -> ColorWord? {
    if composited.isEmpty { return background }
    let compositedSpans = compositor.compositedSpans
    let sole = compositedSpans[0]
    let isEach = sole.bits & (CompositedSpan.composited | CompositedSpan.finished) != 0
    if compositedSpans.count > 1 || isEach || dithers && sole.isGradient { return nil }
    if sole.color == background { return sole.color }
    for index in 0..<spans.count where spans[index].clamped(to: composited) != spans[index] {
      return nil
    }
    return sole.color
  }
}
