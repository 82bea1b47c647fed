// SPDX-License-Identifier: Apache-2.0

import DisplayList

extension EdgeCrossingScanline {
  /// The maximum number of runs in a row: one beside each crossing, and more where columns are split.
  static var runCapacity: Int { capacity + 1 + segmentCapacity }

  /// The maximum number of segments: the spans of a row, one of them split by the border.
  static var segmentCapacity: Int { SpanSet.capacity + 1 }

  /// Columns of one colour, as stored in the previous row.
  struct Run: BitwiseCopyable {
    var start: UInt16 = 0
    var end: UInt16 = 0
    var pixel: UInt32 = 0
  }

  /// Damaged columns on one side of the border, and the index of that side's first tint.
  struct Segment: BitwiseCopyable {
    let start: Int
    let end: Int
    let tints: Int
  }

  /// Sets the damaged columns of a band's rows.
  mutating func setSegments(_ spans: SpanSet) {
    segmentCount = 0
    for index in 0..<spans.count {
      let span = spans[index]
      let middle = min(max(border, span.lowerBound), span.upperBound)
      addSegment(span.lowerBound..<middle, tints: 0)
      addSegment(middle..<span.upperBound, tints: EdgeCrossingScanline.layerCapacity)
    }
  }

  private mutating func addSegment(_ columns: Range<Int>, tints: Int) {
    if columns.isEmpty { return }
    segments.append(
      Segment(start: columns.lowerBound, end: columns.upperBound, tints: tints),
      counting: &segmentCount)
  }

  /// The memory for compositing a band's rows; `line` has the colours of layers with many colours.
  ///
  /// All pointers are valid during the band: no memory is allocated. The checks here hold for all its rows,
  /// which have the segments' damaged columns.
  mutating func memory(
    _ columns: Range<Int>, alpha: UInt32, _ line: borrowing LineBuffer
  ) -> CrossingMemory {
    precondition(columns.lowerBound >= 0, "Not in the row.")
    return unsafe CrossingMemory(
      pixels: pixels.pointer(to: columns.upperBound + 3),
      fractions: fractions.readPointer(to: scratchSize),
      line: line.readPointer(to: columns.upperBound),
      tints: tints.readPointer(to: tints.capacity),
      runs: runs.pointer(to: EdgeCrossingScanline.runCapacity), alpha: alpha, varied: varied)
  }

  /// Composites a row's damaged columns into `pixels`, each channel to nearest.
  ///
  /// `pixels` still holds the previous row, which is mostly the same: of a run with the same colour only the
  /// new columns are stored. A store may overwrite three further columns, which are stored next: the next
  /// part stores its first four columns unconditionally.
  @inline(never)
  @_optimize(speed)
  mutating func composite(_ memory: CrossingMemory) {
    // All stores are in the segments, or up to three columns at their right. Crossings refer to existing
    // layers and fractions, and the last crossing is beyond all columns.
    var crossing = unsafe overlaps ? merged.readPointer(to: 1) : crossings.readPointer(to: 1)
    var segment = unsafe segments.readPointer(to: segmentCount)
    let last = unsafe segment + segmentCount
    var run = unsafe memory.runs
    let known = unsafe run + runCount
    var layer = 0
    while unsafe segment < last {
      var column = unsafe segment.pointee.start
      let end = unsafe segment.pointee.end
      let tints = unsafe memory.tints + segment.pointee.tints
      unsafe segment += 1
      while true {
        while unsafe crossing.pointee.isHidden { unsafe crossing += 1 }
        let start = unsafe min(Int(crossing.pointee.first), end)
        if column < start {
          if memory.varied &>> UInt32(truncatingIfNeeded: layer) & 1 == 0 {
            unsafe memory.fill(column, start, tints[layer].pixel, run, isKnown: run < known)
            unsafe run += 1
          } else {
            unsafe memory.convert(column, start)
          }
          column = start
        }
        if column >= end { break }
        let stop = unsafe min(Int(crossing.pointee.end), end)
        if unsafe crossing.pointee.isPlain && Int(crossing.pointee.first) == column {
          unsafe memory.mix(column, stop, crossing, tints)
          column = stop
        } else if column < stop {
          unsafe memory.mixEach(column, stop, crossing, tints)
          column = stop
        }
        if unsafe Int(crossing.pointee.end) > end { break }
        layer = unsafe Int(crossing.pointee.beyond)
        unsafe crossing += 1
      }
    }
    runCount = unsafe run - memory.runs
  }
}

/// Stores the pixels of crossings and of the runs between them; the caller has checked the bounds.
@safe
struct CrossingMemory {
  /// The address of the row's column 0.
  let pixels: UnsafeMutablePointer<UInt32>
  let fractions: UnsafePointer<UInt32>
  let line: UnsafePointer<ColorWord>
  let tints: UnsafePointer<EdgeCrossingScanline.Tint>
  let runs: UnsafeMutablePointer<EdgeCrossingScanline.Run>
  /// The alpha bits of each pixel.
  let alpha: UInt32
  /// The layers with individual pixel colours, as bits.
  let varied: UInt32

  /// Stores a pixel in four columns.
  @unsafe
  private func store(_ pixel: SIMD4<UInt32>, at column: Int) {
    unsafe UnsafeMutableRawPointer(pixels + column).storeBytes(
      of: pixel, as: SIMD4<UInt32>.self)
  }

