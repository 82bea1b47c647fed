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
    // 257·255 = 65535: full stays full, and 8 bits are restored unchanged.
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
  package func mixed(with other: Color, _ fraction: Fixed) -> Color {
    let k = fraction.clamped(to: 0...1)
    return Color(
      red: channel(red, other.red, k), green: channel(green, other.green, k),
      blue: channel(blue, other.blue, k))
  }

  private func channel(_ from: UInt16, _ to: UInt16, _ fraction: Fixed) -> UInt16 {
    let distance = Int64(to) - Int64(from)
    // Between the two: the fraction is at most 1.
    return UInt16(truncatingIfNeeded: Int64(from) &+ (distance &* fraction.raw &+ 1 << 31) &>> 32)
  }
}
