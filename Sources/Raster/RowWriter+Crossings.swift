extension RowWriter {
  /// Stores columns of a crossed row, each channel to nearest; the format has four bytes.
  ///
  /// Long runs of the background are copied. Nothing changes but the row's memory: the compiler would copy
  /// what it lends from a renderer.
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func store(
    _ columns: Range<Int>, of row: inout CrossedRow, _ backgroundRow: inout RowCache
  ) {
    // In the row, as is checked here; all that is stored lies between the columns' ends, and the last
    // step goes on beyond them. A crossing's parts have values.
    let pixels = unsafe UnsafeMutableRawPointer(
      pointer(to: columns).assumingMemoryBound(to: UInt32.self) - columns.lowerBound)
    let kept = unsafe backgroundRow.readPointer(to: columns.upperBound)
    let steps = unsafe row.steps.readPointer(to: row.stepCount)
    let parts = unsafe row.parts.readPointer(to: row.scratchSize + row.circles.partCount)
    let (end, alpha) = (columns.upperBound, format == .ar24 ? 0xFF00_0000 : UInt32(0))
    var (column, index) = (columns.lowerBound, 0)
    while true {
      let step = unsafe steps[index]
      let first = min(Int(step.first), end)
      if column < first {
        let target = unsafe pixels + column &* 4
        if step.isBackground && first &- column >= 32 {
          unsafe target.copyMemory(
            from: kept + column &* 4, byteCount: (first &- column) &* 4)
        } else {
          unsafe fillWords(target, first &- column, step.pixel)
        }
        column = first
      }
      if column >= end { return }
      let stop = min(Int(step.first) &+ Int(step.count), end)
      if column < stop {
        let mix = ColorMix(step.zero, step.one)
        var part =
          unsafe parts + Int(step.part)
          + (column &- Int(step.first)) &* Int(step.way)
        repeat {
          unsafe pixels.storeBytes(
            of: mix.bytes(part.pointee) | alpha, toByteOffset: column &* 4, as: UInt32.self)
          unsafe part += Int(step.way)
          column &+= 1
        } while column < stop
      }
      index &+= 1
    }
  }
}

/// What two colours come to at parts from 0 to 1: to the bit what `ColorWord.covered` does.
private struct ColorMix {
  /// Blue and red, then green: the first colour in Q16 with its half, and the way to the second one.
  ///
  /// Together they never leave their halves of a word.
  private let outer: UInt64
  private let outerWay: UInt64
  private let inner: UInt64
  private let innerWay: UInt64

  @inline(__always)
  init(_ zero: UInt64, _ one: UInt64) {
    let ends: UInt64 = 0x0000_FFFF_0000_FFFF
    outer = (zero & ends) &<< 16 | 0x0000_8000_0000_8000
    outerWay = (one & ends) &- (zero & ends)
    inner = zero & 0xFFFF_0000 | 0x8000
    innerWay = (one &>> 16 & 0xFFFF) &- (zero &>> 16 & 0xFFFF)
  }

  /// The mixed colour in 8 bits per channel.
  @inline(__always)
  func bytes(_ part: UInt32) -> UInt32 {
    let part = UInt64(part)
    let ends = (outer &+ outerWay &* part) &>> 16 & 0x0000_FFFF_0000_FFFF
    return ColorWord(bits: ends | (inner &+ innerWay &* part) & 0xFFFF_0000).bytes
  }
}