  /// Stores a pixel in some columns, except in those that a known run already covers.
  @unsafe
  fileprivate func fill(
    _ start: Int, _ end: Int, _ pixel: UInt32,
    _ run: UnsafeMutablePointer<EdgeCrossingScanline.Run>, isKnown: Bool
  ) {
    let known = unsafe run.pointee
    unsafe run.pointee = EdgeCrossingScanline.Run(
      start: UInt16(truncatingIfNeeded: start), end: UInt16(truncatingIfNeeded: end), pixel: pixel)
    let pixels = SIMD4(repeating: pixel)
    unsafe store(pixels, at: start)
    var column = start &+ 4
    if known.pixel == pixel && isKnown {
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

  /// Stores columns with individual colours.
  @unsafe
  fileprivate func convert(_ start: Int, _ end: Int) {
    unsafe convertBytes(line + start, end &- start, to: pixels + start, alpha: alpha)
  }

  /// Stores a crossing's first pixels, at least one.
  @unsafe
  fileprivate func mix(
    _ start: Int, _ end: Int, _ crossing: UnsafePointer<EdgeCrossingScanline.Crossing>,
    _ tints: UnsafePointer<EdgeCrossingScanline.Tint>
  ) {
    let mix = unsafe ColorMix(
      tints[Int(crossing.pointee.zero)].color, tints[Int(crossing.pointee.one)].color)
    let step = unsafe Int(crossing.pointee.step)
    var fraction = unsafe fractions + Int(crossing.pointee.fraction)
    var column = start
    repeat {
      unsafe pixels[column] = mix.color(UInt64(fraction.pointee)).bytes
      unsafe fraction += step
      column &+= 1
    } while column < end
  }

  /// Stores some of a crossing's pixels, which may be blended already or have individual colours.
  @unsafe
  @inline(never)
  fileprivate func mixEach(
    _ start: Int, _ end: Int, _ crossing: UnsafePointer<EdgeCrossingScanline.Crossing>,
    _ tints: UnsafePointer<EdgeCrossingScanline.Tint>
  ) {
    let (zero, one) = unsafe (Int(crossing.pointee.zero), Int(crossing.pointee.one))
    for column in start..<end {
      let offset = unsafe (column &- Int(crossing.pointee.first)) &* Int(crossing.pointee.step)
      let fraction = unsafe fractions[Int(crossing.pointee.fraction) &+ offset]
      if unsafe crossing.pointee.isBlended {
        unsafe pixels[column] = fraction
        continue
      }
      // It has been painted where such a layer is visible.
      let here = unsafe line[column]
      let mix = unsafe ColorMix(
        isVaried(zero) ? here : tints[zero].color, isVaried(one) ? here : tints[one].color)
      unsafe pixels[column] = mix.color(UInt64(fraction)).bytes | alpha
    }
  }

  private func isVaried(_ layer: Int) -> Bool {
    varied &>> UInt32(truncatingIfNeeded: layer) & 1 != 0
  }
}

extension EdgeCrossingScanline {
  /// Merges crossings that overlap; false if both are of one shape.
  @inline(never)
  mutating func merge(_ line: borrowing LineBuffer) -> Bool {
    var (index, column, count) = (0, Int32.min, 0)
    while index < crossingCount {
      var crossing = crossings[index]
      var last = index
      while crossings[last + 1].first < crossing.end {
        last += 1
        crossing.first = min(crossing.first, crossings[last].first)
        crossing.end = max(crossing.end, crossings[last].end)
      }
      if crossing.first < column { return false }
      if last > index {
        (crossing.fraction, crossing.step) = (Int32(fractionCount), 1)
        (crossing.isBlended, crossing.isPlain, crossing.isHidden) = (true, false, false)
        crossing.beyond = crossings[last].beyond
        if !mix(index...last, from: crossing.first, to: crossing.end, line) { return false }
      }
      merged.append(crossing, counting: &count)
      (index, column) = (last + 1, crossing.end)
    }
    merged.append(.last, at: count)
    return true
  }

  /// Composites the visible shapes where crossings overlap.
  ///
  /// False if a shape has two of these crossings, or the capacity is exceeded.
  @_optimize(speed)
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
    // All shapes are opaque: layers below the topmost shape that covers all and has no crossing here are
    // invisible. If there is no such shape, it is the background.
    let lowest = 31 - (around & ~overlapping).leadingZeroBitCount
    let above = overlapping & (UInt32.max &<< UInt32(truncatingIfNeeded: lowest))
    for column in start..<end {
      var color = color(lowest, column, line)
      var rest = above
      while rest != 0 {
        let layer = rest.trailingZeroBitCount
        rest &= rest &- 1
        let isBegin = around &>> UInt32(truncatingIfNeeded: layer) & 1 == 0
        let fraction = fraction(of: crossingOfLayer[layer], at: column, isBegin: isBegin)
        color = color.covered(by: self.color(layer, column, line), fraction)
      }
      fractions[fractionCount] = color.bytes | tints[0].pixel & 0xFF00_0000
      fractionCount &+= 1
    }
    return true
  }

  /// A layer's colour at a column.
  private func color(_ layer: Int, _ column: Int32, _ line: borrowing LineBuffer) -> ColorWord {
    let side = Int(column) < border ? 0 : EdgeCrossingScanline.layerCapacity
    if varied &>> UInt32(truncatingIfNeeded: layer) & 1 == 0 { return tints[side + layer].color }
    // Crossings may extend beyond the row.
    return column < 0 || column >= line.capacity ? ColorWord(bits: 0) : line[Int(column)]
  }

  /// A shape's coverage of a pixel, where its inside begins or ends at a crossing.
  private func fraction(of index: Int, at column: Int32, isBegin: Bool) -> UInt32 {
    let first = crossings[index].first
    if column < first { return isBegin ? 0 : 65536 }
    if column >= crossings[index].end { return isBegin ? 65536 : 0 }
    let fraction = fractions[
      Int(crossings[index].fraction &+ (column &- first) &* crossings[index].step)]
    return crossings[index].isLeft == isBegin ? fraction : 65536 &- fraction
  }
}
