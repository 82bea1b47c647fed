// SPDX-License-Identifier: Apache-2.0

import DisplayList

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

  /// Blends a colour ramp over pixels, with an opacity in Q16; the channels and their steps are in Q16, blue
  /// first.
  mutating func blend(
    _ range: Range<Int>, _ first: SIMD4<UInt32>, _ step: SIMD4<UInt32>, _ alpha: UInt32
  ) {
    var span = mutableSpan(range)
    var channels = first
    for index in 0..<span.count {
      // A colour consists of its channels, blue in the lowest bits: all targets are little-endian.
      let halves = SIMD4<UInt16>(truncatingIfNeeded: channels &>> 16)
      let color = ColorWord(bits: unsafe unsafeBitCast(halves, to: UInt64.self))
      channels = channels &+ step
      span[index] = alpha >= 65536 ? color : span[index].covered(by: color, alpha)
    }
  }
}
