/// Composites one scanline: shapes are painted over it, back to front.
///
/// Goal: as little work as the row has edges, however long it is. The row is a list of segments; a
/// shape's run of full coverage replaces the segments that it covers, so that long runs stay one entry
/// until the row is stored. Only where colours differ from pixel to pixel are there pixels: in a line
/// buffer, which holds nothing of value elsewhere. A layer (one shape) is laid by going through the
/// old segments once, left to right, while the new list is written.
struct ScanlineCompositor: ~Copyable {
  /// The pixels of the segments that are not of one colour.
  var line: LineBuffer
  /// The pixels of the segments that are finished.
  var finished: RowCache

  /// The row without and with the present layer; `above` is complete after `endLayer()`.
  var below: RigidArray<CompositedSpan>
  var above: RigidArray<CompositedSpan>
  var belowCount = 0
  var cursor = Cursor()

  /// The row's columns.
  private(set) var extent = 0..<0

  init(maximumWidth: Int) {
    line = LineBuffer(capacity: maximumWidth)
    finished = RowCache(maximumWidth: maximumWidth)
    // Each segment has at least a pixel.
    let nothing = CompositedSpan(upTo: 0, bits: 0)
    below = RigidArray(capacity: maximumWidth + 1, initial: nothing)
    above = RigidArray(capacity: maximumWidth + 1, initial: nothing)
  }

  /// The row's segments, from the left.
  var compositedSpans: Span<CompositedSpan> {
    @_lifetime(borrow self)
    borrowing get { above.span(0..<cursor.count) }
  }

  /// Begins a row with one colour in some columns; without columns it has no segments.
  mutating func begin(_ columns: Range<Int>, _ color: ColorWord) {
    extent = columns
    cursor.count = 0
    if columns.isEmpty { return }
    above[0] = CompositedSpan(upTo: columns.upperBound, bits: color.bits)
    cursor.count = 1
  }

  /// Begins a layer; its pieces must come from left to right.
  mutating func beginLayer() {
    swap(&below, &above)
    belowCount = cursor.count
    cursor = Cursor(column: extent.lowerBound)
  }

  /// Ends a layer: the rest of the row stays as it was.
  mutating func endLayer() {
    takeOver(upTo: extent.upperBound)
  }

  /// How far a layer has come: all is done up to a column, where the next segment below begins or
  /// goes on, and there are so many segments above.
  struct Cursor {
    var column = 0
    var taken = 0
    var count = 0
  }

  /// Makes the line buffer ready to have some columns painted over with an opacity in Q16.
  ///
  /// The painting itself, into `line` and nowhere else, follows at once.
  mutating func open(_ columns: Range<Int>, _ alpha: UInt32) {
    takeOver(upTo: columns.lowerBound)
    if alpha >= 65536 { skip(upTo: columns.upperBound) } else { fillIn(upTo: columns.upperBound) }
    push(upTo: columns.upperBound, CompositedSpan.composited | CompositedSpan.gradient)
  }

  /// Lays columns of `finished` over the row.
  mutating func finish(_ columns: Range<Int>) {
    takeOver(upTo: columns.lowerBound)
    skip(upTo: columns.upperBound)
    push(upTo: columns.upperBound, CompositedSpan.finished)
  }

  /// Puts the colours up to a column into the line buffer, for something to be mixed into them.
  private mutating func fillIn(upTo end: Int) {
    while cursor.column < end {
      let start = cursor.column
      let under = next(upTo: end)
      if !under.isComposited { line.fill(start..<cursor.column, under.color) }
    }
  }

  /// Takes over what is below up to a column.
  private mutating func takeOver(upTo end: Int) {
    while cursor.column < end {
      let under = next(upTo: end)
      push(upTo: cursor.column, under.bits)
    }
  }

  /// Drops what is below up to a column.
  private mutating func skip(upTo end: Int) {
    cursor.column = end
    while cursor.taken < belowCount && below[cursor.taken].end <= end { cursor.taken += 1 }
  }

  /// Goes on below to the end of a segment, or to a column within it.
  private mutating func next(upTo end: Int) -> CompositedSpan {
    let compositedSpan = below[cursor.taken]
    if compositedSpan.end <= end { cursor.taken += 1 }
    cursor.column = min(compositedSpan.end, end)
    return compositedSpan
  }

  private mutating func push(upTo end: Int, _ bits: UInt64) {
    let count = cursor.count
    var list = CompositedSpanList(above.mutableSpan(), count)
    list.append(upTo: end, bits)
    cursor.count = list.finish()
  }

  /// The span of pixels from a column on that are known to have its colour.
  func pixels(from column: Int) -> CompositedSpan {
    let compositedSpan = above[index(at: column)]
    if !compositedSpan.isComposited { return compositedSpan }
    return CompositedSpan(
      upTo: column + 1, bits: line[column].bits | compositedSpan.bits & CompositedSpan.gradient)
  }

  /// The segment that a column belongs to.
  private func index(at column: Int) -> Int {
    var (low, high) = (0, cursor.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if above[middle].end <= column { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
