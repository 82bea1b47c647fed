/// Colours that change linearly along a row: Q16.16 for each channel, in wrapping arithmetic.
///
/// The colour of a column never depends on where a run begins: it is counted from column 0, where the
/// number may lie anywhere. Half of a 16-bit level is added already, so that cutting rounds.
struct ColorRamp: BitwiseCopyable {
  private(set) var red: Channel
  private(set) var green: Channel
  private(set) var blue: Channel

  /// One channel at column 0, and how much it grows from column to column.
  struct Channel: BitwiseCopyable {
    var first: UInt32
    var step: UInt32

    /// The channel's value at a column.
    @inline(__always)
    func value(_ column: Int) -> UInt32 {
      first &+ step &* UInt32(truncatingIfNeeded: column)
    }
  }

  /// One colour.
  @inline(__always)
  init(_ color: Color) {
    red = Channel(first: UInt32(color.red) << 16, step: 0)
    green = Channel(first: UInt32(color.green) << 16, step: 0)
    blue = Channel(first: UInt32(color.blue) << 16, step: 0)
  }

  /// From one colour at part 0 to another at part 1; column 0 has part `first` (Q32).
  ///
  /// Rounding of the step, 2⁻¹⁷ of a level, makes at most 1/8 of a level in 2¹⁴ columns: between part
  /// 0 and 1, with the half, no channel leaves its range.
  @inline(__always)
  init(_ from: Color, _ to: Color, first: Int64, step: Int64) {
    red = ColorRamp.channel(from.red, to.red, first, step)
    green = ColorRamp.channel(from.green, to.green, first, step)
    blue = ColorRamp.channel(from.blue, to.blue, first, step)
  }

  @inline(__always)
  private static func channel(
    _ from: UInt16, _ to: UInt16, _ first: Int64, _ step: Int64
  ) -> Channel {
    let way = Int64(to) &- Int64(from)
    // The first one's half is a level's, 2³¹ here, and another half of what is cut off.
    let start = Int64(from) << 32 &+ way &* first &+ (1 << 31 + 1 << 15)
    return Channel(
      first: UInt32(truncatingIfNeeded: start >> 16),
      step: UInt32(truncatingIfNeeded: (way &* step &+ 1 << 15) >> 16))
  }
}
