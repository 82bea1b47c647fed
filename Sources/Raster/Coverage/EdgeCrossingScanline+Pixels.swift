// SPDX-License-Identifier: Apache-2.0

extension EdgeCrossingScanline {
  /// Columns of one colour, as stored in row `row`.
  struct Run: BitwiseCopyable {
    var start: UInt16 = 0
    var end: UInt16 = 0
    var pixel: UInt32 = 0
    var row = 0
  }

  /// The maximum number of runs in a span: two around each crossing, where a layer has two colours.
  static var runCapacity: Int { 2 * (capacity + 1) }

  /// Composites columns of the row into `pixels`, each channel to nearest; `span` is the index of the
  /// columns among the row's damaged spans, and `line` has the colours of layers with many.
  ///
  /// `pixels` still holds the row above, most of which is the same: of a run with the same colour only
  /// the columns by which it has grown are stored. Stores may extend over three more columns, which are the
  /// next to be stored: whatever begins there stores its first four columns unconditionally.
  @_optimize(speed)
  mutating func composite(
    _ columns: Range<Int>, span: Int, alpha: UInt32, _ line: borrowing LineBuffer
  ) {
    precondition(
      columns.lowerBound >= 0 && span >= 0 && span < SpanSet.capacity, "Not in the row.")
    let isMerged = mergedCount > 0
    let count = isMerged ? mergedCount : crossingCount
    // Checked here: all stores lie between the columns' ends, or up to three columns
    // to the right. Crossings refer to existing layers and fractions.
    var crossing =
      unsafe isMerged ? merged.readPointer(to: count) : crossings.readPointer(to: count)
    let last = unsafe crossing + count
    let layers = unsafe self.layers.readPointer(to: layerCount)
    var run = unsafe runs.pointer(to: runs.capacity) + span &* EdgeCrossingScanline.runCapacity
    let target = unsafe CrossingWriter(
      pixels: pixels.pointer(to: columns.upperBound + 3),
      fractions: fractions.readPointer(to: scratchSize + circles.fractionCount), layers: layers,
      line: line.readPointer(to: columns.upperBound), alpha: alpha, row: row)
    let end = columns.upperBound
    var (column, layer) = (columns.lowerBound, 0)
    while true {
      while unsafe crossing < last && crossing.pointee.isHidden { unsafe crossing += 1 }
      let isLast = unsafe crossing == last
      let stop = unsafe isLast ? end : min(Int(crossing.pointee.first), end)
      if column < stop {
        let border = unsafe Int(layers[layer].border)
        if column < border {
          let middle = min(border, stop)
          unsafe target.fill(column, middle, layers[layer].left.pixel, run)
          column = middle
        }
        if column < stop {
          if unsafe layers[layer].isVaried {
            unsafe convertBytes(
              target.line + column, stop &- column, to: target.pixels + column, alpha: alpha)
          } else {
            unsafe target.fill(column, stop, layers[layer].right.pixel, run + 1)
          }
          column = stop
        }
      }
      if column >= end { return }
      unsafe target.mix(&column, upTo: end, crossing)
      layer = unsafe Int(crossing.pointee.beyond)
      unsafe crossing += 1
      unsafe run += 2
    }
  }
}

/// Stores the pixels of crossings and of the runs between; the caller has checked the bounds.
@safe
private struct CrossingWriter {
  /// The address of the row's column 0.
  let pixels: UnsafeMutablePointer<UInt32>
  let fractions: UnsafePointer<UInt32>
  let layers: UnsafePointer<EdgeCrossingScanline.Layer>
  let line: UnsafePointer<ColorWord>
  /// The alpha bits of each pixel.
  let alpha: UInt32
  /// The serial number of the composited row.
  let row: Int

  /// A layer's colour in a column; moves `end` to where it has another one.
  @unsafe
  @inline(__always)
  private func color(
    _ layer: UnsafePointer<EdgeCrossingScanline.Layer>, _ column: Int, upTo end: inout Int
  ) -> ColorWord {
    let border = unsafe Int(layer.pointee.border)
    if column < border {
      end = min(end, border)
      return unsafe layer.pointee.left.color
    }
    if unsafe !layer.pointee.isVaried { return unsafe layer.pointee.right.color }
    end = column
    // Painted where the layer can be seen.
    return unsafe line[column]
  }

  /// Stores a pixel in four columns.
  @unsafe
  @inline(__always)
  private func store(_ pixel: SIMD4<UInt32>, at column: Int) {
    unsafe UnsafeMutableRawPointer(pixels + column).storeBytes(
      of: pixel, as: SIMD4<UInt32>.self)
  }

  /// Stores a pixel in some columns, except those known to hold it.
  @unsafe
  @inline(__always)
  func fill(
    _ start: Int, _ end: Int, _ pixel: UInt32, _ run: UnsafeMutablePointer<EdgeCrossingScanline.Run>
  ) {
    let known = unsafe run.pointee
    unsafe run.pointee = EdgeCrossingScanline.Run(
      start: UInt16(truncatingIfNeeded: start), end: UInt16(truncatingIfNeeded: end),
      pixel: pixel, row: row)
    let pixels = SIMD4(repeating: pixel)
    unsafe store(pixels, at: start)
    var column = start &+ 4
    if known.pixel == pixel && known.row == row &- 1 {
      let left = min(Int(known.start), end)
      while column < left {
        unsafe store(pixels, at: column)
        column &+= 4
      }
      column = max(column, Int(known.end))
    }
    while column < end {
      unsafe store(pixels, at: column)
      column &+= 4
    }
  }

  /// Stores a crossing's pixels up to a column.
  @unsafe
  @inline(__always)
  func mix(
    _ column: inout Int, upTo end: Int, _ crossing: UnsafePointer<EdgeCrossingScanline.Crossing>
  ) {
    let first = unsafe Int(crossing.pointee.first)
    let stop = unsafe min(first &+ Int(crossing.pointee.count), end)
    let step = unsafe Int(crossing.pointee.step)
    var fraction = unsafe fractions + Int(crossing.pointee.fraction)
    if column > first { unsafe fraction += (column &- first) &* step }
    if unsafe crossing.pointee.isBlended {
      while column < stop {
        unsafe pixels[column] = fraction.pointee
        unsafe fraction += 1
        column &+= 1
      }
      return
    }
    while column < stop {
      let zero = unsafe layers + Int(crossing.pointee.zero)
      let one = unsafe layers + Int(crossing.pointee.one)
      // Up to where one of the colours changes, nearly always at the end.
      var next = stop
      let mix = unsafe ColorMix(
        color(zero, column, upTo: &next), color(one, column, upTo: &next))
      repeat {
        unsafe pixels[column] = mix.color(UInt64(fraction.pointee)).bytes | alpha
        unsafe fraction += step
        column &+= 1
      } while column < next
    }
  }
}

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
