/// One row of a picture while shapes are laid over it, back to front.
///
/// Goal: as little work as the row has edges, however long it is. The row is a list of segments; a
/// shape's run of full coverage replaces the segments that it covers, so that long runs stay one entry
/// until the row is stored. Only where colours differ from pixel to pixel are there pixels: in a line
/// buffer, which holds nothing of value elsewhere. A layer (one shape) is laid by going through the
/// old segments once, left to right, while the new list is written.
struct RowComposer: ~Copyable {
  /// The pixels of the segments that are not of one colour.
  var line: LineBuffer
  /// The pixels of the segments that are finished.
  var finished: RowCache

  /// The row without and with the present layer; `above` is complete after `endLayer()`.
  var below: RigidArray<RowSegment>
  var above: RigidArray<RowSegment>
  var belowCount = 0
  var place = Place()

  /// The row's columns.
  private(set) var extent = 0..<0

  init(maximumWidth: Int) {
    line = LineBuffer(capacity: maximumWidth)
    finished = RowCache(maximumWidth: maximumWidth)
    // Each segment has at least a pixel.
    let nothing = RowSegment(upTo: 0, bits: 0)
    below = RigidArray(capacity: maximumWidth + 1, initial: nothing)
    above = RigidArray(capacity: maximumWidth + 1, initial: nothing)
  }

  /// The row's segments, from the left.
  var segments: Span<RowSegment> {
    @_lifetime(borrow self)
    borrowing get { above.span(0..<place.count) }
  }

  /// Begins a row with one colour in some columns; without columns it has no segments.
  mutating func begin(_ columns: Range<Int>, _ color: ColorWord) {
    extent = columns
    place.count = 0
    if columns.isEmpty { return }
    above[0] = RowSegment(upTo: columns.upperBound, bits: color.bits)
    place.count = 1
  }

  /// Begins a layer; its pieces must come from left to right.
  mutating func beginLayer() {
    swap(&below, &above)
    belowCount = place.count
    place = Place(column: extent.lowerBound)
  }

  /// Ends a layer: the rest of the row stays as it was.
  mutating func endLayer() {
    takeOver(upTo: extent.upperBound)
  }

  /// How far a layer has come: all is done up to a column, where the next segment below begins or
  /// goes on, and there are so many segments above.
  struct Place {
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
    push(upTo: columns.upperBound, RowSegment.composed | RowSegment.gradient)
  }

  /// Lays columns of `finished` over the row.
  mutating func finish(_ columns: Range<Int>) {
    takeOver(upTo: columns.lowerBound)
    skip(upTo: columns.upperBound)
    push(upTo: columns.upperBound, RowSegment.finished)
  }

  /// Puts the colours up to a column into the line buffer, for something to be mixed into them.
  private mutating func fillIn(upTo end: Int) {
    while place.column < end {
      let start = place.column
      let under = next(upTo: end)
      if !under.isComposed { line.fill(start..<place.column, under.color) }
    }
  }

  /// Takes over what is below up to a column.
  private mutating func takeOver(upTo end: Int) {
    while place.column < end {
      let under = next(upTo: end)
      push(upTo: place.column, under.bits)
    }
  }

  /// Drops what is below up to a column.
  private mutating func skip(upTo end: Int) {
    place.column = end
    while place.taken < belowCount && below[place.taken].end <= end { place.taken += 1 }
  }

  /// Goes on below to the end of a segment, or to a column within it.
  private mutating func next(upTo end: Int) -> RowSegment {
    let segment = below[place.taken]
    if segment.end <= end { place.taken += 1 }
    place.column = min(segment.end, end)
    return segment
  }

  private mutating func push(upTo end: Int, _ bits: UInt64) {
    let count = place.count
    var list = SegmentList(above.mutableSpan(), count)
    list.append(upTo: end, bits)
    place.count = list.finish()
  }

  /// The pixels from a column on that are known to have its colour, which the result tells.
  func pixels(from column: Int) -> RowSegment {
    let segment = above[index(at: column)]
    if !segment.isComposed { return segment }
    return RowSegment(
      upTo: column + 1, bits: line[column].bits | segment.bits & RowSegment.gradient)
  }

  /// The segment that a column belongs to.
  private func index(at column: Int) -> Int {
    var (low, high) = (0, place.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if above[middle].end <= column { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
