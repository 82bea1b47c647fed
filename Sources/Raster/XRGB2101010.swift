/// 32 bits: 2 unused (zero), red, green, blue of 10, from the top; `DRM_FORMAT_XRGB2101010`.
package enum XRGB2101010: PixelFormat {
  package static var code: FourCC { .xr30 }
  package static var bits: UInt16 { 10 }

  @inline(__always)
  package static func packed(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt32 {
    UInt32(red) << 20 | UInt32(green) << 10 | UInt32(blue)
  }

  @inline(__always)
  package static func packed(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
  ) -> SIMD16<UInt16> {
    words(upper: red &<< 4 | green &>> 6, lower: green &<< 10 | blue)
  }
}
