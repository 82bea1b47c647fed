// SPDX-License-Identifier: Apache-2.0

extension EdgeCrossingScanline {
  /// Completes a row whose crossings are located; false where two of one shape overlap.
  @inline(__always)
  mutating func complete(_ line: borrowing LineBuffer) -> Bool {
    mergedCount = 0
    var column = Int32.min
    for index in 0..<crossingCount {
      let first = crossings[index].first
      if first < column { return merge(line) }
      column = first &+ crossings[index].count
    }
    return true
  }

  /// Merges crossings that overlap; false where two of one shape do.
  @inline(never)
  private mutating func merge(_ line: borrowing LineBuffer) -> Bool {
    var (index, column) = (0, Int32.min)
    while index < crossingCount {
      var crossing = crossings[index]
      var end = crossing.first &+ crossing.count
      var last = index
      while last + 1 < crossingCount && crossings[last + 1].first < end {
        last += 1
        crossing.first = min(crossing.first, crossings[last].first)
        end = max(end, crossings[last].first &+ crossings[last].count)
      }
      if crossing.first < column { return false }
      if last > index {
        crossing.count = end &- crossing.first
        (crossing.fraction, crossing.step) = (Int32(fractionCount), 1)
        (crossing.isBlended, crossing.isHidden) = (true, false)
        crossing.beyond = crossings[last].beyond
        if !mix(index...last, from: crossing.first, to: end, line) { return false }
      }
      merged.append(crossing, at: mergedCount)
      mergedCount += 1
      (index, column) = (last + 1, end)
    }
    return true
  }

  /// Composites the visible shapes where crossings overlap; false where a shape has two of these crossings
  /// or the capacity is exceeded.
  private mutating func mix(
    _ indices: ClosedRange<Int>, from start: Int32, to end: Int32, _ line: borrowing LineBuffer
  ) -> Bool {
    if Int(end) - Int(start) > scratchSize - fractionCount { return false }
    let around = crossings[indices.lowerBound].around
    var overlapping: UInt32 = 0
    for index in indices {
      let layer = Int(crossings[index].layer)
      let bit = UInt32(1) &<< UInt32(truncatingIfNeeded: layer)
      if overlapping & bit != 0 { return false }
      overlapping |= bit
      crossingOfLayer[layer] = index
    }
    // All shapes are opaque: nothing is visible below the topmost one that covers all and has no crossing here;
    // if there is none, that is the background.
    let lowest = 31 - (around & ~overlapping).leadingZeroBitCount
    let above = overlapping & (UInt32.max &<< UInt32(truncatingIfNeeded: lowest))
    for column in start..<end {
      var color = color(lowest, column, line)
      var rest = above
      while rest != 0 {
        let layer = rest.trailingZeroBitCount
        rest &= rest &- 1
        let isBegin = around &>> UInt32(truncatingIfNeeded: layer) & 1 == 0
        let fraction = fraction(of: crossings[crossingOfLayer[layer]], at: column, isBegin: isBegin)
        color = color.covered(by: self.color(layer, column, line), fraction)
      }
      fractions[fractionCount] = color.bytes | layers[0].left.pixel & 0xFF00_0000
      fractionCount += 1
    }
    return true
  }

  /// A layer's colour at a column.
  @inline(__always)
  private func color(_ layer: Int, _ column: Int32, _ line: borrowing LineBuffer) -> ColorWord {
    if column < layers[layer].border { return layers[layer].left.color }
    if !layers[layer].isVaried { return layers[layer].right.color }
    // Crossings may reach out of the row.
    return column < 0 || column >= line.capacity ? ColorWord(bits: 0) : line[Int(column)]
  }

  /// The coverage of a pixel by a shape whose inside begins or ends with a crossing.
  @inline(__always)
  private func fraction(of crossing: Crossing, at column: Int32, isBegin: Bool) -> UInt32 {
    let offset = column &- crossing.first
    if offset < 0 { return isBegin ? 0 : 65536 }
    if offset >= crossing.count { return isBegin ? 65536 : 0 }
    let fraction = fractions[Int(crossing.fraction &+ offset &* crossing.step)]
    return crossing.isLeft == isBegin ? fraction : 65536 - fraction
  }
}
