// SPDX-License-Identifier: Apache-2.0

/// The pixels of one row while it is composited.
///
/// It stays in the L1 cache; the frame itself is only written, once the row is complete.
struct LineBuffer: ~Copyable {
  private var pixels: RigidArray<ColorWord>

  @inline(never)
  init(capacity: Int) {
    pixels = RigidArray(capacity: capacity, initial: ColorWord(bits: 0))
  }

  /// The number of pixels.
  var capacity: Int { pixels.capacity }

  /// Some of the pixels.
  @_lifetime(borrow self)
  func span(_ range: Range<Int>) -> Span<ColorWord> { pixels.span(range) }

  /// Some of the pixels, to be changed.
  @_lifetime(&self)
  mutating func mutableSpan(_ range: Range<Int>) -> MutableSpan<ColorWord> {
    pixels.mutableSpan(range)
  }

  /// The pixels' address; see `RigidArray`.
  @unsafe
  mutating func pointer(to count: Int) -> UnsafeMutablePointer<ColorWord> {
    unsafe pixels.pointer(to: count)
  }

  /// Likewise, read-only.
  @unsafe
  @inline(__always)
  func readPointer(to count: Int) -> UnsafePointer<ColorWord> {
    unsafe pixels.readPointer(to: count)
  }

  /// The red, green and blue channels of up to eight pixels.
  @inline(__always)
  static func block(
    of colors: Span<ColorWord>, at index: Int, _ count: Int
  ) -> (SIMD8<UInt16>, SIMD8<UInt16>, SIMD8<UInt16>) {
    var words = SIMD8<UInt64>()
    for lane in 0..<count { words[lane] = colors[index &+ lane].bits }
    return (
      SIMD8<UInt16>(truncatingIfNeeded: words &>> 32),
      SIMD8<UInt16>(truncatingIfNeeded: words &>> 16), SIMD8<UInt16>(truncatingIfNeeded: words)
    )
  }

  /// One pixel.
  subscript(index: Int) -> ColorWord {
    @inline(__always) get { pixels[index] }
    @inline(__always) set { pixels[index] = newValue }
  }

  /// Sets pixels to a colour.
  @inline(never)
  mutating func fill(_ range: Range<Int>, _ color: ColorWord) {
    var span = pixels.mutableSpan(range)
    for index in 0..<span.count { span[index] = color }
  }

  /// Blends a colour over pixels, with an opacity in Q16.
  mutating func blend(_ range: Range<Int>, _ color: ColorWord, _ alpha: UInt32) {
    if alpha >= 65536 { return fill(range, color) }
    var span = pixels.mutableSpan(range)
    for index in 0..<span.count { span[index] = span[index].covered(by: color, alpha) }
  }

  /// Blends a colour over a pixel, with an opacity in Q16.
  @inline(__always)
  mutating func blend(_ index: Int, _ color: ColorWord, _ alpha: UInt32) {
    pixels[index] = alpha >= 65536 ? color : pixels[index].covered(by: color, alpha)
  }

  /// Blends a colour ramp over pixels, with an opacity in Q16.
  ///
  /// What lies between them and `limit` must be about to be painted too: it may be changed, so that
  /// ramps need not end with single pixels.
  @inline(__always)
  mutating func blend(_ range: Range<Int>, upTo limit: Int, _ ramp: ColorRamp, _ alpha: UInt32) {
    precondition(range.lowerBound >= 0 && range.upperBound <= limit, "Not in the row.")
    var column = range.lowerBound
    if alpha >= 65536 {
      var fours = ramp.fours(from: column)
      let target = unsafe UnsafeMutableRawPointer(pixels.pointer(to: limit))
      let end = min(range.upperBound, limit &- 3)
      while column < end {
        let (first, second) = fours.next()
        // Before the limit, which was checked; a colour is nothing but its bits.
        unsafe target.storeBytes(
          of: first, toByteOffset: column &* 8, as: SIMD2<UInt64>.self)
        unsafe target.storeBytes(
          of: second, toByteOffset: column &* 8 &+ 16, as: SIMD2<UInt64>.self)
        column &+= 4
      }
      while column < range.upperBound {
        pixels[column] = ramp.color(column)
        column &+= 1
      }
    } else {
      while column < range.upperBound {
        pixels[column] = pixels[column].covered(by: ramp.color(column), alpha)
        column &+= 1
      }
    }
  }
}
