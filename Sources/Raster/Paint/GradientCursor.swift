// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// Reads the colours of a list of stops at rising or falling offsets; near offsets are cheapest.
struct GradientCursor: BitwiseCopyable {
  private let first: Int
  private let last: Int
  /// Whether colours have their transparency in the bits above them.
  let isTranslucent: Bool
  /// The difference of the offset from a column to the next.
  private let step: Int64

  /// The stop at the start of the interval.
  private var stop: Int
  private var start = GradientCursor.beforeAll
  private var end = GradientCursor.beforeAll
  /// 2⁶² divided by a length in Q32: the interval's, if the colour changes in it.
  private var inverse: Int64 = 0
  private var inverseLength: Int64 = 0
  /// The step as a fraction of that length.
  private var normalizedStep: Int64 = 0
  private var from = ColorWord(bits: 0)
  private var to = ColorWord(bits: 0)

  /// The start of the interval before the first stop.
  private static var beforeAll: Int64 { .min / 4 }

  /// Starts before the first stop; `step` is the difference of the offset from a column to the next.
  init(_ stops: StopRange, step: Int64 = 0) {
    first = Int(stops.first)
    last = Int(stops.first) + max(Int(stops.count), 1) - 1
    isTranslucent = stops.isTranslucent
    stop = first
    self.step = step
  }

  /// The colour at an offset in Q32; beyond the ends it is that of the end.
  mutating func color(at offset: Int64, of scene: borrowing Scene) -> ColorWord {
    if !holds(offset) { seek(offset, scene) }
    return color(at: offset)
  }

  /// The colour at an offset in the interval.
  func color(at offset: Int64) -> ColorWord {
    interval.color(at: offset)
  }

  /// The interval that contains an offset.
  @inline(never)
  mutating func interval(at offset: Int64, of scene: borrowing Scene) -> GradientInterval {
    seek(offset, scene)
    return interval
  }

  /// The current interval.
  var interval: GradientInterval {
    get {
      GradientInterval(
        start: start, length: UInt64(bitPattern: end &- start), inverse: inverse,
        colors: ColorMix(translucent: from, to))
    }
  }

  /// Whether the interval contains an offset.
  func holds(_ offset: Int64) -> Bool { offset >= start && offset < end }

  /// Finds the interval that contains an offset; returns for how many columns it continues from there.
  ///
  /// The offset must change from column to column.
  mutating func begin(at offset: Int64, of scene: borrowing Scene) -> Int {
    if !holds(offset) {
      if !advance(to: offset, scene) { seek(offset, scene) }
    }
    // The distance from this offset to the interval's end, as an unsigned number: the ends may be far apart.
    let rest = UInt64(bitPattern: step > 0 ? end &- 1 &- offset : offset &- start)
    // One more still fits an `Int` of 32 bits.
    return Int(truncatingIfNeeded: min(rest / step.magnitude, UInt64(Int32.max) - 1)) &+ 1
  }

  /// Whether the interval has a ramp: it is at least as long as a column's step.
  ///
  /// This, and not the number of columns, decides how its colours are computed.
  var hasRamp: Bool { from == to || step.magnitude <= (end &- start).magnitude }

  /// The colours of the interval along a row, from a column on; `origin` is the offset at column 0.
  ///
  /// For blue, green and red it returns the low 32 bits in Q16, then `alpha`, and the steps of all.
  ///
  /// A column's colour never depends on where a run begins: it is counted from column 0, where the numbers
  /// may have any value. The rounding of the step, 2⁻¹⁷ of a level, adds up to at most 1/8 of a level in 2¹⁴
  /// columns. Half a level is added so that truncation rounds; so between fractions 0 and 1 no channel leaves
  /// its range.
  func channels(
    from origin: Int64, at column: Int, alpha: UInt32
  ) -> (first: SIMD4<UInt32>, step: SIMD4<UInt32>) {
    let first = normalized(origin &- start)
    let blue = channel(from.bits, to.bits, first, column)
    let green = channel(from.bits &>> 16, to.bits &>> 16, first, column)
    let red = channel(from.bits &>> 32, to.bits &>> 32, first, column)
    return (
      SIMD4(blue.first, green.first, red.first, alpha &* 0x101_0000),
      SIMD4(blue.step, green.step, red.step, 0)
    )
  }

