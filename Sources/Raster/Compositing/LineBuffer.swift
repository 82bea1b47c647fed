// SPDX-License-Identifier: Apache-2.0

/// The pixels of one row while it is composited.
///
/// It stays in the L1 cache; the frame itself is only written, once the row is complete.
typealias LineBuffer = RigidArray<ColorWord>

extension LineBuffer {
  @inline(never)
  init(pixelCapacity: Int) {
    self.init(capacity: pixelCapacity, initial: ColorWord(bits: 0))
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

  /// Sets pixels to a colour.
  @inline(never)
  mutating func fill(_ range: Range<Int>, _ color: ColorWord) {
    var span = mutableSpan(range)
    for index in 0..<span.count { span[index] = color }
  }

  /// Blends a colour over pixels, with an opacity in Q16.
  mutating func blend(_ range: Range<Int>, _ color: ColorWord, _ alpha: UInt32) {
    if alpha >= 65536 { return fill(range, color) }
    var span = mutableSpan(range)
    for index in 0..<span.count { span[index] = span[index].covered(by: color, alpha) }
  }

  /// Blends a colour over a pixel, with an opacity in Q16.
  @inline(__always)
  mutating func blend(_ index: Int, _ color: ColorWord, _ alpha: UInt32) {
    self[index] = alpha >= 65536 ? color : self[index].covered(by: color, alpha)
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
      let target = unsafe UnsafeMutableRawPointer(pointer(to: limit))
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
        self[column] = ramp.color(column)
        column &+= 1
      }
    } else {
      while column < range.upperBound {
        self[column] = self[column].covered(by: ramp.color(column), alpha)
        column &+= 1
      }
    }
  }
}
