// SPDX-License-Identifier: Apache-2.0

/// How a frame's pixels are stored: the formats that can be drawn, with their DRM fourcc codes.
///
/// A pixel's bytes are in memory from the lowest bits up. Corresponds to `drm_fourcc.h`.
package enum PixelFormat: UInt32, Equatable, BitwiseCopyable, Sendable {
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

  /// Looks a format up by its fourcc, such as "XR24"; nil where it cannot be drawn.
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
