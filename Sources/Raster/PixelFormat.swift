/// How a pixel is stored: a compile-time choice of the innermost loop.
public protocol PixelFormat {
  /// What one pixel is in memory.
  associatedtype Pixel: BitwiseCopyable

  /// The stored form of a colour of 16 bits per channel, each rounded to nearest.
  static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> Pixel
}

/// 32 bits: unused (zero), red, green, blue, from the top; `DRM_FORMAT_XRGB8888`.
public enum XRGB8888: PixelFormat {
  /// Packs three channels of 8 bits below 8 bits of zero.
  @inlinable
  public static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> UInt32 {
    eightBits(red) << 16 | eightBits(green) << 8 | eightBits(blue)
  }

  /// 255/65535 of a channel, to nearest: exact for all 65536 values, and without a division.
  @inlinable
  static func eightBits(_ channel: UInt16) -> UInt32 {
    (UInt32(channel) &* 255 &+ 32895) >> 16
  }
}
