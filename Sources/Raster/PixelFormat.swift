/// How a pixel is stored: a compile-time choice of the innermost loops.
///
/// A format says how many bits its channels have and how they are packed; how colours are brought to
/// so many bits is the same for all, for one pixel and for eight at once.
package protocol PixelFormat {
  /// What one pixel is in memory.
  associatedtype Pixel: BitwiseCopyable & Equatable

  /// Eight neighbouring pixels in memory, without gaps.
  associatedtype Block: BitwiseCopyable

  /// The name of the format.
  static var code: FourCC { get }

  /// How many bits red and blue have, at most 10.
  static var bits: UInt16 { get }

  /// How many bits green has, at most 10.
  static var greenBits: UInt16 { get }

  /// Packs channels that have their bits already.
  static func packed(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> Pixel

  /// Packs the channels of eight pixels.
  static func packed(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
  ) -> Block

  /// The byte that all bytes of a pixel are equal to, if they are.
  static func byte(of pixel: Pixel) -> UInt8?
}

extension PixelFormat {
  package static var greenBits: UInt16 { bits }

  /// The stored form of a colour, each channel to nearest.
  @inline(__always)
  package static func pixel(of color: Color) -> Pixel {
    packed(
      nearest(color.red, bits), nearest(color.green, greenBits), nearest(color.blue, bits))
  }

  /// The stored form of a colour in a word.
  @inline(__always)
  static func pixel(of color: ColorWord) -> Pixel { pixel(of: color.color) }

  /// The stored form of eight colours, each channel to nearest.
  @inline(__always)
  package static func block(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>
  ) -> Block {
    packed(nearest(red, bits), nearest(green, greenBits), nearest(blue, bits))
  }
}

extension PixelFormat where Pixel: FixedWidthInteger {
  package static func byte(of pixel: Pixel) -> UInt8? {
    let byte = UInt8(truncatingIfNeeded: pixel)
    return pixel == Pixel(byte) &* (Pixel.max / 255) ? byte : nil
  }
}

/// A channel of 16 bits in fewer, to nearest: exact for all values.
///
/// The number to be cut off, x/65535, is x/65536 · (1 + 1/65536) rounded up.
@inline(__always)
private func nearest(_ channel: UInt16, _ bits: UInt16) -> UInt16 {
  let product = UInt32(channel) &* (1 << UInt32(bits) &- 1) &+ 32767
  return UInt16(truncatingIfNeeded: (product &+ product >> 16 &+ 1) >> 16)
}

/// Eight channels of 16 bits in fewer, to nearest, likewise.
///
/// 8 bits can do within 16: v/257 to nearest is w/257 cut off, with w = v + 128, which up to 65535
/// is (w - w/256)/256, both cut off.
@inline(__always)
private func nearest(_ channels: SIMD8<UInt16>, _ bits: UInt16) -> SIMD8<UInt16> {
  if bits == 8 {
    let most = SIMD8<UInt16>(repeating: 65407)
    let sums = channels.replacing(with: most, where: channels .> most) &+ 128
    return (sums &- sums &>> 8) &>> 8
  }
  let products =
    SIMD8<UInt32>(truncatingIfNeeded: channels) &* (1 << UInt32(bits) - 1) &+ 32767
  return SIMD8<UInt16>(truncatingIfNeeded: (products &+ products &>> 16 &+ 1) &>> 16)
}
