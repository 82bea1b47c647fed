// SPDX-License-Identifier: Apache-2.0

/// Which pixels are dithered: gradients, where a display's steps would be visible as bands.
///
/// The direction of rounding depends only on a pixel's position, so a still image does not flicker.
/// Areas of one colour are never dithered, and neither are formats with more than 8 bits.
package enum Dithering: Equatable, BitwiseCopyable, Sendable {
  /// Only in formats with fewer than 8 bits per channel.
  case automatic
  /// Never.
  case off
  /// In all formats with up to 8 bits per channel.
  case on

  /// Whether a format's gradients are dithered.
  func applies(to format: PixelFormat) -> Bool {
    switch self {
    case .automatic: return format == .rgb565
    case .off: return false
    case .on: return format != .xrgb2101010
    }
  }
}

/// The offsets added to eight neighbouring channels before truncation; 65535 is one step.
package struct RoundingBias: BitwiseCopyable {
  package let values: SIMD8<UInt16>

  /// Half a step, which rounds to nearest.
  package static var half: UInt16 { 32767 }

  /// Half a step for all channels.
  package static var nearest: RoundingBias { RoundingBias(values: SIMD8(repeating: half)) }

  init(values: SIMD8<UInt16>) { self.values = values }

  /// Ordered dithering: each 8×8 pixels have all odd 128ths of a step.
  ///
  /// After B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures",
  /// 1973: the bits of x ⊕ y and y, the lowest first, alternate in the number from the highest bit
  /// down.
  package init(row: Int, from column: Int) {
    let x = SIMD8<UInt16>(0, 1, 2, 3, 4, 5, 6, 7) &+ UInt16(truncatingIfNeeded: column)
    let y = UInt16(truncatingIfNeeded: row)
    let a = x ^ y
    let upper = (a & 1) &<< 5 | (a & 2) &<< 2 | (a & 4) &>> 1
    let lower = (y & 1) << 4 | (y & 2) << 1 | (y & 4) >> 2
    values = (2 &* (upper | lower) &+ 1) &<< 9
  }
}
