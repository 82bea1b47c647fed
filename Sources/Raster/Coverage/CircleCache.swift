/// What circles covered of pixels in rows that were drawn before, also in earlier pictures.
///
/// A ring's circles stay where they are from picture to picture, while its arc grows. Only circles
/// whose middle lies in the middle of a pixel or between two, both ways, are kept: one quarter is all
/// that is needed of them. They are told by their radius and by where in a pixel their middle is, so
/// that it makes no difference where they are. What is remembered saves time and changes nothing.
struct CircleCache: ~Copyable {
  /// How many parts are kept at most: those of twelve circles of 1000 pixels.
  static var capacity: Int { 1 << 16 }

  /// A circle's row: its parts begin at `fraction`, and the first pixel is so far from the middle's.
  struct Row: BitwiseCopyable {
    var fraction: Int32 = 0
    var first: UInt16 = 0
    /// 0 for a row that is not kept.
    var count: UInt16 = 0
  }

  /// A circle: its radius, where in a pixel its middle is, and its first row.
  struct Entry: BitwiseCopyable {
    let radius: Int32
    let phase: Int32
    let firstRow: Int
    /// The last picture that it was asked for in.
    var frame: Int
  }

  private var entries = RigidArray<Entry>(capacity: 32)
  private var entryCount = 0
  private var rows = RigidArray<Row>(capacity: 1 << 14)
  private var rowCount = 0
  private(set) var fractionCount = 0
  private var frame = 0
  /// Whether something could not be kept since the last `begin`.
  private var isFull = false

  init() {}

  /// Begins a picture.
  ///
  /// Where there was no room in the last one and something was not asked for in 600 pictures, all is
  /// forgotten. Otherwise newcomers are refused: circles that are needed again and again stay.
  mutating func begin() {
    frame += 1
    if !isFull { return }
    isFull = false
    for index in 0..<entryCount where frame - entries[index].frame > 600 {
      (entryCount, rowCount, fractionCount) = (0, 0, 0)
      return
    }
  }

  /// A circle's number; -1 for one that is not kept.
  mutating func find(_ circle: Circle) -> Int {
    if (circle.x | circle.y) & 0x7FFF != 0 { return -1 }
    let phase = circle.x & 0x8000 | (circle.y & 0x8000) << 1
    for index in 0..<entryCount
    where entries[index].radius == circle.radius && entries[index].phase == phase {
      entries[index].frame = frame
      return entries[index].firstRow
    }
    let count = Int(circle.radius >> 16) + 2
    if entryCount == entries.capacity || count > rows.capacity - rowCount {
      isFull = true
      return -1
    }
    entries.append(
      Entry(radius: circle.radius, phase: phase, firstRow: rowCount, frame: frame),
      at: entryCount)
    entryCount += 1
    for _ in 0..<count {
      rows.append(Row(), at: rowCount)
      rowCount += 1
    }
    return rowCount - count
  }

  /// Makes room for a row's parts; returns the number of the first one, or nil where there is none.
  mutating func reserve(_ count: Int32) -> Int? {
    if Int(count) > CircleCache.capacity - fractionCount {
      isFull = true
      return nil
    }
    fractionCount += Int(count)
    return fractionCount - Int(count)
  }

  /// What is kept of a row; `number` is the circle's, `distance` how many rows are between its middle
  /// and the row.
  subscript(number: Int, distance: Int) -> Row {
    @inline(__always) get { rows[number &+ distance] }
    @inline(__always) set { rows[number &+ distance] = newValue }
  }
}
