// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// The exact area that an outline covers in each pixel of one row.
///
/// Goal: for each pixel the area of the shape inside its square. Each segment of an outline adds its height
/// to the pixels at its right. To the pixels that it crosses it adds the fraction of that height that is at
/// its right. Only crossed pixels are touched, so a segment costs as much as these, and a running sum gives
/// the areas. A shape's segments add up with the sign of their direction, so the sums are exact inside of
/// the shape and at both sides of it. This follows the classic signed-area accumulation buffers of analytic
/// rasterisers (for instance David Turner's in FreeType's "ftgrays", 2000).
///
/// Example: an edge from (0.5, 0) to (0.5, 1) has the height 1 in pixel 0, and half of that pixel is left
/// of the edge: areas 0.5, 1, 1, …
struct CoverageRow: ~Copyable {
  /// The area of a whole pixel: areas have 20 fraction bits.
  static var whole: Int32 { 1 << 20 }

  /// For each pixel the heights of the edges that cross it (upper half), and the part of them that only the
  /// following pixels get (lower half).
  ///
  /// Both are signed: one addition changes both.
  var cells: RigidArray<Int64>
  /// A bit for each pixel with a cell that may not be 0.
  var touched: RigidArray<UInt64>
  /// A bit for each group of `touched`'s words with a word that may not be 0.
  var groups: UInt64 = 0
  /// The number of pixels in a group, as a power of two.
  let groupShift: UInt64

  /// The first pixel beyond the row.
  var width = 0

  /// The result of `takeRuns`.
  var runs: RigidArray<Run>

  let roots = SquareRoots()

  init(maximumWidth: Int) {
    groupShift = maximumWidth <= 4096 ? 6 : 8
    cells = RigidArray(capacity: maximumWidth, initial: 0)
    touched = RigidArray(
      capacity: (maximumWidth >> Int(groupShift) + 1) << Int(groupShift - 6), initial: 0)
    // `takeRuns` counts only runs that it has stored.
    runs = unsafe RigidArray(storedFirst: 2 * maximumWidth + 2)
  }

  /// Whether no edge has touched the row.
  var isEmpty: Bool { groups == 0 }

  /// Begins a row of some width; the previous row's runs must all have been taken.
  mutating func begin(width: Int) {
    self.width = width
  }

  /// An area of either sign as a fraction of a pixel, Q16, to nearest, halves to even: so the fractions of
  /// inside and outside always add up to 1.
  static func fraction(_ area: Int32) -> UInt32 {
    let size = min(area.magnitude, UInt32(whole))
    return (size &+ 7 &+ (size &>> 4 & 1)) &>> 4
  }

  /// Records that a cell may not be 0 any more.
  mutating func touch(_ cell: Int) {
    let bit = UInt64(truncatingIfNeeded: cell)
    touched[cell &>> 6] |= 1 &<< (bit & 63)
    groups |= 1 &<< (bit &>> groupShift)
  }

  /// Adds a height (Q16) left of the row to its first pixel.
  mutating func addBefore(_ height: Int64) {
    cells[0] &+= height &<< 36
    touch(0)
  }
}

extension CoverageRow {
  /// Adjacent pixels of equal coverage, up to the start of the next run.
  struct Run: BitwiseCopyable {
    /// The first pixel.
    var start: Int32
    /// The coverage of each pixel times the opacity, in Q16.
    var alpha: UInt32

    init(start: Int, alpha: UInt32) {
      (self.start, self.alpha) = (Int32(truncatingIfNeeded: start), alpha)
    }
  }

  /// Converts the areas to runs, and leaves the row empty for the next one.
  ///
  /// The alphas are multiplied by `opacity` (Q16). The sign of areas is ignored. Returns the number of runs
  /// in `runs`; the last one is empty and marks the end of the others.
  mutating func takeRuns(opacity: UInt32) -> Int {
    // There are at most this many.
    var runs = unsafe RunList(runs.pointer(to: 2 * width + 2), opacity: opacity)
    // The column up to which the list is complete.
    var column = 0
    let sum = takePixels { pixel, before, area, _ in
      if column < pixel { runs.append(at: column, before) }
      runs.append(at: pixel, area)
      column = pixel &+ 1
    }
    if column < width { runs.append(at: column, sum) }
    return runs.end(at: width)
  }

  /// Reads the touched pixels from left to right, and leaves the row empty; returns the sum of all heights.
  ///
  /// `body` gets each pixel with the areas of the pixels before it, of itself, and of the pixels after it.
  mutating func takePixels(
    _ body: (_ pixel: Int, _ before: Int32, _ area: Int32, _ after: Int32) -> Void
  ) -> Int32 {
    // All accesses are in the row: only its pixels are ever touched.
    let cells = unsafe cells.pointer(to: width)
    let touched = unsafe touched.pointer(to: touched.capacity)
    let wordsPerGroup = 1 &<< (Int(groupShift) &- 6)
    var groups = groups
    self.groups = 0
    var sum = Int32(0)
    while groups != 0 {
      let group = groups.trailingZeroBitCount
      groups &= groups &- 1
      for word in group &* wordsPerGroup..<(group &+ 1) &* wordsPerGroup {
        var bits = unsafe touched[word]
        if bits == 0 { continue }
        unsafe touched[word] = 0
        repeat {
          let pixel = word &<< 6 | bits.trailingZeroBitCount
          bits &= bits &- 1
          let cell = unsafe cells[pixel]
          unsafe cells[pixel] = 0
          let beyond = Int32(truncatingIfNeeded: cell)
          let height = Int32(truncatingIfNeeded: (cell &- Int64(beyond)) &>> 32)
          body(pixel, sum, sum &+ height &- beyond, sum &+ height)
          sum = sum &+ height
        } while bits != 0
      }
    }
    return sum
  }
}

/// A list of runs, written from left to right; the caller has checked its capacity.
@safe
private struct RunList {
  private let runs: UnsafeMutablePointer<CoverageRow.Run>
  private var count = 0
  private let opacity: UInt32
  private var last: UInt32 = 0

  init(_ runs: UnsafeMutablePointer<CoverageRow.Run>, opacity: UInt32) {
    unsafe self.runs = runs
    self.opacity = opacity
  }

  /// Begins a run of pixels with an area, if its alpha differs from the last run's.
  mutating func append(at column: Int, _ sum: Int32) {
    let fraction = CoverageRow.fraction(sum)
    let alpha = opacity == 65536 ? fraction : (fraction &* opacity &+ 32768) >> 16
    if alpha == last { return }
    unsafe runs[count] = CoverageRow.Run(start: column, alpha: alpha)
    count &+= 1
    last = alpha
  }

  /// Ends the list; returns the number of runs.
  mutating func end(at column: Int) -> Int {
    unsafe runs[count] = CoverageRow.Run(start: column, alpha: 0)
    return count + 1
  }
}
