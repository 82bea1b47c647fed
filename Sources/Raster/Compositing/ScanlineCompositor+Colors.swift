// SPDX-License-Identifier: Apache-2.0

/// The colours of a layer: one up to a column, another one from there on.
struct LayerColors {
  let left: ColorWord
  let right: ColorWord
  /// The first column of the right one.
  let border: Int
  /// The flags of all of the layer's spans.
  let flags: UInt64
  /// The opacity where coverage is full, Q16.
  let opacity: UInt32

  @inline(__always)
  func color(_ column: Int) -> ColorWord { column < border ? left : right }

  /// The opacity of a pixel of which an area (Q20, of either sign) is covered, Q16.
  @inline(__always)
  func alpha(_ area: Int32) -> UInt32 {
    let fraction = CoverageRow.fraction(area)
    // Full coverage stays exact without a comparison.
    return UInt32(truncatingIfNeeded: (UInt64(fraction) &* UInt64(opacity) &+ 32768) &>> 16)
  }
}

extension ScanlineCompositor {
  /// Composites a whole coverage layer, in one or two colours, and empties the coverage.
  ///
  /// `firstColumn` is that of the coverage's first pixel. What is covered must lie in the row.
  @_optimize(speed)
  mutating func composite(
    _ coverage: inout CoverageRow, from firstColumn: Int, _ colors: LayerColors
  ) {
    let columns = firstColumn..<firstColumn + coverage.width
    precondition(extent.contains(columns), "The coverage is wider than the row.")
    let line = unsafe line.pointer(to: extent.upperBound)
    var layer = layer
    // The column up to which the layer is composited.
    var start = firstColumn
    var run = layer.run(colors)
    let sum = coverage.takePixels { pixel, before, area, after in
      let column = firstColumn &+ pixel
      let alpha = colors.alpha(area)
      if run.end == start && column < run.limit && column &- start <= 8 {
        // In the row, as all columns here.
        let line = unsafe line + start
        if start < column {
          let color = run.color(before == 0 ? 0 : colors.alpha(before))
          for index in 0..<column &- start { unsafe line[index] = color }
        }
        unsafe line[column &- start] = run.under.covered(by: run.color, alpha)
        start = column &+ 1
        run.end = start
      } else {
        layer.end(run)
        start = layer.composite(
          start..<column, colors, colors.alpha(before), alpha, next: colors.alpha(after))
        run = layer.run(colors)
      }
    }
    layer.end(run)
    if start < columns.upperBound && sum != 0 {
      layer.cover(start..<columns.upperBound, colors, colors.alpha(sum))
    }
    spanCount = layer.finish(upTo: extent.upperBound)
  }
}
