// SPDX-License-Identifier: Apache-2.0

/// Adjacent pixels of the row being composited with one colour, or in one buffer.
///
/// A row's spans follow each other without a gap: each begins where the previous one ends.
struct CompositedSpan: BitwiseCopyable {
  /// The first column beyond it.
  var end: Int
  /// The colour of all its pixels, with flags above it: spans with the same bits are more of the
  /// same, which one comparison decides.
  let bits: UInt64

  @inline(__always)
  init(upTo end: Int, bits: UInt64) {
    (self.end, self.bits) = (end, bits)
  }

  /// The colours come from a gradient, so that dithering applies.
  @inline(__always)
  static var gradient: UInt64 { 1 << 48 }

  /// Each pixel has its own colour, in the line buffer.
  @inline(__always)
  static var composited: UInt64 { 1 << 49 }

  /// The pixels are in the compositor's `finished`, in their stored form; nothing may be composited over them.
  @inline(__always)
  static var finished: UInt64 { 1 << 50 }

  /// Whether each pixel has its own colour, in the line buffer.
  var isComposited: Bool { bits & CompositedSpan.composited != 0 }

  /// Whether its colours come from a gradient.
  var isGradient: Bool { bits & CompositedSpan.gradient != 0 }

  /// The colour of all its pixels, if they have one.
  var color: ColorWord { ColorWord(bits: bits & ColorWord.mask) }
}

/// A list of spans under construction, left to right.
struct CompositedSpanList: ~Copyable, ~Escapable {
  private var compositedSpans: MutableSpan<CompositedSpan>
  /// The number stored, and the last one, which may still grow.
  private var count: Int
  private var last: CompositedSpan

  /// Continues a list of `count` spans.
  @_lifetime(copy compositedSpans)
  @inline(__always)
  init(_ compositedSpans: consuming MutableSpan<CompositedSpan>, _ count: Int) {
    let last = count > 0 ? compositedSpans[count - 1] : CompositedSpan(upTo: 0, bits: .max)
    self.compositedSpans = compositedSpans
    self.last = last
    self.count = max(count - 1, 0)
  }

  /// Adds pixels up to a column; if they are more of the same, the last span grows.
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

  /// Ends the list; returns the number of spans.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func finish() -> Int {
    if last.bits == .max { return 0 }
    compositedSpans[count] = last
    return count &+ 1
  }
}
