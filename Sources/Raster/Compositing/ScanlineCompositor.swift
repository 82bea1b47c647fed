// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// Composites one scanline, shape by shape, back to front.
///
/// Goal: work proportional to the edges in the row, not to its length. The row is a list of spans. A shape's
/// run of full coverage replaces the spans that it covers, so that long runs stay one entry until the row is
/// stored. Individual pixels exist only where neighbouring colours differ; they are in a line buffer, which
/// is undefined elsewhere. A coverage layer (one shape) is composited by one pass over the old spans, from
/// left to right, which writes the new list.
struct ScanlineCompositor: ~Copyable {
  var layer: LayerWriter
  /// The row with and without the current layer; after `endLayer()` `above` is complete and has `spanCount`
  /// spans.
  var above: RigidArray<CompositedSpan>
  var spanCount = 0
  var below: RigidArray<CompositedSpan>

  /// The pixels of spans with several colours.
  var line: LineBuffer
  /// The finished spans' pixels, in their stored form.
  var finished: RowCache

  /// The row that was put aside.
  var aside: RowAside

  /// The composited columns, and the colour outside of them.
  private(set) var extent = 0..<0
  private(set) var outside = ColorWord(bits: 0)

  init(maximumWidth: Int) {
    line = LineBuffer(pixelCapacity: maximumWidth)
    finished = RowCache(maximumWidth: maximumWidth)
    // Each span has at least one pixel. Only stored spans are counted.
    below = unsafe RigidArray(storedFirst: maximumWidth + 1)
    above = unsafe RigidArray(storedFirst: maximumWidth + 1)
    // Nothing is drawn before a row begins, and without memory nothing at all.
    let nothing = CompositedSpan(upTo: 0, bits: 0)
    layer = unsafe LayerWriter(
      below: below.pointer(to: 0), belowCount: 0, above: above.pointer(to: 0),
      line: line.pointer(to: 0), from: 0, under: nothing)
    aside = RowAside(maximumWidth: maximumWidth)
  }

  /// The row's spans, from the left.
  var compositedSpans: Span<CompositedSpan> {
    @_lifetime(borrow self)
    borrowing get { above.span(0..<spanCount) }
  }

  /// Begins a row with columns to composite, and one colour outside of them.
  mutating func begin(_ columns: Range<Int>, outside: ColorWord) {
    (extent, self.outside, spanCount) = (columns, outside, 0)
  }

  /// Sets all columns, at least one, to one colour.
  mutating func fill(_ color: ColorWord) {
    above[0] = CompositedSpan(upTo: extent.upperBound, bits: color.bits)
    spanCount = 1
  }

  /// Begins a layer; its parts must come from left to right.
  mutating func beginLayer() {
    swap(&below, &above)
    // All accesses are before the row's end. The arrays do not move before the layer ends; each span has at
    // least one pixel.
    layer = unsafe LayerWriter(
      below: below.pointer(to: spanCount), belowCount: spanCount,
      above: above.pointer(to: extent.upperBound), line: line.pointer(to: extent.upperBound),
      from: extent.lowerBound, under: below[0])
  }

  /// Ends a layer: the rest of the row stays as it was.
  mutating func endLayer() { spanCount = layer.finish(upTo: extent.upperBound) }

  /// Prepares the line buffer for painting some columns of the row with an opacity in Q16.
  ///
  /// The caller then paints into `line`, or into `finished` for columns with that flag.
  mutating func open(
    _ columns: Range<Int>, _ alpha: UInt32,
    as bits: UInt64 = CompositedSpan.composited | CompositedSpan.gradient
  ) {
    precondition(extent.contains(columns), "Not in the row.")
    layer.copyBelow(upTo: columns.lowerBound)
    if alpha < 65536 { layer.expand(upTo: columns.upperBound) }
    layer.advance(to: columns.upperBound)
    layer.append(upTo: columns.upperBound, bits)
  }

