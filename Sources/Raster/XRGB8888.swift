/// 32 bits: unused (zero), red, green, blue, from the top; `DRM_FORMAT_XRGB8888`.
package enum XRGB8888: PixelFormat {
  package static var code: FourCC { .xr24 }
  package static var bits: UInt16 { 8 }

  @inline(__always)
  package static func packed(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt32 {
    UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  @inline(__always)
  package static func packed(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
  ) -> SIMD16<UInt16> {
    words(upper: red, lower: green &<< 8 | blue)
  }
}

/// 32 bits: unused (zero), blue, green, red, from the top; `DRM_FORMAT_XBGR8888`.
package enum XBGR8888: PixelFormat {
  package static var code: FourCC { .xb24 }
  package static var bits: UInt16 { 8 }

  @inline(__always)
  package static func packed(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt32 {
    XRGB8888.packed(blue, green, red)
  }

  @inline(__always)
  package static func packed(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
  ) -> SIMD16<UInt16> {
    XRGB8888.packed(blue, green, red)
  }
}

/// 32 bits: alpha (always full), red, green, blue, from the top; `DRM_FORMAT_ARGB8888`.
package enum ARGB8888: PixelFormat {
  package static var code: FourCC { .ar24 }
  package static var bits: UInt16 { 8 }

  @inline(__always)
  package static func packed(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt32 {
    XRGB8888.packed(red | 0xFF00, green, blue)
  }

  @inline(__always)
  package static func packed(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
  ) -> SIMD16<UInt16> {
    XRGB8888.packed(red | 0xFF00, green, blue)
  }
}

/// Eight words of 32 bits by their halves, in the order of memory.
@inline(__always)
func words(upper: SIMD8<UInt16>, lower: SIMD8<UInt16>) -> SIMD16<UInt16> {
  var words = SIMD16<UInt16>()
  words.evenHalf = lower
  words.oddHalf = upper
  return words
}
