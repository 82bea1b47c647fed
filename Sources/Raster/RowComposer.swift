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

  /// The row without and with the present layer; `above` is complete after `endLayer()`.
  private var below: Storage<RowSegment>
  private var above: Storage<RowSegment>
  private(set) var count = 0
  private var belowCount = 0
  /// The next segment of `below` to take over, and up to which column that is done.
  private var taken = 0
  private var column = 0

  /// The row's columns.
  private(set) var extent = 0..<0

  init(maximumWidth: Int) {
    line = LineBuffer(capacity: maximumWidth)
    // Each segment has at least a pixel.
    below = Storage(capacity: maximumWidth + 1)
    above = Storage(capacity: maximumWidth + 1)
  }

  /// One segment of the row, from the left.
  subscript(index: Int) -> RowSegment { above[index] }

  /// Begins a row with one colour in some columns; without columns it has no segments.
  mutating func begin(_ columns: Range<Int>, _ color: Color) {
    extent = columns
    count = 0
    if columns.isEmpty { return }
    above.store(RowSegment(upTo: columns.upperBound, color), at: 0)
    count = 1
  }

  /// Begins a layer; its pieces must come from left to right.
  mutating func beginLayer() {
    swap(&below, &above)
    (belowCount, count, taken, column) = (count, 0, 0, extent.lowerBound)
  }

  /// Ends a layer: the rest of the row stays as it was.
  mutating func endLayer() {
    takeOver(upTo: extent.upperBound)
  }

  /// Puts a colour over some columns of the row, with an opacity in Q16.
  @inline(__always)
  mutating func cover(_ columns: Range<Int>, _ color: Color, _ alpha: UInt32, isGradient: Bool) {
    if columns.isEmpty { return }
    takeOver(upTo: columns.lowerBound)
    if alpha >= 65536 {
      push(RowSegment(upTo: columns.upperBound, color, isGradient: isGradient))
      skip(upTo: columns.upperBound)
    } else {
      mix(upTo: columns.upperBound, color, alpha, isGradient)
    }
  }

  /// Makes the line buffer ready to have some columns painted over with an opacity in Q16.
  ///
  /// The painting itself, into `line` and nowhere else, follows at once.
  @inline(__always)
  mutating func open(_ columns: Range<Int>, _ alpha: UInt32) {
    takeOver(upTo: columns.lowerBound)
    if alpha >= 65536 { skip(upTo: columns.upperBound) } else { fillIn(upTo: columns.upperBound) }
    push(RowSegment(composedUpTo: columns.upperBound, isGradient: true))
  }

  /// Lets the pixels of another line buffer stand in some columns of the row.
  mutating func cover(_ columns: Range<Int>, copying other: borrowing LineBuffer) {
    if columns.isEmpty { return }
    takeOver(upTo: columns.lowerBound)
    skip(upTo: columns.upperBound)
    line.copy(columns, of: other)
    push(RowSegment(composedUpTo: columns.upperBound, isGradient: true))
  }

  /// Mixes a colour into the segments up to a column.
  private mutating func mix(upTo end: Int, _ color: Color, _ alpha: UInt32, _ isGradient: Bool) {
    while column < end {
      let under = below[taken]
      let last = min(Int(under.end), end)
      let hasGradient = isGradient || under.isGradient
      if under.content == .composed {
        line.blend(column..<last, color, alpha)
        push(RowSegment(composedUpTo: last, isGradient: hasGradient))
      } else if last - column == 1 {
        line.set(column, under.color.covered(by: color, alpha))
        push(RowSegment(composedUpTo: last, isGradient: hasGradient))
      } else {
        push(RowSegment(upTo: last, under.color.covered(by: color, alpha), isGradient: hasGradient))
      }
      advance(to: last)
    }
  }

  /// Puts the colours up to a column into the line buffer, for something to be mixed into them.
  private mutating func fillIn(upTo end: Int) {
    while column < end {
      let under = below[taken]
      let last = min(Int(under.end), end)
      if under.content == .color { line.fill(column..<last, under.color) }
      advance(to: last)
    }
  }

  /// Takes over what is below up to a column.
  @inline(__always)
  private mutating func takeOver(upTo end: Int) {
    while column < end {
      var segment = below[taken]
      let last = min(Int(segment.end), end)
      segment.end = Int32(last)
      push(segment)
      advance(to: last)
    }
  }

  /// Drops what is below up to a column.
  @inline(__always)
  private mutating func skip(upTo end: Int) {
    column = end
    while taken < belowCount && Int(below[taken].end) <= end { taken += 1 }
  }

  @inline(__always)
  private mutating func advance(to end: Int) {
    column = end
    if Int(below[taken].end) <= end { taken += 1 }
  }

  /// Adds a segment; one that continues the last one makes that longer.
  @inline(__always)
  private mutating func push(_ segment: RowSegment) {
    if count > 0 {
      let last = above[count - 1]
      let isSame =
        last.content == segment.content && last.isGradient == segment.isGradient
        && (segment.content == .composed || last.color == segment.color)
      if isSame {
        above[count - 1].end = segment.end
        return
      }
    }
    above.store(segment, at: count)
    count += 1
  }

  /// The colour of a pixel of the row.
  func color(at column: Int) -> Color {
    let segment = above[self.index(at: column)]
    if segment.content == .color { return segment.color }
    return line.color(at: column)
  }

  /// The end of the pixels from a column on that are known to have its colour.
  func columnsAlike(from column: Int) -> Int {
    let segment = above[self.index(at: column)]
    return segment.content == .color ? Int(segment.end) : column + 1
  }

  /// The segment that a column belongs to.
  private func index(at column: Int) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if Int(above[middle].end) <= column { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