  /// Composites a whole coverage layer, in one or two colours, and empties the coverage.
  ///
  /// `firstColumn` is the column of the coverage's first pixel. Covered pixels must be in the row.
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
        // Within the row, like all columns here.
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

/// A row before other layers were composited over it: its spans, and the pixels of spans with several
/// colours.
///
/// It is not initialised before its first use, so that it costs no memory without groups and dissolves.
struct RowAside: ~Copyable {
  fileprivate var spans: RigidArray<CompositedSpan>
  fileprivate var line: RigidArray<ColorWord>

  init(maximumWidth: Int) {
    spans = RigidArray(capacity: maximumWidth)
    line = RigidArray(capacity: maximumWidth)
  }
}

extension ScanlineCompositor {
  /// Saves the row, in order to mix it with its later state.
  @_optimize(speed)
  @inline(never)
  mutating func putAside() {
    // Each array has room for every pixel of the row, and spans have at least one.
    let kept = unsafe aside.spans.reserve(extent.upperBound, at: 0)
    let keptLine = unsafe aside.line.reserve(extent.upperBound, at: 0)
    var column = extent.lowerBound
    for index in 0..<spanCount {
      let span = above[index]
      unsafe kept[index] = span
      if span.isComposited {
        for pixel in column..<span.end { unsafe keptLine[pixel] = line[pixel] }
      }
      column = span.end
    }
  }

  /// Mixes the saved row with a fraction (Q16) of the row's present state.
  ///
  /// A pixel that no layer has covered is mixed with itself, which changes nothing: so the damaged columns do
  /// not matter.
  @_optimize(speed)
  @inline(never)
  mutating func mixWithAside(_ alpha: UInt32) {
    // All values that are read were stored when the row was saved.
    let kept = unsafe aside.spans.reserve(extent.upperBound, at: 0)
    let keptLine = unsafe aside.line.reserve(extent.upperBound, at: 0)
    let line = unsafe line.pointer(to: extent.upperBound)
    var index = 0
    beginLayer()
    var layer = layer
    while layer.column < extent.upperBound {
      let start = layer.column
      let under = unsafe kept[index]
      let end = min(under.end, layer.underEnd)
      let over = CompositedSpan(upTo: end, bits: layer.under)
      layer.advance(to: end)
      if end == under.end { index &+= 1 }
      let bits = (under.bits | over.bits) & (CompositedSpan.composited | CompositedSpan.gradient)
      if bits & CompositedSpan.composited == 0 {
        layer.append(upTo: end, bits | under.color.covered(by: over.color, alpha).bits)
        continue
      }
      // In the row, as all its columns are. The pixels of spans with one colour are undefined.
      if !under.isComposited {
        unsafe (keptLine + start).initialize(repeating: under.color, count: end &- start)
      }
      if !over.isComposited {
        unsafe (line + start).initialize(repeating: over.color, count: end &- start)
      }
      for column in start..<end {
        unsafe line[column] = keptLine[column].covered(by: line[column], alpha)
      }
      layer.append(upTo: end, bits)
    }
    spanCount = layer.finish(upTo: extent.upperBound)
  }
}

/// Adjacent pixels of the row being composited with one colour, or in one buffer.
///
/// A row's spans follow each other without a gap: each begins where the previous one ends.
struct CompositedSpan: BitwiseCopyable {
  /// The first column beyond it.
  var end: Int
  /// The colour of all its pixels, with flags in the bits above: adjacent spans with the same bits can be
  /// joined, which one comparison decides.
  let bits: UInt64

  init(upTo end: Int, bits: UInt64) {
    (self.end, self.bits) = (end, bits)
  }

  /// The colours come from a gradient, so that dithering applies.
  static var gradient: UInt64 { 1 << 48 }

  /// Each pixel has its own colour, in the line buffer.
  static var composited: UInt64 { 1 << 49 }

  /// The pixels are in the compositor's `finished`, in their stored form; nothing may be composited over them.
  static var finished: UInt64 { 1 << 50 }

  /// Whether each pixel has its own colour, in the line buffer.
  var isComposited: Bool { bits & CompositedSpan.composited != 0 }

  /// Whether its colours come from a gradient.
  var isGradient: Bool { bits & CompositedSpan.gradient != 0 }

  /// The colour of all its pixels, if they have one.
  var color: ColorWord { ColorWord(bits: bits & ColorWord.mask) }
}
