/// How a pixel is stored: a compile-time choice of the innermost loop.
public protocol PixelFormat {
  /// What one pixel is in memory.
  associatedtype Pixel: BitwiseCopyable & Equatable

  /// The name of the format.
  static var code: FourCC { get }

  /// The stored form of a colour of 16 bits per channel, each rounded to nearest.
  static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> Pixel
}

extension PixelFormat {
  /// The stored form of a colour.
  public static func pixel(of color: Color) -> Pixel {
    pixel(red: color.red, green: color.green, blue: color.blue)
  }
}

/// 32 bits: unused (zero), red, green, blue, from the top; `DRM_FORMAT_XRGB8888`.
public enum XRGB8888: PixelFormat {
  /// The name of the format.
  public static var code: FourCC { .xr24 }

  /// Packs three channels of 8 bits below 8 bits of zero.
  @inlinable
  public static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> UInt32 {
    eightBits(red) << 16 | eightBits(green) << 8 | eightBits(blue)
  }
}

/// 32 bits: unused (zero), blue, green, red, from the top; `DRM_FORMAT_XBGR8888`.
public enum XBGR8888: PixelFormat {
  /// The name of the format.
  public static var code: FourCC { .xb24 }

  /// Packs three channels of 8 bits below 8 bits of zero.
  @inlinable
  public static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> UInt32 {
    XRGB8888.pixel(red: blue, green: green, blue: red)
  }
}

/// 32 bits: alpha (always full), red, green, blue, from the top; `DRM_FORMAT_ARGB8888`.
public enum ARGB8888: PixelFormat {
  /// The name of the format.
  public static var code: FourCC { .ar24 }

  /// Packs three channels of 8 bits below 8 bits of ones.
  @inlinable
  public static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> UInt32 {
    0xFF00_0000 | XRGB8888.pixel(red: red, green: green, blue: blue)
  }
}

/// 16 bits: red of 5, green of 6, blue of 5, from the top; `DRM_FORMAT_RGB565`.
public enum RGB565: PixelFormat {
  /// The name of the format.
  public static var code: FourCC { .rg16 }

  /// Packs channels of 5, 6 and 5 bits.
  @inlinable
  public static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> UInt16 {
    scaled(red, to: 31) << 11 | scaled(green, to: 63) << 5 | scaled(blue, to: 31)
  }
}

/// 32 bits: 2 unused (zero), red, green, blue of 10, from the top; `DRM_FORMAT_XRGB2101010`.
public enum XRGB2101010: PixelFormat {
  /// The name of the format.
  public static var code: FourCC { .xr30 }

  /// Packs three channels of 10 bits below 2 bits of zero.
  @inlinable
  public static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> UInt32 {
    UInt32(scaled(red, to: 1023)) << 20 | UInt32(scaled(green, to: 1023)) << 10
      | UInt32(scaled(blue, to: 1023))
  }
}

/// 24 bits: red, green, blue, from the top; `DRM_FORMAT_RGB888`.
public enum RGB888: PixelFormat {
  /// Three bytes in the order of memory.
  public struct Pixel: Equatable, BitwiseCopyable, Sendable {
    /// The lowest byte.
    public let blue: UInt8
    /// The middle byte.
    public let green: UInt8
    /// The highest byte.
    public let red: UInt8

    @inlinable
    init(red: UInt8, green: UInt8, blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  /// The name of the format.
  public static var code: FourCC { .rg24 }

  /// Takes three channels of 8 bits.
  @inlinable
  public static func pixel(red: UInt16, green: UInt16, blue: UInt16) -> Pixel {
    Pixel(
      red: UInt8(truncatingIfNeeded: eightBits(red)),
      green: UInt8(truncatingIfNeeded: eightBits(green)),
      blue: UInt8(truncatingIfNeeded: eightBits(blue)))
  }
}

/// 255/65535 of a channel, to nearest: exact for all 65536 values, and without a division.
@inlinable
func eightBits(_ channel: UInt16) -> UInt32 {
  (UInt32(channel) &* 255 &+ 32895) >> 16
}

/// `most`/65535 of a channel, to nearest: exact for all values and each `most` of up to 10 bits.
@inlinable
func scaled(_ channel: UInt16, to most: UInt32) -> UInt16 {
  // A division by 65535 of what is below 2³² - 2¹⁶: x/65536 · (1 + 1/65536), rounded.
  let product = UInt32(channel) &* most &+ 32767
  return UInt16(truncatingIfNeeded: (product &+ product >> 16 &+ 1) >> 16)
}
