extension CoverageRow {
  /// Neighbouring pixels of which a shape covers the same area.
  struct Run: BitwiseCopyable {
    var first: Int32
    var beyond: Int32
    /// The area, from just above 0 to `CoverageRow.whole`.
    var area: Int32

    /// The first pixel.
    var start: Int { Int(first) }
    /// The first pixel beyond.
    var end: Int { Int(beyond) }
  }

  /// Finds all runs with an area other than 0, left to right; returns how many there are.
  ///
  /// Leaves the row empty for the next one; the runs stay in `runs` until then. Areas have no sign.
  mutating func takeRuns() -> Int {
    var (sum, place, count) = (Int32(0), Int32(0), 0)
    while groups != 0 {
      let group = groups.trailingZeroBitCount
      groups &= groups &- 1
      let words = 1 &<< (Int(groupShift) &- 6)
      for word in group &* words..<(group &+ 1) &* words {
        var bits = touched[word]
        if bits == 0 { continue }
        touched[word] = 0
        repeat {
          let pixel = Int32(truncatingIfNeeded: word &<< 6 | bits.trailingZeroBitCount)
          bits &= bits &- 1
          let cell = cells[Int(pixel)]
          cells[Int(pixel)] = 0
          let beyond = Int32(truncatingIfNeeded: cell)
          let height = Int32(truncatingIfNeeded: (cell &- Int64(beyond)) &>> 32)
          runs[count] = Run(first: place, beyond: pixel, area: area(sum))
          if sum != 0 && place < pixel { count &+= 1 }
          let here = sum &+ height &- beyond
          runs[count] = Run(first: pixel, beyond: pixel &+ 1, area: area(here))
          if here != 0 { count &+= 1 }
          sum = sum &+ height
          place = pixel &+ 1
        } while bits != 0
      }
    }
    if sum != 0 && Int(place) < width {
      runs[count] = Run(first: place, beyond: Int32(width), area: area(sum))
      count &+= 1
    }
    return count
  }

  @inline(__always)
  private func area(_ sum: Int32) -> Int32 {
    min(abs(sum), Self.whole)
  }

  /// Begins to hand out runs, from the left.
  mutating func beginRuns() {
    runCount = takeRuns()
    nextIndex = 0
  }

  /// The next run of pixels with one area other than 0; nil after the last one.
  mutating func nextRun() -> Run? {
    if nextIndex == runCount { return nil }
    nextIndex += 1
    return runs[nextIndex - 1]
  }
}
