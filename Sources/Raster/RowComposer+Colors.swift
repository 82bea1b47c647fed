/// The colours of a layer: one up to a column, another one from there on.
struct LayerColors {
  let left: ColorWord
  let right: ColorWord
  /// The first column of the right one.
  let border: Int
  /// What all of the layer's segments have beside their colours.
  let flags: UInt64
  /// How much the layer covers where it covers all, Q16.
  let opacity: UInt32

  @inline(__always)
  func color(_ column: Int) -> ColorWord { column < border ? left : right }
}

extension RowComposer {
  /// Lays a shape over the row, in one or two colours, and empties its coverage.
  ///
  /// `firstColumn` is that of the coverage's first pixel.
  mutating func lay(
    _ coverage: inout CoverageRow, from firstColumn: Int, _ colors: LayerColors
  ) {
    let (place, belowCount) = (place, belowCount)
    let reader = CoverageReader(coverage.groups, coverage.groupShift)
    coverage.groups = 0
    let pixels = firstColumn..<firstColumn + coverage.width
    self.place = Self.lay(
      &coverage.cells, &coverage.touched, reader, pixels, colors, below, belowCount, &above, &line,
      from: place)
  }

  /// Does that, with everything in locals: this is where edges cost their time.
  private static func lay(
    _ cellStore: inout Storage<Int64>, _ touchedStore: inout Storage<UInt64>,
    _ reader: CoverageReader, _ pixels: Range<Int>, _ colors: LayerColors,
    _ belowRow: borrowing Storage<RowSegment>, _ belowCount: Int,
    _ segments: inout Storage<RowSegment>, _ lineBuffer: inout LineBuffer, from place: Place
  ) -> Place {
    let firstColumn = pixels.lowerBound
    var reader = reader
    var cells = cellStore.mutableSpan()
    var touched = touchedStore.mutableSpan()
    var layer = LayerWriter(
      SegmentReader(belowRow.span(0..<belowCount), place), segments.mutableSpan(), place.count)
    var line = lineBuffer.mutableSpan()
    // What has passed, and up to which pixel all is laid.
    var (sum, start) = (Int32(0), 0)
    while let pixel = reader.next(&touched) {
      let cell = cells[pixel]
      cells[pixel] = 0
      let beyond = Int32(truncatingIfNeeded: cell)
      let height = Int32(truncatingIfNeeded: (cell &- Int64(beyond)) &>> 32)
      if start < pixel && sum != 0 {
        layer.cover(
          firstColumn &+ start..<firstColumn &+ pixel, colors, alpha(sum, colors.opacity), &line)
      }
      let alpha = alpha(sum &+ height &- beyond, colors.opacity)
      if alpha != 0 { layer.coverPixel(firstColumn &+ pixel, colors, alpha, &line) }
      sum = sum &+ height
      start = pixel &+ 1
    }
    if start < pixels.count && sum != 0 {
      layer.cover(
        firstColumn &+ start..<pixels.upperBound, colors, alpha(sum, colors.opacity), &line)
    }
    return layer.finish()
  }

  /// The opacity of a pixel of which an area (Q20, of either sign) is covered, Q16.
  @inline(__always)
  private static func alpha(_ area: Int32, _ opacity: UInt32) -> UInt32 {
    let size = min(area.magnitude, UInt32(CoverageRow.whole))
    return opacity == 65536 ? (size &+ 8) &>> 4 : ((size &>> 4) &* opacity &+ 32768) &>> 16
  }
}

/// Goes through the pixels of a row that edges have touched, from the left.
private struct CoverageReader {
  private var groups: UInt64
  private let wordsPerGroup: Int
  private var word = 0
  private var lastWord = 0
  private var bits: UInt64 = 0

  @inline(__always)
  init(_ groups: UInt64, _ groupShift: UInt64) {
    self.groups = groups
    wordsPerGroup = 1 &<< (Int(truncatingIfNeeded: groupShift) &- 6)
  }

  /// The next pixel; each is marked as untouched again.
  @inline(__always)
  mutating func next(_ touched: inout MutableSpan<UInt64>) -> Int? {
    while bits == 0 {
      word &+= 1
      if word >= lastWord {
        if groups == 0 { return nil }
        word = groups.trailingZeroBitCount &* wordsPerGroup
        lastWord = word &+ wordsPerGroup
        groups &= groups &- 1
      }
      bits = touched[word]
      touched[word] = 0
    }
    let bit = bits.trailingZeroBitCount
    bits &= bits &- 1
    return word &<< 6 | bit
  }
}

