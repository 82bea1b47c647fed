// SPDX-License-Identifier: Apache-2.0

extension CoverageRow {
  /// Adjacent pixels of equal coverage, up to the start of the next run.
  struct Run: BitwiseCopyable {
    /// The first pixel.
    var start: Int32
    /// How much of each pixel is covered, times the opacity, in Q16.
    var alpha: UInt32

    @inline(__always)
    init(start: Int, alpha: UInt32) {
      (self.start, self.alpha) = (Int32(truncatingIfNeeded: start), alpha)
    }
  }

  /// Converts the areas to runs, and leaves the row empty for the next one.
  ///
  /// Their alphas are multiplied by `opacity` (Q16). Areas have no sign. Returns how many runs there are in
  /// `runs`; the last one is empty and marks the end of the others.
  mutating func takeRuns(opacity: UInt32) -> Int {
    Self.takeRuns(
      &cells, &touched, &groups, &runs, width: width, groupShift: Int(groupShift), opacity)
  }

  private static func takeRuns(
    _ cellStore: inout RigidArray<Int64>, _ touchedStore: inout RigidArray<UInt64>,
    _ groups: inout UInt64, _ runStore: inout RigidArray<Run>, width: Int, groupShift: Int,
    _ opacity: UInt32
  ) -> Int {
    var cells = cellStore.mutableSpan()
    var touched = touchedStore.mutableSpan()
    var runs = RunList(runStore.mutableSpan(), opacity: opacity)
    let words = 1 &<< (groupShift &- 6)
    // The sum of heights, and the column up to which it is complete.
    var (sum, column) = (Int32(0), 0)
    while groups != 0 {
      let group = groups.trailingZeroBitCount
      groups &= groups &- 1
      for word in group &* words..<(group &+ 1) &* words {
        var bits = touched[word]
        if bits == 0 { continue }
        touched[word] = 0
        repeat {
          let pixel = word &<< 6 | bits.trailingZeroBitCount
          bits &= bits &- 1
          let cell = cells[pixel]
          cells[pixel] = 0
          let beyond = Int32(truncatingIfNeeded: cell)
          let height = Int32(truncatingIfNeeded: (cell &- Int64(beyond)) &>> 32)
          if column < pixel { runs.append(at: column, sum) }
          runs.append(at: pixel, sum &+ height &- beyond)
          sum = sum &+ height
          column = pixel &+ 1
        } while bits != 0
      }
    }
    if column < width { runs.append(at: column, sum) }
    return runs.end(at: width)
  }
}

/// A list of runs that is being written, left to right.
private struct RunList: ~Copyable, ~Escapable {
  private var runs: MutableSpan<CoverageRow.Run>
  private var count = 0
  private let opacity: UInt32
  private var last: UInt32 = 0

  @_lifetime(copy runs)
  @inline(__always)
  init(_ runs: consuming MutableSpan<CoverageRow.Run>, opacity: UInt32) {
    self.runs = runs
    self.opacity = opacity
  }

  /// Begins a run of pixels with an area, if it is another one than the last one's.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func append(at column: Int, _ sum: Int32) {
    let fraction = CoverageRow.fraction(sum)
    let alpha = opacity == 65536 ? fraction : (fraction &* opacity &+ 32768) >> 16
    if alpha == last { return }
    runs[count] = CoverageRow.Run(start: column, alpha: alpha)
    count &+= 1
    last = alpha
  }

  /// Ends the list; returns how many runs it has.
  @_lifetime(self: copy self)
  mutating func end(at column: Int) -> Int {
    runs[count] = CoverageRow.Run(start: column, alpha: 0)
    return count + 1
  }
}
