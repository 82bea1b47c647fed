// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// An opaque sRGB colour as stored (non-linear), 16 bits for each channel, not premultiplied.
public struct Color: Equatable, BitwiseCopyable, Sendable {
  /// The red channel, 0 to 65535.
  package var red: UInt16
  /// The green channel, 0 to 65535.
  package var green: UInt16
  /// The blue channel, 0 to 65535.
  package var blue: UInt16

  /// Makes a colour from channels of 16 bits.
  package init(red: UInt16, green: UInt16, blue: UInt16) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Makes a colour from channels of 8 bits, written `0xRRGGBB`; the top 8 bits are ignored.
  public init(hex: UInt32) {
    // 257·255 = 65535: full stays full, and 8 bits come back unchanged.
    red = UInt16(hex >> 16 & 255) * 257
    green = UInt16(hex >> 8 & 255) * 257
    blue = UInt16(hex & 255) * 257
  }

  /// Black.
  package static var black: Color { Color(red: 0, green: 0, blue: 0) }

  /// White.
  package static var white: Color { Color(hex: 0xFFFFFF) }

  /// Interpolates linearly to another colour: `other` at 1; the fraction is clamped to 0 … 1.
  ///
  /// Each channel is rounded to nearest.
  @inline(__always)
  package func mixed(with other: Color, _ fraction: Fixed) -> Color {
    let k = fraction.clamped(to: 0...1)
    return Color(
      red: channel(red, other.red, k), green: channel(green, other.green, k),
      blue: channel(blue, other.blue, k))
  }

  @inline(__always)
  private func channel(_ from: UInt16, _ to: UInt16, _ fraction: Fixed) -> UInt16 {
    let distance = Int64(to) - Int64(from)
    // Between the two: the fraction is at most 1.
    return UInt16(truncatingIfNeeded: Int64(from) &+ (distance &* fraction.raw &+ 1 << 31) &>> 32)
  }
}

/// A colour in one machine word: 16 bits each for blue, green and red, from the bottom, and 0 above.
///
/// The form in which rows are composited: a pixel is loaded, blended, compared and stored whole.
package struct ColorWord: Equatable, BitwiseCopyable {
  var bits: UInt64

  @inline(__always)
  init(bits: UInt64) {
    self.bits = bits
  }

  @inline(__always)
  init(_ color: Color) {
    bits = UInt64(color.blue) | UInt64(color.green) << 16 | UInt64(color.red) << 32
  }

  /// The same colour with its channels apart.
  @inline(__always)
  var color: Color {
    Color(
      red: UInt16(truncatingIfNeeded: bits >> 32), green: UInt16(truncatingIfNeeded: bits >> 16),
      blue: UInt16(truncatingIfNeeded: bits))
  }

  /// The bits of a colour; others may be used for what goes with it.
  @inline(__always)
  static var mask: UInt64 { 0x0000_FFFF_FFFF_FFFF }

  /// The colour below another one that has an opacity, Q16 and at most 1; to nearest.
  ///
  /// Blue and red are mixed in one word: each product is at most 65535 · 65536, and with the half
  /// below 2³².
  @inline(__always)
  func covered(by other: ColorWord, _ alpha: UInt32) -> ColorWord {
    let (over, under) = (UInt64(alpha), 65536 &- UInt64(alpha))
    let ends: UInt64 = 0x0000_FFFF_0000_FFFF
    let half: UInt64 = 0x0000_8000_0000_8000
    let outer = (bits & ends) &* under &+ (other.bits & ends) &* over &+ half
    let inner = (bits &>> 16 & 0xFFFF) &* under &+ (other.bits &>> 16 & 0xFFFF) &* over &+ half
    return ColorWord(bits: outer &>> 16 & ends | inner & 0xFFFF_0000)
  }
}

/// Interpolates two colours by fractions from 0 to 1, bit-identical to `ColorWord.covered`; what is above the
/// first one's channels stays.
struct ColorMix {
  /// Blue and red, then green: the first colour in Q16 plus one half, and the delta to the second one.
  ///
  /// The sums never leave their halves of a word.
  private let outer: UInt64
  private let outerDelta: UInt64
  private let inner: UInt64
  private let innerDelta: UInt64

  @inline(__always)
  init(_ zero: ColorWord, _ one: ColorWord) {
    let ends: UInt64 = 0x0000_FFFF_0000_FFFF
    let (zero, one) = (zero.bits, one.bits)
    outer = (zero & ends) &<< 16 | 0x0000_8000_0000_8000
    outerDelta = (one & ends) &- (zero & ends)
    inner = zero & 0xFFFF_0000_FFFF_0000 | 0x8000
    innerDelta = (one &>> 16 & 0xFFFF) &- (zero &>> 16 & 0xFFFF)
  }

  /// The mixed colour for a fraction in Q16.
  @inline(__always)
  func color(_ fraction: UInt64) -> ColorWord {
    let ends = (outer &+ outerDelta &* fraction) &>> 16 & 0x0000_FFFF_0000_FFFF
    return ColorWord(bits: ends | (inner &+ innerDelta &* fraction) & 0xFFFF_0000_FFFF_0000)
  }
}
