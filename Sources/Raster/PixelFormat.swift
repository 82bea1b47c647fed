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

  /// Converts colours, each channel to nearest; `target` has room for as many pixels.
  static func convert(_ colors: Span<ColorWord>, to target: UnsafeMutablePointer<Pixel>)

  /// The byte that all bytes of a pixel are equal to, if they are.
  static func byte(of pixel: Pixel) -> UInt8?
}

extension PixelFormat {
  package static func convert(_ colors: Span<ColorWord>, to target: UnsafeMutablePointer<Pixel>) {
    for index in 0..<colors.count {
      // The caller has room for as many pixels.
      unsafe target[index] = pixel(of: colors[index])
    }
  }

  package static var greenBits: UInt16 { bits }

  /// The stored form of a colour, each channel to nearest or rounded by another bias below 65535.
  @inline(__always)
  package static func pixel(of color: Color, _ bias: UInt16 = RoundingBias.half) -> Pixel {
    packed(
      rounded(color.red, bits, bias), rounded(color.green, greenBits, bias),
      rounded(color.blue, bits, bias))
  }

  /// The stored form of a colour in a word.
  @inline(__always)
  static func pixel(of color: ColorWord, _ bias: UInt16 = RoundingBias.half) -> Pixel {
    pixel(of: color.color, bias)
  }

  /// The stored form of eight colours, each channel rounded as the bias says.
  @inline(__always)
  package static func block(
    _ red: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ blue: SIMD8<UInt16>,
    _ bias: RoundingBias = .nearest
  ) -> Block {
    packed(
      rounded(red, bits, bias.values), rounded(green, greenBits, bias.values),
      rounded(blue, bits, bias.values))
  }
}

extension PixelFormat where Pixel: FixedWidthInteger {
  package static func byte(of pixel: Pixel) -> UInt8? {
    let byte = UInt8(truncatingIfNeeded: pixel)
    return pixel == Pixel(byte) &* (Pixel.max / 255) ? byte : nil
  }
}

/// A channel of 16 bits in fewer; with half a step as its bias to nearest, exactly for all values.
///
/// 8 bits: w/257 cut off, where w is the channel with the bias (to nearest 128), is (w - w/256)/256,
/// both cut off, for all w up to 65535, where the sum ends. Other depths do not divide 65535: there
/// x/65535 cut off is x/65536 · (1 + 1/65536), rounded up.
@inline(__always)
private func rounded(_ channel: UInt16, _ bits: UInt16, _ bias: UInt16) -> UInt16 {
  if bits == 8 {
    let sum = min(UInt32(channel) &+ (UInt32(bias) &+ 1) >> 8, 65535)
    return UInt16(truncatingIfNeeded: (sum &- sum >> 8) >> 8)
  }
  let product = UInt32(channel) &* (1 << UInt32(bits) &- 1) &+ UInt32(bias)
  return UInt16(truncatingIfNeeded: (product &+ product >> 16 &+ 1) >> 16)
}

/// Eight channels of 16 bits in fewer, likewise, for 8 bits without leaving 16.
@inline(__always)
private func rounded(
  _ channels: SIMD8<UInt16>, _ bits: UInt16, _ bias: SIMD8<UInt16>
) -> SIMD8<UInt16> {
  if bits == 8 {
    let added = (bias &+ 1) &>> 8
    let most = ~added
    let sums = channels.replacing(with: most, where: channels .> most) &+ added
    return (sums &- sums &>> 8) &>> 8
  }
  let products =
    SIMD8<UInt32>(truncatingIfNeeded: channels) &* (1 << UInt32(bits) - 1)
    &+ SIMD8<UInt32>(truncatingIfNeeded: bias)
  return SIMD8<UInt16>(truncatingIfNeeded: (products &+ products &>> 16 &+ 1) &>> 16)
}
