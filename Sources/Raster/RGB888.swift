/// 24 bits: red, green, blue, from the top; `DRM_FORMAT_RGB888`.
package enum RGB888: PixelFormat {
  /// Three bytes, lowest first.
  package struct Pixel: Equatable, BitwiseCopyable {
    let blue: UInt8
    let green: UInt8
    let red: UInt8
  }

  /// Eight pixels of three bytes, lowest first.
  package struct Block: Equatable, BitwiseCopyable {
    let first: UInt64
    let second: UInt64
    let third: UInt64
  }

  package static var code: FourCC { .rg24 }
  package static var bits: UInt16 { 8 }

  @inline(__always)
  package static func packed(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> Pixel {
    Pixel(
      blue: UInt8(truncatingIfNeeded: blue), green: UInt8(truncatingIfNeeded: green),
      red: UInt8(truncatingIfNeeded: red))
  }

  @inline(__always)
  package static func packed(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
  ) -> Block {
    func pixel(_ index: Int) -> UInt64 {
      UInt64(red[index]) << 16 | UInt64(green[index]) << 8 | UInt64(blue[index])
    }
    let (third, sixth) = (pixel(2), pixel(5))
    return Block(
      first: (pixel(0) | pixel(1) << 24 | third << 48).littleEndian,
      second: (third >> 16 | pixel(3) << 8 | pixel(4) << 32 | sixth << 56).littleEndian,
      third: (sixth >> 8 | pixel(6) << 16 | pixel(7) << 40).littleEndian)
  }

  package static func byte(of pixel: Pixel) -> UInt8? {
    pixel.red == pixel.green && pixel.green == pixel.blue ? pixel.red : nil
  }
}