/// Goes through the segments below a layer, from the left.
private struct SegmentReader: ~Copyable, ~Escapable {
  private let segments: Span<RowSegment>
  /// The present one's place, bits and end.
  private(set) var index: Int
  private(set) var bits: UInt64
  private(set) var end: Int
  /// All columns before it are done with.
  private(set) var column: Int

  @_lifetime(copy segments)
  @inline(__always)
  init(_ segments: Span<RowSegment>, _ place: RowComposer.Place) {
    self.segments = segments
    index = place.taken
    column = place.column
    let first = segments[min(index, segments.count &- 1)]
    (bits, end) = (first.bits, first.end)
  }

  /// Goes on to a column of the present segment, or to its end.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func advance(to column: Int) {
    self.column = column
    while end <= column && index < segments.count {
      index &+= 1
      if index < segments.count { (bits, end) = (segments[index].bits, segments[index].end) }
    }
  }
}

/// Writes the segments of a row with one more layer.
private struct LayerWriter: ~Copyable, ~Escapable {
  private var below: SegmentReader
  private var above: SegmentList

  @_lifetime(copy below, copy segments)
  @inline(__always)
  init(
    _ below: consuming SegmentReader, _ segments: consuming MutableSpan<RowSegment>, _ count: Int
  ) {
    self.below = below
    above = SegmentList(segments, count)
  }

  /// Takes over what is below up to a column.
  @_lifetime(self: copy self)
  @inline(__always)
  private mutating func takeOver(upTo column: Int) {
    while below.column < column {
      let end = min(below.end, column)
      above.append(upTo: end, below.bits)
      below.advance(to: end)
    }
  }

  /// Covers a pixel, in part.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func coverPixel(
    _ column: Int, _ colors: LayerColors, _ alpha: UInt32, _ line: inout MutableSpan<ColorWord>
  ) {
    if alpha >= 65536 { return cover(column..<column &+ 1, colors, alpha, &line) }
    takeOver(upTo: column)
    let isComposed = below.bits & RowSegment.composed != 0
    let under = isComposed ? line[column] : ColorWord(bits: below.bits & ColorWord.mask)
    line[column] = under.covered(by: colors.color(column), alpha)
    let flags = colors.flags | below.bits & RowSegment.gradient
    above.append(upTo: column &+ 1, RowSegment.composed | flags)
    below.advance(to: column &+ 1)
  }

  /// Covers some pixels that are covered alike.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func cover(
    _ columns: Range<Int>, _ colors: LayerColors, _ alpha: UInt32,
    _ line: inout MutableSpan<ColorWord>
  ) {
    takeOver(upTo: columns.lowerBound)
    if alpha >= 65536 {
      if columns.lowerBound < colors.border && colors.border < columns.upperBound {
        above.append(upTo: colors.border, colors.left.bits | colors.flags)
      }
      above.append(
        upTo: columns.upperBound, colors.color(columns.upperBound &- 1).bits | colors.flags)
      below.advance(to: columns.upperBound)
    } else {
      mix(columns, colors, alpha, &line)
    }
  }

  @_lifetime(self: copy self)
  @inline(never)
  private mutating func mix(
    _ columns: Range<Int>, _ colors: LayerColors, _ alpha: UInt32,
    _ line: inout MutableSpan<ColorWord>
  ) {
    while below.column < columns.upperBound {
      let start = below.column
      var end = min(below.end, columns.upperBound)
      if start < colors.border { end = min(end, colors.border) }
      let color = colors.color(start)
      let flags = colors.flags | below.bits & RowSegment.gradient
      if below.bits & RowSegment.composed != 0 {
        for pixel in start..<end { line[pixel] = line[pixel].covered(by: color, alpha) }
        above.append(upTo: end, RowSegment.composed | flags)
      } else {
        let mixed = ColorWord(bits: below.bits & ColorWord.mask).covered(by: color, alpha)
        above.append(upTo: end, mixed.bits | flags)
      }
      below.advance(to: end)
    }
  }

  /// Ends the layer as far as it has come.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func finish() -> RowComposer.Place {
    RowComposer.Place(column: below.column, taken: below.index, count: above.finish())
  }
}
