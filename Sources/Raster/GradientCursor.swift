import FixedPoint

/// Reads the colours of a list of stops at rising or falling offsets, most cheaply at near ones.
struct GradientCursor: BitwiseCopyable {
  private let first: Int
  private let last: Int
  /// The interval begins at this stop.
  private var stop: Int
  private var start: Int64 = 0
  private var end: Int64 = -1
  /// 2⁴⁸ divided by the interval's length in Q32.
  private var inverse: Int64 = 0
  private var from = Color.black
  private var to = Color.black

  init(_ stops: StopRange) {
    first = Int(stops.first)
    last = Int(stops.first) + max(Int(stops.count), 1) - 1
    stop = first
  }

  /// The colour at an offset in Q32; the ends' colours hold beyond them.
  @inline(__always)
  mutating func color(at offset: Int64, of scene: borrowing Scene) -> Color {
    if offset < start || offset >= end { seek(offset, scene) }
    let part = min(max(((offset &- start) &* inverse) >> 32, 0), 65536)
    return Color(
      red: interpolated(from.red, to.red, part), green: interpolated(from.green, to.green, part),
      blue: interpolated(from.blue, to.blue, part))
  }

  /// The colours of the interval that an offset belongs to, along a row.
  ///
  /// `offset` is the row's. Nil where the interval passes in less than a pixel.
  mutating func ramp(
    at place: Int64, along offset: DeviceLine, row: Int, of scene: borrowing Scene
  ) -> ColorRamp? {
    if place < start || place >= end { seek(place, scene) }
    if inverse == 0 { return ColorRamp(from) }
    let length = end - start
    let step = limitedQuotient(offset.step, length)
    if step.magnitude > 1 << 32 { return nil }
    let first = limitedQuotient(limited(offset.value(0, row) - start), length)
    return ColorRamp(from, to, first: first, step: step)
  }

  /// How many pixels the interval goes on for from a place in it, in steps of the offset.
  func pixelCount(from place: Int64, step: Int64) -> Int {
    if step == 0 || (step > 0 && end == .max) || (step < 0 && start == .min / 4) { return .max }
    return step > 0
      ? Int((end - place + step - 1) / step) : Int((place - start) / -step) + 1
  }

  /// Finds the interval that an offset belongs to; of stops at one place the last one begins it.
  private mutating func seek(_ offset: Int64, _ scene: borrowing Scene) {
    while stop > first && offset < scene.stops[stop].offset.raw { stop -= 1 }
    while stop < last && offset >= scene.stops[stop + 1].offset.raw { stop += 1 }
    let here = scene.stops[stop]
    from = here.color
    if offset < here.offset.raw {
      // Before the first stop.
      (start, end, inverse, to) = (.min / 4, here.offset.raw, 0, from)
    } else if stop == last {
      (start, end, inverse, to) = (here.offset.raw, .max, 0, from)
    } else {
      let next = scene.stops[stop + 1]
      (start, end, to) = (here.offset.raw, next.offset.raw, next.color)
      inverse = (1 << 48) / (end - start)
    }
  }

  @inline(__always)
  private func interpolated(_ from: UInt16, _ to: UInt16, _ part: Int64) -> UInt16 {
    let way = (Int64(to) &- Int64(from)) &* part
    return UInt16(truncatingIfNeeded: Int64(from) &+ (way &+ 32768) >> 16)
  }
}

/// Colours that change linearly along a row, Q32 for each channel.
///
/// The colour of a column never depends on where a run begins: it is counted from column 0.
struct ColorRamp: BitwiseCopyable {
  private(set) var red: (first: Int64, step: Int64)
  private(set) var green: (first: Int64, step: Int64)
  private(set) var blue: (first: Int64, step: Int64)

  /// One colour.
  init(_ color: Color) {
    red = (Int64(color.red) << 32, 0)
    green = (Int64(color.green) << 32, 0)
    blue = (Int64(color.blue) << 32, 0)
  }

  /// From one colour at part 0 to another at part 1; column 0 has part `first` (Q32).
  ///
  /// With steps of at most 1 and 2¹⁴ columns the products are below 2⁶³, and the columns between
  /// part 0 and 1 are off by at most 1/8 of a 16-bit level: no rounding leaves the channel's range.
  init(_ from: Color, _ to: Color, first: Int64, step: Int64) {
    func channel(_ from: UInt16, _ to: UInt16) -> (first: Int64, step: Int64) {
      let way = Int64(to) - Int64(from)
      return (Int64(from) << 32 &+ way &* first, way &* step)
    }
    red = channel(from.red, to.red)
    green = channel(from.green, to.green)
    blue = channel(from.blue, to.blue)
  }
}
