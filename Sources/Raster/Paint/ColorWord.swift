// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// A colour in one machine word: 16 bits each for blue, green and red, from the bottom, and 0 above.
///
/// The form in which rows are composited: a pixel is loaded, blended, compared and stored whole.
package struct ColorWord: Equatable, BitwiseCopyable {
  var bits: UInt64

  init(bits: UInt64) {
    self.bits = bits
  }

  init(_ color: Color) {
    bits = UInt64(color.blue) | UInt64(color.green) << 16 | UInt64(color.red) << 32
  }

  /// The same colour with separate channels.
  var color: Color {
    Color(
      red: UInt16(truncatingIfNeeded: bits >> 32), green: UInt16(truncatingIfNeeded: bits >> 16),
      blue: UInt16(truncatingIfNeeded: bits))
  }

  /// The bits of a colour; the others may be used for flags.
  static var mask: UInt64 { 0x0000_FFFF_FFFF_FFFF }

  /// The colour below a second colour with an opacity, Q16 and at most 1; to nearest.
  ///
  /// Blue and red are mixed in one word: each product is at most 65535 · 65536, and with the half
  /// below 2³².
  func covered(by other: ColorWord, _ alpha: UInt32) -> ColorWord {
    let (over, under) = (UInt64(alpha), 65536 &- UInt64(alpha))
    let ends: UInt64 = 0x0000_FFFF_0000_FFFF
    let half: UInt64 = 0x0000_8000_0000_8000
    let outer = (bits & ends) &* under &+ (other.bits & ends) &* over &+ half
    let inner = (bits &>> 16 & 0xFFFF) &* under &+ (other.bits &>> 16 & 0xFFFF) &* over &+ half
    return ColorWord(bits: outer &>> 16 & ends | inner & 0xFFFF_0000)
  }
}

/// Interpolates two colours by fractions from 0 to 1, bit-identical to `ColorWord.covered`; the bits above
/// the first colour's channels are kept, or mixed as they are.
struct ColorMix {
  /// Blue and red, then green: the first colour in Q16 plus one half, and the difference of the second
  /// colour.
  ///
  /// The sums never leave their halves of a word.
  private let outer: UInt64
  private let outerDelta: UInt64
  private let inner: UInt64
  private let innerDelta: UInt64

  init(_ zero: ColorWord, _ one: ColorWord) {
    let ends: UInt64 = 0x0000_FFFF_0000_FFFF
    let (zero, one) = (zero.bits, one.bits)
    outer = (zero & ends) &<< 16 | 0x0000_8000_0000_8000
    outerDelta = (one & ends) &- (zero & ends)
    inner = zero & 0xFFFF_0000_FFFF_0000 | 0x8000
    innerDelta = (one &>> 16 & 0xFFFF) &- (zero &>> 16 & 0xFFFF)
  }

  /// Mixes the bits above the channels, too: the transparency of a gradient's colours.
  init(translucent zero: ColorWord, _ one: ColorWord) {
    let ends: UInt64 = 0x0000_FFFF_0000_FFFF
    let (zero, one) = (zero.bits, one.bits)
    outer = (zero & ends) &<< 16 | 0x0000_8000_0000_8000
    outerDelta = (one & ends) &- (zero & ends)
    inner = zero & 0xFFFF_0000_FFFF_0000 | 0x0000_8000_0000_8000
    innerDelta = (one &>> 16 & ends) &- (zero &>> 16 & ends)
  }

  /// The mixed colour for a fraction in Q16.
  func color(_ fraction: UInt64) -> ColorWord {
    let ends = (outer &+ outerDelta &* fraction) &>> 16 & 0x0000_FFFF_0000_FFFF
    return ColorWord(bits: ends | (inner &+ innerDelta &* fraction) & 0xFFFF_0000_FFFF_0000)
  }
}
