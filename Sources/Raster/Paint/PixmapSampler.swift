// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// A pixmap in any transform, prepared for one: where it is sampled for each pixel of the output.
struct PixmapSampler: BitwiseCopyable {
  /// The pixmap's number.
  let pixmap: Int
  /// The position in the pixmap, from the centre of its first pixel.
  fileprivate let x, y: LinearInterpolant

  init(_ pixmap: Int, _ space: UserSpace) {
    self.pixmap = pixmap
    // Half a step of the weights, of which 256 are a pixel, so that positions are rounded to nearest.
    let offset = Fixed.half.raw - 1 << 23
    x = space.x.divided(by: space.size).minus(offset)
    y = space.y.divided(by: space.size).minus(offset)
  }
}

extension LineBuffer {
  /// Composites the pixels of a transformed pixmap over some columns, with an opacity in Q16.
  ///
  /// Each is interpolated bilinearly from four pixels, with weights of eight bits along each axis: exactly, and rounded
  /// once, to 16 bits a channel. At positions of whole pixels the result is that of `composite(_:from:_:)` to the bit.
  @_optimize(speed)
  mutating func composite(
    _ pixmap: Pixmap, _ sampler: PixmapSampler, _ columns: Range<Int>, row: Int, _ alpha: UInt32
  ) {
    var line = mutableSpan(columns)
    let (pixels, width) = (pixmap.words, pixmap.width)
    let (right, bottom) = (width &- 1, pixmap.height &- 1)
    let opacity = UInt64(Swift.min(alpha, 65536))
    // Each word has two channels, 32 bits apart.
    let pair: UInt64 = 0x0000_FFFF_0000_FFFF
    let half: UInt64 = 0x0000_8000_0000_8000
    var x = sampler.x.value(columns.lowerBound, row)
    var y = sampler.y.value(columns.lowerBound, row)
    for index in 0..<line.count {
      let (left, above) = (Int(truncatingIfNeeded: x &>> 32), Int(truncatingIfNeeded: y &>> 32))
      let across = UInt64(truncatingIfNeeded: x &>> 24) & 255
      let down = UInt64(truncatingIfNeeded: y &>> 24) & 255
      x &+= sampler.x.step
      y &+= sampler.y.step
      let x0 = Swift.min(Swift.max(left, 0), right)
      let x1 = Swift.min(Swift.max(left &+ 1, 0), right)
      let top = Swift.min(Swift.max(above, 0), bottom) &* width
      let below = Swift.min(Swift.max(above &+ 1, 0), bottom) &* width
      // Red, blue, green and alpha in 16 bits each: a sum of weights is 256.
      let upper =
        LineBuffer.spread(pixels[top &+ x0]) &* (256 &- across)
        &+ LineBuffer.spread(pixels[top &+ x1]) &* across
      let lower =
        LineBuffer.spread(pixels[below &+ x0]) &* (256 &- across)
        &+ LineBuffer.spread(pixels[below &+ x1]) &* across
      var redGreen = (upper & pair) &* (256 &- down) &+ (lower & pair) &* down
      var blueAlpha =
        (upper &>> 16 & pair) &* (256 &- down) &+ (lower &>> 16 & pair) &* down
      // A channel times 65536 becomes 16 bits.
      redGreen = (redGreen &* 257 &+ half) &>> 16 & pair
      blueAlpha = (blueAlpha &* 257 &+ half) &>> 16 & pair
      let share = blueAlpha &>> 32
      if share == 0 { continue }
      let outer = blueAlpha & 0xFFFF | redGreen &<< 32
      let green = redGreen &>> 32
      if share == 65535 && opacity == 65536 {
        line[index] = ColorWord(bits: outer | green &<< 16)
        continue
      }
      let under = line[index].bits
      let covered = (share &+ share &>> 15) &* opacity &+ 32768
      let rest = 65536 &- covered &>> 16
      let ends =
        (((outer & pair) &* opacity) &>> 16 & pair)
        &+ (((under & pair) &* rest &+ half) &>> 16 & pair)
      let middle =
        ((green &* opacity) &>> 16) &+ (((under &>> 16 & 0xFFFF) &* rest &+ 32768) &>> 16)
      line[index] = ColorWord(bits: ends | middle &<< 16)
    }
  }

  /// Red, blue, green and alpha of a pixel, 16 bits apart.
  private static func spread(_ pixel: UInt32) -> UInt64 {
    UInt64(pixel & 0x00FF_00FF) | UInt64(pixel & 0xFF00_FF00) &<< 24
  }
}
