/// 16 bits: red of 5, green of 6, blue of 5, from the top; `DRM_FORMAT_RGB565`.
package enum RGB565: PixelFormat {
  package static var code: FourCC { .rg16 }
  package static var bits: UInt16 { 5 }
  package static var greenBits: UInt16 { 6 }

  @inline(__always)
  package static func packed(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt16 {
    red << 11 | green << 5 | blue
  }

  @inline(__always)
  package static func packed(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    red &<< 11 | green &<< 5 | blue
  }
}
