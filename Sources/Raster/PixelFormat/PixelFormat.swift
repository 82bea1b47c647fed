// SPDX-License-Identifier: Apache-2.0

package import DisplayList

/// The pixel formats that can be drawn, with their DRM fourcc codes.
///
/// A pixel's bytes are in memory from the lowest bits up. Corresponds to `drm_fourcc.h`.
public enum PixelFormat: UInt32, Equatable, BitwiseCopyable, Sendable {
  /// 32 bits: zero, red, green, blue of 8 bits each, from the top.
  case xrgb8888 = 0x3432_5258
  /// 32 bits: zero, blue, green, red of 8 bits each, from the top.
  case xbgr8888 = 0x3432_4258
  /// 32 bits: alpha, red, green, blue of 8 bits each, from the top; the alpha is always 255.
  case argb8888 = 0x3432_5241
  /// 16 bits: red of 5, green of 6, blue of 5, from the top.
  case rgb565 = 0x3631_4752
  /// 32 bits: two zeros, then red, green, blue of 10 bits each, from the top.
  case xrgb2101010 = 0x3033_5258
  /// 24 bits: red, green, blue of 8 bits each, from the top.
  case rgb888 = 0x3432_4752

  /// The format of a fourcc such as "XR24"; nil where it cannot be drawn.
  package init?(fourCC name: Span<UInt8>) {
    if name.count != 4 { return nil }
    self.init(
      rawValue: UInt32(name[0]) | UInt32(name[1]) << 8 | UInt32(name[2]) << 16
        | UInt32(name[3]) << 24)
  }

  /// How many bytes a pixel takes in memory.
  package var bytesPerPixel: Int {
    switch self {
    case .xrgb8888, .xbgr8888, .argb8888, .xrgb2101010: 4
    case .rgb888: 3
    case .rgb565: 2
    }
  }
}

extension PixelFormat {
  /// The stored form of a colour, in the lowest bits; each channel is rounded to nearest, or by another
  /// bias below 65535.
  package func pixel(of color: Color, _ bias: UInt16 = RoundingBias.half) -> UInt32 {
    pixels(
      of: SIMD8(repeating: color.red), SIMD8(repeating: color.green), SIMD8(repeating: color.blue),
      RoundingBias(values: SIMD8(repeating: bias)))[0]
  }

  /// The stored forms of eight colours.
  ///
  /// Never inlined: it has few callers and is long.
  @inline(never)
  package func pixels(
    of red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>, _ bias: RoundingBias
  ) -> SIMD8<UInt32> {
    let (bits, greenBits) = channelBits
    let red = rounded(red, bits, bias.values)
    let green = rounded(green, greenBits, bias.values)
    let blue = rounded(blue, bits, bias.values)
    switch self {
    case .xrgb8888, .rgb888: return red &<< 16 | green &<< 8 | blue
    case .xbgr8888: return blue &<< 16 | green &<< 8 | red
    case .argb8888: return red &<< 16 | green &<< 8 | blue | 0xFF00_0000
    case .rgb565: return red &<< 11 | green &<< 5 | blue
    case .xrgb2101010: return red &<< 20 | green &<< 10 | blue
    }
  }

  /// The number of bits of red and blue, and of green.
  private var channelBits: (ends: UInt32, green: UInt32) {
    switch self {
    case .xrgb8888, .xbgr8888, .argb8888, .rgb888: (8, 8)
    case .rgb565: (5, 6)
    case .xrgb2101010: (10, 10)
    }
  }

  /// Whether a pixel has four bytes with the channels in a colour's order.
  var hasColorOrder: Bool { self == .xrgb8888 || self == .argb8888 }
}

/// Converts eight channels of 16 bits to fewer bits; with half a step as the bias to nearest, exactly for
/// all values.
///
/// For 8 bits: w/257 truncated, where w is the channel with the bias (to nearest 128), is (w -
/// w/256)/256, both truncated, for all w up to 65535, where the sum saturates. Other depths do not divide
/// 65535: there x/65535 truncated is x/65536 · (1 + 1/65536), rounded up.
private func rounded(
  _ channels: SIMD8<UInt16>, _ bits: UInt32, _ bias: SIMD8<UInt16>
) -> SIMD8<UInt32> {
  let (values, biases) = (
    SIMD8<UInt32>(truncatingIfNeeded: channels), SIMD8<UInt32>(truncatingIfNeeded: bias)
  )
  if bits == 8 {
    let sums = values &+ (biases &+ 1) &>> 8
    let whole = sums.replacing(with: 65535, where: sums .> 65535)
    return (whole &- whole &>> 8) &>> 8
  }
  let products = values &* (1 &<< bits &- 1) &+ biases
  return (products &+ products &>> 16 &+ 1) &>> 16
}
