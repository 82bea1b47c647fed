/// One row of a picture while it is composed: 16 bits per channel, a plane for each.
///
/// It stays in the nearest cache; the picture itself is only written, after the row is complete.
struct LineBuffer: ~Copyable {
  private var red: Storage<UInt16>
  private var green: Storage<UInt16>
  private var blue: Storage<UInt16>

  init(capacity: Int) {
    // The last pixels too are read as a block.
    let capacity = capacity + LineBuffer.blockLength - 1
    red = Storage(capacity: capacity, initial: 0)
    green = Storage(capacity: capacity, initial: 0)
    blue = Storage(capacity: capacity, initial: 0)
  }

  /// The red, green and blue channels of eight pixels.
  @inline(__always)
  func block(at index: Int) -> (SIMD8<UInt16>, SIMD8<UInt16>, SIMD8<UInt16>) {
    let type = SIMD8<UInt16>.self
    return (
      red.block(type, at: index), green.block(type, at: index), blue.block(type, at: index)
    )
  }

  /// One pixel.
  @inline(__always)
  func color(at index: Int) -> Color {
    Color(red: red[index], green: green[index], blue: blue[index])
  }

  /// Sets pixels to a colour.
  mutating func fill(_ range: Range<Int>, _ color: Color) {
    fillPlane(&red, range, color.red)
    fillPlane(&green, range, color.green)
    fillPlane(&blue, range, color.blue)
  }

  /// Puts a colour over pixels, with an opacity in Q16.
  mutating func blend(_ range: Range<Int>, _ color: Color, _ alpha: UInt32) {
    if alpha >= 65536 {
      fill(range, color)
    } else if range.count == 1 {
      blend(range.lowerBound, color, alpha)
    } else {
      mix(&red, range, color.red, alpha)
      mix(&green, range, color.green, alpha)
      mix(&blue, range, color.blue, alpha)
    }
  }

  /// Puts a ramp of colours over pixels, with an opacity in Q16.
  ///
  /// Pixels from there up to `limit` get values without a meaning: whole blocks are stored.
  @inline(__always)
  mutating func blend(_ range: Range<Int>, upTo limit: Int, _ ramp: ColorRamp, _ alpha: UInt32) {
    if alpha >= 65536 {
      var column = range.lowerBound
      let blocks = min(limit, capacity) - LineBuffer.blockLength
      if column < range.upperBound && column <= blocks {
        var reds = Block(ramp.red, from: column)
        var greens = Block(ramp.green, from: column)
        var blues = Block(ramp.blue, from: column)
        repeat {
          red.storeBlock(reds.next(), at: column)
          green.storeBlock(greens.next(), at: column)
          blue.storeBlock(blues.next(), at: column)
          column += LineBuffer.blockLength
        } while column < range.upperBound && column <= blocks
      }
      while column < range.upperBound {
        set(
          column,
          Color(
            red: UInt16(truncatingIfNeeded: ramp.red.value(column) >> 16),
            green: UInt16(truncatingIfNeeded: ramp.green.value(column) >> 16),
            blue: UInt16(truncatingIfNeeded: ramp.blue.value(column) >> 16)))
        column += 1
      }
    } else {
      mix(&red, range, ramp.red, alpha)
      mix(&green, range, ramp.green, alpha)
      mix(&blue, range, ramp.blue, alpha)
    }
  }

  /// Takes over pixels of another row.
  mutating func copy(_ range: Range<Int>, of other: borrowing LineBuffer) {
    copyPlane(&red, range, other.red)
    copyPlane(&green, range, other.green)
    copyPlane(&blue, range, other.blue)
  }

  /// Sets a pixel to a colour.
  @inline(__always)
  mutating func set(_ index: Int, _ color: Color) {
    red[index] = color.red
    green[index] = color.green
    blue[index] = color.blue
  }

  /// Puts a colour over a pixel, with an opacity in Q16.
  @inline(__always)
  mutating func blend(_ index: Int, _ color: Color, _ alpha: UInt32) {
    red[index] = blended(red[index], color.red, alpha)
    green[index] = blended(green[index], color.green, alpha)
    blue[index] = blended(blue[index], color.blue, alpha)
  }

  private var capacity: Int { red.capacity }

  /// How many pixels of a ramp are found at once.
  private static var blockLength: Int { 8 }
}

extension Color {
  /// The colour below another one that has an opacity, Q16.
  @inline(__always)
  func covered(by other: Color, _ alpha: UInt32) -> Color {
    Color(
      red: blended(red, other.red, alpha), green: blended(green, other.green, alpha),
      blue: blended(blue, other.blue, alpha))
  }
}

/// One channel of eight neighbouring pixels of a ramp.
private struct Block {
  private var left: SIMD4<UInt32>
  private var right: SIMD4<UInt32>
  private let step: UInt32

  @inline(__always)
  init(_ channel: ColorRamp.Channel, from column: Int) {
    let first = channel.value(column)
    let step = channel.step
    left = SIMD4(first, first &+ step, first &+ 2 &* step, first &+ 3 &* step)
    right = left &+ 4 &* step
    self.step = 8 &* step
  }

  /// The values, and on to the next eight.
  @inline(__always)
  mutating func next() -> SIMD8<UInt16> {
    let values = SIMD8(
      lowHalf: SIMD4<UInt16>(truncatingIfNeeded: left &>> 16),
      highHalf: SIMD4<UInt16>(truncatingIfNeeded: right &>> 16))
    left &+= step
    right &+= step
    return values
  }
}

private func fillPlane(_ plane: inout Storage<UInt16>, _ range: Range<Int>, _ value: UInt16) {
  var pixels = plane.mutableSpan(range)
  for index in 0..<pixels.count { pixels[index] = value }
}

private func mix(
  _ plane: inout Storage<UInt16>, _ range: Range<Int>, _ value: UInt16, _ alpha: UInt32
) {
  var pixels = plane.mutableSpan(range)
  for index in 0..<pixels.count { pixels[index] = blended(pixels[index], value, alpha) }
}

private func mix(
  _ plane: inout Storage<UInt16>, _ range: Range<Int>, _ ramp: ColorRamp.Channel, _ alpha: UInt32
) {
  var pixels = plane.mutableSpan(range)
  var value = ramp.value(range.lowerBound)
  for index in 0..<pixels.count {
    pixels[index] = blended(pixels[index], UInt16(truncatingIfNeeded: value >> 16), alpha)
    value &+= ramp.step
  }
}

private func copyPlane(
  _ plane: inout Storage<UInt16>, _ range: Range<Int>, _ other: borrowing Storage<UInt16>
) {
  var pixels = plane.mutableSpan(range)
  let source = other.span(range)
  for index in 0..<pixels.count { pixels[index] = source[index] }
}

/// `over` on top of `under` with an opacity in Q16 of at most 1, to nearest.
@inline(__always)
private func blended(_ under: UInt16, _ over: UInt16, _ alpha: UInt32) -> UInt16 {
  // At most 65535 · 65536 + 32768, which 32 bits hold.
  UInt16(
    truncatingIfNeeded: (UInt32(under) &* (65536 &- alpha) &+ UInt32(over) &* alpha &+ 32768) >> 16)
}
