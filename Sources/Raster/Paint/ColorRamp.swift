// SPDX-License-Identifier: Apache-2.0

/// Colours that change linearly along a row, Q16.16 for each channel.
///
/// Red and blue step together, as one number of 64 bits with blue in its lower half: as long as blue is
/// not negative (and it is not, where the ramp holds) both halves are exact, whatever the steps' signs.
/// The colour of a column never depends on where a run begins: it is counted from column 0, where the
/// number may lie anywhere. Half of a 16-bit level is added already, so that cutting rounds.
struct ColorRamp: BitwiseCopyable {
  private let outer: UInt64
  private let inner: UInt64
  private let outerStep: UInt64
  private let innerStep: UInt64

  /// One colour.
  @inline(__always)
  init(_ color: ColorWord) {
    outer = (color.bits & 0x0000_FFFF_0000_FFFF) << 16
    inner = color.bits & 0xFFFF_0000
    (outerStep, innerStep) = (0, 0)
  }

  /// From one colour at fraction 0 to another at fraction 1; column 0 has fraction `first` (Q32).
  ///
  /// Rounding of the step, 2⁻¹⁷ of a level, makes at most 1/8 of a level in 2¹⁴ columns: between fraction
  /// 0 and 1, with the half, no channel leaves its range.
  @inline(__always)
  init(_ from: ColorWord, _ to: ColorWord, first: Int64, step: Int64) {
    let red = ColorRamp.channel(from.bits &>> 32, to.bits &>> 32, first, step)
    let green = ColorRamp.channel(from.bits &>> 16, to.bits &>> 16, first, step)
    let blue = ColorRamp.channel(from.bits, to.bits, first, step)
    outer = UInt64(bitPattern: red.first &<< 32 &+ blue.first)
    outerStep = UInt64(bitPattern: red.step &<< 32 &+ blue.step)
    inner = UInt64(bitPattern: green.first)
    innerStep = UInt64(bitPattern: green.step)
  }

  /// A channel of a ramp at column 0, in Q16 with the half, and its step.
  @inline(__always)
  static func channel(
    _ from: UInt64, _ to: UInt64, _ first: Int64, _ step: Int64
  ) -> (first: Int64, step: Int64) {
    let start = Int64(bitPattern: from & 0xFFFF)
    let delta = Int64(bitPattern: to & 0xFFFF) &- start
    // The half of a level, 2³¹ here, and another half of what is cut off.
    return (
      (start &<< 32 &+ delta &* first &+ (1 << 31 + 1 << 15)) &>> 16,
      (delta &* step &+ 1 << 15) &>> 16
    )
  }

  /// The colour of a column.
  @inline(__always)
  func color(_ column: Int) -> ColorWord {
    let number = UInt64(truncatingIfNeeded: column)
    let (outer, inner) = (outer &+ outerStep &* number, inner &+ innerStep &* number)
    return ColorWord(bits: outer &>> 16 & 0x0000_FFFF_0000_FFFF | inner & 0xFFFF_0000)
  }
}
