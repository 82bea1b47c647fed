// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Theme

/// The lightness of colours (WCAG 2.1), in whole numbers.
enum Contrast {
  /// The luminance of white.
  static let white = 10_000 * linear(65535)
  /// Above this luminance of 0.185, dark text is easier to read than light text; the same limit as in
  /// the daemon.
  static let middle = white * 185 / 1000

  /// The relative luminance, `white` for white.
  static func luminance(of color: StraightColor) -> UInt64 {
    2126 * linear(color.red) + 7152 * linear(color.green) + 722 * linear(color.blue)
  }

  /// The mean luminance of some colours.
  static func luminance(of colors: [StraightColor]) -> UInt64 {
    colors.reduce(0) { $0 + luminance(of: $1) } / UInt64(max(colors.count, 1))
  }

  /// Nearly black or nearly white, whichever is easier to read on a luminance.
  static func textColor(on luminance: UInt64) -> StraightColor {
    StraightColor(hex: luminance > middle ? 0x14161AFF : 0xF2F4F7FF)
  }

  /// The contrast of a colour to a luminance as text, if it is hard to read; else nil.
  static func warning(_ color: StraightColor, on luminance: UInt64) -> String? {
    let tenths = ratioInTenths(luminance, Self.luminance(of: color))
    return tenths >= 30
      ? nil : "is \(tenths / 10).\(tenths % 10):1, and less than 3:1 is hard to read"
  }

  /// The contrast ratio of two luminances (WCAG 2.1), in tenths.
  static func ratioInTenths(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let flare = white / 20
    return 10 * (max(a, b) + flare) / (min(a, b) + flare)
  }

  /// A channel's linear light: 0.7·x² + 0.3·x³ approximates sRGB's curve within 0.01.
  private static func linear(_ channel: UInt16) -> UInt64 {
    let x = UInt64(channel >> 8)
    return x * x * (7 * 255 + 3 * x)
  }
}

/// The axis of a gradient in some direction.
enum BackgroundAxis {
  /// Four numbers in Q16.16, in fractions of the box, so that the corners have the ends' colours.
  ///
  /// The angle is in Q16.16 degrees, clockwise, 0 to the right.
  static func of(_ angle: Int32) -> [Int32] {
    let direction = Angle.degrees(Fixed(raw: Int64(angle) << 16))
    // From fractions of 1 << 30 to Q16.16, to nearest.
    let x = (Int64(direction.cosine.raw) + 8192) >> 14
    let y = (Int64(direction.sine.raw) + 8192) >> 14
    let half = x.magnitude + y.magnitude
    let (dx, dy) = (x * Int64(half) / 131072, y * Int64(half) / 131072)
    return [32768 - dx, 32768 - dy, 32768 + dx, 32768 + dy].map { Int32($0) }
  }
}
