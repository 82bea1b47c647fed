// SPDX-License-Identifier: Apache-2.0

package import DisplayList

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
      // A row in which an edge begins differs from all others, and has more than crossings.
      let isOwn = outline.edges.hasBegin(withinRow: row)
      let limit = min(bandEnd, rows.upperBound)
      let end = isOwn ? row + 1 : rowsAlike(from: row, upTo: limit, ditherRows: dithers)
      if end - row == 1 && !isOwn && hasCrossings {
        let next = drawEdgeCrossings(
          row..<rows.upperBound, damage, bandEnd: &bandEnd, of: scene, into: &buffer)
        if next > row {
          row = next
          continue
        }
      }
      composite(scene, row: row, finishing: finished)
      if end - row == 1 {
        var writer = buffer.row(row)
        compositor.store(spans, ofRow: row, dithers: dithers, into: &writer)
      } else if let color = compositor.soleColor(of: spans, dithers: dithers) {
        buffer.fill(spans, ofRows: row..<end, color.pixel(format))
      } else if compositor.isFinished(spans) {
        buffer.copy(spans, ofRows: row..<end, of: compositor.finished)
      } else {
        equalRow.keep(
          &compositor, spans, ofRow: row, dithers: dithers, width: width, as: format)
        buffer.copy(spans, ofRows: row..<end, of: equalRow)
      }
      row = end
    }
  }
}
