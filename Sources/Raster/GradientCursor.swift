import FixedPoint

/// Reads the colours of a list of stops at rising or falling offsets, most cheaply at near ones.
struct GradientCursor: BitwiseCopyable {
  private let first: Int
  private let last: Int
  /// How far the offset goes from a column to the next one, and columns per offset in Q30.
  private let step: Int64
  private let columnsPerOffset: Int64

  /// The interval begins at this stop.
  private var stop: Int
  private var start: Int64 = 0
  private var end: Int64 = -1
  /// 2⁶² divided by a length in Q32, that of the interval if the colour changes in it; and the one
  /// before of another length, since even stops' intervals are of two lengths, by rounding.
  private var inverse: Int64 = 0
  private var inverseLength: Int64 = 0
  private var otherInverse: Int64 = 0
  private var otherLength: Int64 = 0
  private var from = ColorWord(bits: 0)
  private var to = ColorWord(bits: 0)

  /// Begins before the first stop; `step` is how far the offset goes from a column to the next.
  init(_ stops: StopRange, step: Int64 = 0) {
    first = Int(stops.first)
    last = Int(stops.first) + max(Int(stops.count), 1) - 1
    stop = first
    self.step = step
    columnsPerOffset = step == 0 ? 0 : (1 << 62) / step
  }

  /// The colour at an offset in Q32; the ends' colours hold beyond them.
  @inline(__always)
  mutating func color(at offset: Int64, of scene: borrowing Scene) -> ColorWord {
    if offset < start || offset >= end { seek(offset, scene) }
    let part = parts(offset &- start) >> 16
    return from.covered(by: to, UInt32(truncatingIfNeeded: min(max(part, 0), 65536)))
  }

  /// Finds the interval that an offset belongs to; returns how many columns it goes on from there.
  @inline(__always)
  mutating func begin(at place: Int64, of scene: borrowing Scene) -> Int {
    if place < start || place >= end { seek(place, scene) }
    if step == 0 || (step > 0 && end == .max) || (step < 0 && start == .min / 4) { return .max }
    // Nearly the quotient, from the reciprocal; then exactly, since colours must not depend on it.
    let way = step > 0 ? end &- 1 &- place : start &- place
    let product = way.multipliedFullWidth(by: columnsPerOffset)
    var count = max(product.high << 2 | Int64(bitPattern: UInt64(product.low) >> 62), 0)
    while step > 0 ? place &+ step &* count < end : place &+ step &* count >= start { count += 1 }
    return Int(count)
  }

  /// Whether the interval has a ramp: it does not pass between two columns.
  ///
  /// That, and not how many columns are wanted of it, decides how its colours are found.
  var hasRamp: Bool { from == to || step.magnitude <= (end &- start).magnitude }

  /// The colours of the interval along a row, whose offset at column 0 is `origin`.
  @inline(__always)
  func ramp(from origin: Int64) -> ColorRamp {
    if from == to { return ColorRamp(from) }
    return ColorRamp(from, to, first: parts(origin &- start), step: parts(step))
  }

  /// A way as a part of the interval, Q32: within 2⁻²⁸ of 1 for ways of up to 2²⁸ intervals.
  @inline(__always)
  private func parts(_ way: Int64) -> Int64 {
    let product = way.multipliedFullWidth(by: inverse)
    return product.high << 34 | Int64(bitPattern: UInt64(product.low) >> 30)
  }

  /// Finds the interval that an offset belongs to; of stops at one place the last one begins it.
  private mutating func seek(_ offset: Int64, _ scene: borrowing Scene) {
    while stop > first && offset < scene.stops[stop].offset.raw { stop -= 1 }
    while stop < last && offset >= scene.stops[stop + 1].offset.raw { stop += 1 }
    let here = scene.stops[stop]
    from = ColorWord(here.color)
    if offset < here.offset.raw {
      // Before the first stop.
      (start, end, to) = (.min / 4, here.offset.raw, from)
    } else if stop == last {
      (start, end, to) = (here.offset.raw, .max, from)
    } else {
      let next = scene.stops[stop + 1]
      (start, end, to) = (here.offset.raw, next.offset.raw, ColorWord(next.color))
      // Most intervals are as long as one before.
      let length = end - start
      if length != inverseLength {
        swap(&inverseLength, &otherLength)
        swap(&inverse, &otherInverse)
        if length != inverseLength { (inverseLength, inverse) = (length, (1 << 62) / length) }
      }
    }
  }
}
