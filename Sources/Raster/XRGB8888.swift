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

  @_optimize(speed)
  package static func convert(_ colors: Span<ColorWord>, to target: UnsafeMutablePointer<UInt32>) {
    unsafe convertBytes(colors, to: target, alpha: 0)
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

  @_optimize(speed)
  package static func convert(_ colors: Span<ColorWord>, to target: UnsafeMutablePointer<UInt32>) {
    unsafe convertBytes(colors, to: target, alpha: 0xFF00_0000)
  }
}

/// Converts colours to bytes in the order blue, green, red, alpha: that of a colour's channels, so that
/// channels need not be taken apart.
///
/// 255/65535 of a channel to nearest is (v - (v + 128)/256 + 128)/256, both cut off, which never
/// leaves 16 bits (v + 128 could: the half of it is taken).
@inline(__always)
private func convertBytes(
  _ colors: Span<ColorWord>, to target: UnsafeMutablePointer<UInt32>, alpha: UInt32
) {
  var index = 0
  let count = colors.count
  unsafe colors.withUnsafeBytes { source in
    guard let base = source.baseAddress else { return }
    while index &+ 4 <= count {
      // Four colours, and four pixels, lie before the ends.
      let channels = unsafe base.loadUnaligned(
        fromByteOffset: index &* 8, as: SIMD16<UInt16>.self)
      let whole = (channels &>> 1 &+ 64) &>> 7
      let bytes = SIMD16<UInt8>(truncatingIfNeeded: (channels &- whole &+ 128) &>> 8)
      let pixels = unsafe unsafeBitCast(bytes, to: SIMD4<UInt32>.self) | alpha
      unsafe UnsafeMutableRawPointer(target + index).storeBytes(
        of: pixels, as: SIMD4<UInt32>.self)
      index &+= 4
    }
  }
  while index < count {
    let bits = colors[index].bits
    // Blue and red in halves of a word, green alone: w = v + 128, (w - w/256)/256.
    let outer = bits & 0x0000_FFFF_0000_FFFF &+ 0x0000_0080_0000_0080
    let inner = bits &>> 16 & 0xFFFF &+ 128
    let ends = (outer &- (outer &>> 8 & 0x0000_01FF_0000_01FF)) &>> 8
    let green = (inner &- inner &>> 8) & 0xFF00
    let pixel = UInt32(truncatingIfNeeded: ends &>> 16 & 0xFF_0000 | green | ends & 0xFF) | alpha
    // As above.
    unsafe target[index] = pixel
    index &+= 1
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
