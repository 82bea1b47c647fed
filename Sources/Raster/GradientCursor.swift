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
