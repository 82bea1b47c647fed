/// The damaged pixels of one row: a few ranges of columns from left to right, none overlapping.
struct RowSpans: BitwiseCopyable {
  private var ranges = InlineArray<16, Columns>(repeating: Columns(start: 0, end: 0))
  private(set) var count = 0

  /// Some neighbouring columns.
  struct Columns: BitwiseCopyable {
    var start: Int
    var end: Int
  }

  init() {}

  /// The columns of a region in a row.
  init(_ region: Region, row: Int) {
    for index in 0..<region.count {
      let part = region[index]
      if row < part.y || row >= part.bottom { continue }
      var place = count
      while place > 0 && ranges[place - 1].start > part.x {
        ranges[place] = ranges[place - 1]
        place -= 1
      }
      ranges[place] = Columns(start: part.x, end: part.right)
      count += 1
    }
  }

  /// One of the ranges.
  subscript(index: Int) -> Range<Int> {
    ranges[index].start..<ranges[index].end
  }

  /// From the leftmost to the rightmost column.
  var extent: Range<Int> {
    count == 0 ? 0..<0 : ranges[0].start..<ranges[count - 1].end
  }
}
