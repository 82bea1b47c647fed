extension RowWriter {
  /// Stores columns of a crossed row, each channel to nearest; the format has four bytes.
  ///
  /// Nothing changes but the row's memory: the compiler would copy what it lends from a renderer.
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func store(_ columns: Range<Int>, of row: inout CrossedRow) {
    // In the row, as is checked here: all that is stored lies between the columns' ends. Crossings name
    // layers and parts that are there.
    let pixels = unsafe UnsafeMutableRawPointer(
      pointer(to: columns).assumingMemoryBound(to: UInt32.self) - columns.lowerBound)
    let layers = unsafe row.layers.readPointer(to: row.layerCount)
    let isMerged = row.mergedCount > 0
    let count = isMerged ? row.mergedCount : row.crossingCount
    var crossing =
      unsafe isMerged
      ? row.merged.readPointer(to: count) : row.crossings.readPointer(to: count)
    let last = unsafe crossing + count
    let target = unsafe CrossingTarget(
      pixels: pixels, parts: row.parts.readPointer(to: row.scratchSize + row.circles.partCount),
      layers: layers,
      alpha: format == .ar24 ? 0xFF00_0000 : 0)
    let end = columns.upperBound
    var (column, layer) = (columns.lowerBound, 0)
    while true {
      while unsafe crossing < last && crossing.pointee.isHidden { unsafe crossing += 1 }
      let isLast = unsafe crossing == last
      unsafe target.fill(
        &column, upTo: isLast ? end : min(Int(crossing.pointee.first), end), layer)
      if column >= end { return }
      unsafe target.mix(&column, upTo: end, crossing)
      layer = unsafe Int(crossing.pointee.beyond)
      unsafe crossing += 1
    }
  }
}

/// Where crossings are stored, and from what; its user has checked what it is given.
@safe
private struct CrossingTarget {
  /// Where the row's column 0 is.
  let pixels: UnsafeMutableRawPointer
  let parts: UnsafePointer<UInt32>
  let layers: UnsafePointer<CrossedRow.Layer>
  /// What each pixel has beside its colour.
  let alpha: UInt32

  /// Stores a layer's colours up to a column.
  @inline(__always)
  func fill(_ column: inout Int, upTo end: Int, _ layer: Int) {
    while column < end {
      let target = unsafe pixels + column &* 4
      let border = unsafe Int(layers[layer].border)
      var next = end
      if column < border {
        next = min(end, border)
        unsafe fillWords(target, next &- column, layers[layer].left.pixel)
      } else {
        unsafe fillWords(target, end &- column, layers[layer].right.pixel)
      }
      column = next
    }
  }

  /// Stores a crossing's pixels up to a column.
  @unsafe
  @inline(__always)
  func mix(_ column: inout Int, upTo end: Int, _ crossing: UnsafePointer<CrossedRow.Crossing>) {
    let first = unsafe Int(crossing.pointee.first)
    let stop = unsafe min(first &+ Int(crossing.pointee.count), end)
    let way = unsafe Int(crossing.pointee.way)
    var part = unsafe parts + Int(crossing.pointee.part)
    if column > first { unsafe part += (column &- first) &* way }
    let isMixed = unsafe crossing.pointee.isMixed
    while isMixed && column < stop {
      unsafe pixels.storeBytes(of: part.pointee, toByteOffset: column &* 4, as: UInt32.self)
      unsafe part += 1
      column &+= 1
    }
    while column < stop {
      let zero = unsafe layers + Int(crossing.pointee.zero)
      let one = unsafe layers + Int(crossing.pointee.one)
      let zeroBorder = unsafe Int(zero.pointee.border)
      let oneBorder = unsafe Int(one.pointee.border)
      let mix = unsafe ColorMix(
        (column < zeroBorder ? zero.pointee.left : zero.pointee.right).color.bits,
        (column < oneBorder ? one.pointee.left : one.pointee.right).color.bits)
      // Up to where one of the colours changes, which is beyond nearly always.
      var next = stop
      if column < zeroBorder { next = min(next, zeroBorder) }
      if column < oneBorder { next = min(next, oneBorder) }
      repeat {
        unsafe pixels.storeBytes(
          of: mix.bytes(part.pointee) | alpha, toByteOffset: column &* 4, as: UInt32.self)
        unsafe part += way
        column &+= 1
      } while column < next
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
