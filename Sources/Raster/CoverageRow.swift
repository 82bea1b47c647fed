/// The exact area that an outline covers in each pixel of one row.
///
/// Goal: for each pixel the area of the shape inside its square. Each piece of an outline adds,
/// for the pixels to its right, its height; for the pixels that it passes, the part of that
/// height that lies to its right. Only the change from pixel to pixel is stored, so a piece costs
/// as much as the pixels that it passes, and a running sum gives the areas. A shape's pieces add
/// up with the sign of their direction, so where it is inside, and to the left and the right of it, the
/// sums are exact. After the classic signed-area accumulation buffers of analytic rasterisers
/// (for instance Raph Levien's "font-rs", 2016).
///
/// Example: an edge from (0.5, 0) to (0.5, 1) adds 0.5 to the change at pixel 0 and 0.5 at pixel 1:
/// sums 0.5, 1, 1, …
struct CoverageRow: ~Copyable {
  /// The area of a whole pixel: areas have 20 fraction bits.
  static var whole: Int32 { 1 << 20 }

  /// The change of the area at each pixel.
  private var changes: Storage<Int32>
  /// A bit for each pixel whose change may not be 0.
  private var touched: Storage<UInt64>
  private var width = 0

  // Where the search for runs is.
  private var word = 0
  private var bits: UInt64 = 0
  private var sum: Int32 = 0

  init(maximumWidth: Int) {
    // An edge in the last pixel touches the one beyond it as well.
    changes = Storage(capacity: maximumWidth + 2, initial: 0)
    touched = Storage(capacity: (maximumWidth + 2 + 63) / 64, initial: 0)
  }

  /// Begins a row of some width; the last one's runs must all have been taken.
  mutating func begin(width: Int) {
    self.width = width
  }

  /// Adds a straight piece within the row.
  ///
  /// `x0` and `x1` are the places of its ends in Q16, also outside of the width, where it adds
  /// what it would add to a wider row; `height` is the way down in Q16, negative for a piece that
  /// runs up.
  @inline(__always)
  mutating func add(_ x0: Int32, _ x1: Int32, height: Int32) {
    let (left, right) = (min(x0, x1), max(x0, x1))
    if height == 0 || Int(left >> 16) >= width { return }
    if right <= 0 {
      change(0, height << 4, 0)
    } else if left >> 16 == right >> 16 {
      let fractions = Int64(left & 0xFFFF) + Int64(right & 0xFFFF)
      let beyond = Int32(truncatingIfNeeded: (Int64(height) * fractions) >> 13)
      change(Int(left >> 16), height << 4 &- beyond, beyond)
    } else {
      addAcross(left, right, height)
    }
  }

  /// Adds a piece that passes several pixels, left to right.
  private mutating func addAcross(_ x0: Int32, _ x1: Int32, _ height: Int32) {
    let (first, last) = (Int(x0 >> 16), Int(x1 >> 16))
    // Height per way to the right, Q32: what lies left of a place is found directly from it.
    let ratio = (Int64(height) << 32) / (Int64(x1) - Int64(x0))
    let total = height << 4
    var before: Int32 = 0
    if first < 0 {
      before = Int32(truncatingIfNeeded: (ratio * -Int64(x0)) >> 28)
      change(0, before, 0)
    }
    for cell in max(first, 0)...min(last, width - 1) {
      let way = Int64(cell + 1) << 16 - Int64(x0)
      let upTo = cell == last ? total : Int32(truncatingIfNeeded: (ratio * way) >> 28)
      let area = upTo &- before
      before = upTo
      let left = cell == first ? Int64(x0 & 0xFFFF) : 0
      let right = cell == last ? Int64(x1 & 0xFFFF) : 65536
      let share = Int32(truncatingIfNeeded: (Int64(area) * (left + right)) >> 17)
      change(cell, area &- share, share)
    }
  }

  @inline(__always)
  private mutating func change(_ cell: Int, _ here: Int32, _ next: Int32) {
    changes[cell] &+= here
    changes[cell + 1] &+= next
    touched[cell >> 6] |= 1 << UInt64(cell & 63)
    touched[(cell + 1) >> 6] |= 1 << UInt64((cell + 1) & 63)
  }

  /// Begins to search for runs, from the left.
  mutating func beginRuns() {
    (word, sum) = (0, 0)
    bits = touched[0]
    touched[0] = 0
  }

  /// The next run of pixels with one area other than 0; nil after the last one.
  ///
  /// Leaves the row empty for the next one. Areas have no sign.
  mutating func nextRun() -> Run? {
    var start = nextTouched()
    while let here = start, here < width {
      sum &+= changes[here]
      changes[here] = 0
      let next = nextTouched()
      if sum != 0 {
        if let next { putBack(next) }
        return Run(start: here, end: min(next ?? width, width), area: min(abs(sum), Self.whole))
      }
      start = next
    }
    // Beyond the right side nothing is drawn; what was added there goes away.
    while let beyond = start {
      changes[beyond] = 0
      start = nextTouched()
    }
    return nil
  }

  private mutating func nextTouched() -> Int? {
    while bits == 0 {
      word += 1
      if word * 64 >= width + 2 || word >= touched.capacity { return nil }
      bits = touched[word]
      touched[word] = 0
    }
    let bit = bits.trailingZeroBitCount
    bits &= bits &- 1
    return word * 64 + bit
  }

  private mutating func putBack(_ index: Int) {
    if index >> 6 != word { return }
    bits |= 1 << UInt64(index & 63)
  }

  /// Neighbouring pixels of which a shape covers the same area.
  struct Run {
    /// The first pixel.
    var start: Int
    /// The first pixel beyond.
    var end: Int
    /// The area, from just above 0 to `CoverageRow.whole`.
    var area: Int32
  }
}
