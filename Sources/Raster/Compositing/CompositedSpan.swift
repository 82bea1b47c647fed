/// Neighbouring pixels of the row that is being composed, of which the same is known.
///
/// A row's segments follow each other without a gap, so that each begins where the last one ends.
struct CompositedSpan: BitwiseCopyable {
  /// The first column beyond it.
  var end: Int
  /// The colour of all its pixels, and flags above it: segments with the same bits are more of the
  /// same, which one comparison decides.
  let bits: UInt64

  @inline(__always)
  init(upTo end: Int, bits: UInt64) {
    (self.end, self.bits) = (end, bits)
  }

  /// A gradient has to do with the colours, so that dithering makes them better.
  @inline(__always)
  static var gradient: UInt64 { 1 << 48 }

  /// Each pixel has its own colour, in the line buffer.
  @inline(__always)
  static var composited: UInt64 { 1 << 49 }

  /// Each pixel is there as it is to be stored, in the composer's `finished`; nothing may be laid over it.
  @inline(__always)
  static var finished: UInt64 { 1 << 50 }

  /// Whether each pixel has its own colour, in the line buffer.
  var isComposited: Bool { bits & CompositedSpan.composited != 0 }

  /// Whether a gradient has to do with its colours.
  var isGradient: Bool { bits & CompositedSpan.gradient != 0 }

  /// The colour of all its pixels, if they have one.
  var color: ColorWord { ColorWord(bits: bits & ColorWord.mask) }
}

/// A list of segments that is being written, left to right.
struct CompositedSpanList: ~Copyable, ~Escapable {
  private var compositedSpans: MutableSpan<CompositedSpan>
  /// How many are stored, and the last one, which may still grow.
  private var count: Int
  private var last: CompositedSpan

  /// Goes on with a list that has some segments already.
  @_lifetime(copy compositedSpans)
  @inline(__always)
  init(_ compositedSpans: consuming MutableSpan<CompositedSpan>, _ count: Int) {
    let last = count > 0 ? compositedSpans[count - 1] : CompositedSpan(upTo: 0, bits: .max)
    self.compositedSpans = compositedSpans
    self.last = last
    self.count = max(count - 1, 0)
  }

  /// Adds pixels up to a column; if they are more of the same, the last segment grows.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func append(upTo end: Int, _ bits: UInt64) {
    if bits != last.bits {
      if last.bits != .max {
        compositedSpans[count] = last
        count &+= 1
      }
      last = CompositedSpan(upTo: end, bits: bits)
    } else {
      last.end = end
    }
  }

  /// Ends the list; returns how many segments it has.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func finish() -> Int {
    if last.bits == .max { return 0 }
    compositedSpans[count] = last
    return count &+ 1
  }
}