  /// The transparency and its step, as the channels of `channels`.
  func transparency(from origin: Int64, at column: Int) -> (first: UInt32, step: UInt32) {
    channel(from.bits &>> 48, to.bits &>> 48, normalized(origin &- start), column)
  }

  /// A channel in Q16 and its step, at a column that is counted from the column with the fraction `first`.
  private func channel(
    _ from: UInt64, _ to: UInt64, _ first: Int64, _ column: Int
  ) -> (first: UInt32, step: UInt32) {
    let start = Int64(bitPattern: from & 0xFFFF)
    let delta = Int64(bitPattern: to & 0xFFFF) &- start
    // Half a level, 2³¹ here, and half of the bits that are cut off.
    let begin = (start &<< 32 &+ delta &* first &+ (1 << 31 + 1 << 15)) &>> 16
    let step = (delta &* normalizedStep &+ 1 << 15) &>> 16
    return (
      UInt32(truncatingIfNeeded: begin &+ step &* Int64(column)), UInt32(truncatingIfNeeded: step)
    )
  }

  /// A distance as a fraction of the interval, Q32: within 2⁻²⁸ of 1 for distances of up to 2²⁸ intervals.
  private func normalized(_ distance: Int64) -> Int64 {
    let product = distance.multipliedFullWidth(by: inverse)
    return product.high &<< 34 &+ Int64(product.low &>> 30)
  }

  /// Goes to the next interval; false where it does not contain an offset.
  private mutating func advance(to offset: Int64, _ scene: borrowing Scene) -> Bool {
    if offset < end || start == GradientCursor.beforeAll || stop + 2 > last { return false }
    let next = scene.stops[stop + 2]
    if offset >= next.offset.raw { return false }
    stop += 1
    (from, to) = (to, word(of: next))
    begin(end, next.offset.raw)
    return true
  }

  /// Finds the interval that contains an offset; of several stops at one offset the last one begins it.
  @inline(never)
  private mutating func seek(_ offset: Int64, _ scene: borrowing Scene) {
    while stop > first && offset < scene.stops[stop].offset.raw { stop -= 1 }
    while stop < last && offset >= scene.stops[stop + 1].offset.raw { stop += 1 }
    let here = scene.stops[stop]
    from = word(of: here)
    if offset < here.offset.raw {
      // Before the first stop.
      (start, end, to) = (GradientCursor.beforeAll, here.offset.raw, from)
    } else if stop == last {
      (start, end, to) = (here.offset.raw, .max, from)
    } else {
      let next = scene.stops[stop + 1]
      to = word(of: next)
      begin(here.offset.raw, next.offset.raw)
    }
  }

  /// A stop's colour, with its transparency in the bits above: 0 for an opaque stop.
  private func word(of stop: GradientStop) -> ColorWord {
    ColorWord(bits: stop.bits)
  }

  /// Sets an interval in which the colour may change.
  private mutating func begin(_ start: Int64, _ end: Int64) {
    (self.start, self.end) = (start, end)
    // Many intervals have the same length as the previous interval.
    let length = end &- start
    if length == inverseLength { return }
    (inverseLength, inverse) = (length, (1 << 62) / length)
    normalizedStep = normalized(step)
  }
}

/// An interval between two stops, for colours of many offsets.
struct GradientInterval {
  let start: Int64
  let length: UInt64
  /// 2⁶² divided by the length, if its colours differ.
  let inverse: Int64
  let colors: ColorMix

  /// Whether it contains an offset.
  func holds(_ offset: Int64) -> Bool { UInt64(bitPattern: offset &- start) < length }

  /// The colour at one of its offsets.
  func color(at offset: Int64) -> ColorWord {
    // Between 0 and 1, or any value where the colours are equal.
    let product = (offset &- start).multipliedFullWidth(by: inverse)
    return colors.color(UInt64(bitPattern: product.high) &<< 18 | product.low.magnitude &>> 46)
  }
}
