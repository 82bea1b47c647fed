// SPDX-License-Identifier: Apache-2.0

/// Composites one scanline, shape by shape, back to front.
///
/// Goal: work proportional to the edges in the row, not to its length. The row is a list of spans; a
/// shape's run of full coverage replaces the spans that it covers, so that long runs stay one entry
/// until the row is stored. Pixels exist only where colours differ from one to the next: in a line
/// buffer, whose other contents are undefined. A coverage layer (one shape) is composited by a pass over the
/// old spans, left to right, that writes the new list.
struct ScanlineCompositor: ~Copyable {
  var layer: LayerWriter
  /// The row with and without the current layer; `above` is complete, with so many spans, after `endLayer()`.
  var above: RigidArray<CompositedSpan>
  var spanCount = 0
  var below: RigidArray<CompositedSpan>

  /// The pixels of the spans without a single colour.
  var line: LineBuffer
  /// The pixels of the finished spans, in their stored form.
  var finished: RowCache

  /// The row that was put aside.
  var aside: RowAside

  /// The row's columns, and the colour of those beside them.
  private(set) var extent = 0..<0
  private(set) var outside = ColorWord(bits: 0)

  init(maximumWidth: Int) {
    line = LineBuffer(pixelCapacity: maximumWidth)
    finished = RowCache(maximumWidth: maximumWidth)
    // Each span has at least one pixel. Only those that were stored are counted.
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

  /// Begins a row that is composited in some columns, and has one colour beside them.
  mutating func begin(_ columns: Range<Int>, outside: ColorWord) {
    (extent, self.outside, spanCount) = (columns, outside, 0)
  }

  /// Gives all columns, of which there are some, one colour.
  mutating func fill(_ color: ColorWord) {
    above[0] = CompositedSpan(upTo: extent.upperBound, bits: color.bits)
    spanCount = 1
  }

  /// Begins a layer; its pieces must come from left to right.
  mutating func beginLayer() {
    swap(&below, &above)
    // Up to the row's end, as all that is accessed. They do not move before the layer ends; each span has a pixel.
    layer = unsafe LayerWriter(
      below: below.pointer(to: spanCount), belowCount: spanCount,
      above: above.pointer(to: extent.upperBound), line: line.pointer(to: extent.upperBound),
      from: extent.lowerBound, under: below[0])
  }

  /// Ends a layer: the rest of the row stays as it was.
  mutating func endLayer() { spanCount = layer.finish(upTo: extent.upperBound) }

  /// Prepares the line buffer for painting some columns of the row with an opacity in Q16.
  ///
  /// The caller then paints into `line`, or into `finished` where that is what the columns become.
  mutating func open(
    _ columns: Range<Int>, _ alpha: UInt32,
    as bits: UInt64 = CompositedSpan.composited | CompositedSpan.gradient
  ) {
    precondition(extent.contains(columns), "Not in the row.")
    layer.takeOver(upTo: columns.lowerBound)
    if alpha < 65536 { layer.expand(upTo: columns.upperBound) }
    layer.advance(to: columns.upperBound)
    layer.append(upTo: columns.upperBound, bits)
  }

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

/// A row as it was before others came over it: its spans, and the pixels of those that have no single colour.
///
/// Nothing in it has a value before, so that without groups and dissolves it costs no memory.
struct RowAside: ~Copyable {
  fileprivate var spans: RigidArray<CompositedSpan>
  fileprivate var line: RigidArray<ColorWord>

  init(maximumWidth: Int) {
    spans = RigidArray(capacity: maximumWidth)
    line = RigidArray(capacity: maximumWidth)
  }
}

extension ScanlineCompositor {
  /// Puts the row aside, to be mixed with what it becomes.
  @_optimize(speed)
  @inline(never)
  mutating func putAside() {
    // Each has room for every pixel of the row, and spans have at least one.
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

  /// Mixes the row that was put aside with so much of what has become of it, Q16.
  ///
  /// A pixel that nothing has covered is mixed with itself, which changes nothing: the row may be that of any damage.
  @_optimize(speed)
  @inline(never)
  mutating func mixWithAside(_ alpha: UInt32) {
    // All that is read was stored when the row was put aside.
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
      // In the row, as all columns of it. The pixels of spans with one colour are undefined.
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
  /// The colour of all its pixels, with flags above it: spans with the same bits are more of the
  /// same, which one comparison decides.
  let bits: UInt64

  @inline(__always)
  init(upTo end: Int, bits: UInt64) {
    (self.end, self.bits) = (end, bits)
  }

  /// The colours come from a gradient, so that dithering applies.
  @inline(__always)
  static var gradient: UInt64 { 1 << 48 }

  /// Each pixel has its own colour, in the line buffer.
  @inline(__always)
  static var composited: UInt64 { 1 << 49 }

  /// The pixels are in the compositor's `finished`, in their stored form; nothing may be composited over them.
  @inline(__always)
  static var finished: UInt64 { 1 << 50 }

  /// Whether each pixel has its own colour, in the line buffer.
  var isComposited: Bool { bits & CompositedSpan.composited != 0 }

  /// Whether its colours come from a gradient.
  var isGradient: Bool { bits & CompositedSpan.gradient != 0 }

  /// The colour of all its pixels, if they have one.
  var color: ColorWord { ColorWord(bits: bits & ColorWord.mask) }
}
