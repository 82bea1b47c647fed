/// One row of a picture while it is composed: 16 bits per channel, a plane for each.
///
/// It stays in the nearest cache; the picture itself is only written, after the row is complete.
struct LineBuffer: ~Copyable {
  private var red: Storage<UInt16>
  private var green: Storage<UInt16>
  private var blue: Storage<UInt16>

  init(capacity: Int) {
    red = Storage(capacity: capacity, initial: 0)
    green = Storage(capacity: capacity, initial: 0)
    blue = Storage(capacity: capacity, initial: 0)
  }

  /// The red channel of some pixels.
  @_lifetime(borrow self)
  func reds(_ range: Range<Int>) -> Span<UInt16> { red.span(range) }

  /// The green channel of some pixels.
  @_lifetime(borrow self)
  func greens(_ range: Range<Int>) -> Span<UInt16> { green.span(range) }

  /// The blue channel of some pixels.
  @_lifetime(borrow self)
  func blues(_ range: Range<Int>) -> Span<UInt16> { blue.span(range) }

  /// Sets pixels to a colour.
  mutating func fill(_ range: Range<Int>, _ color: Color) {
    set(&red, range, color.red)
    set(&green, range, color.green)
    set(&blue, range, color.blue)
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
  mutating func blend(_ range: Range<Int>, _ ramp: ColorRamp, _ alpha: UInt32) {
    mix(&red, range, ramp.red, alpha)
    mix(&green, range, ramp.green, alpha)
    mix(&blue, range, ramp.blue, alpha)
  }

  /// Takes over pixels of another row.
  mutating func copy(_ range: Range<Int>, of other: borrowing LineBuffer) {
    copyPlane(&red, range, other.red)
    copyPlane(&green, range, other.green)
    copyPlane(&blue, range, other.blue)
  }

  /// Puts a colour over a pixel, with an opacity in Q16.
  @inline(__always)
  mutating func blend(_ index: Int, _ color: Color, _ alpha: UInt32) {
    red[index] = mixed(red[index], color.red, alpha)
    green[index] = mixed(green[index], color.green, alpha)
    blue[index] = mixed(blue[index], color.blue, alpha)
  }
}

private func set(_ plane: inout Storage<UInt16>, _ range: Range<Int>, _ value: UInt16) {
  var pixels = plane.mutableSpan(range)
  for index in 0..<pixels.count { pixels[index] = value }
}

private func mix(
  _ plane: inout Storage<UInt16>, _ range: Range<Int>, _ value: UInt16, _ alpha: UInt32
) {
  var pixels = plane.mutableSpan(range)
  for index in 0..<pixels.count { pixels[index] = mixed(pixels[index], value, alpha) }
}

private func mix(
  _ plane: inout Storage<UInt16>, _ range: Range<Int>, _ ramp: (first: Int64, step: Int64),
  _ alpha: UInt32
) {
  var pixels = plane.mutableSpan(range)
  var value = ramp.first &+ ramp.step &* Int64(range.lowerBound) &+ 1 << 31
  if alpha >= 65536 {
    for index in 0..<pixels.count {
      pixels[index] = UInt16(truncatingIfNeeded: value >> 32)
      value &+= ramp.step
    }
  } else {
    for index in 0..<pixels.count {
      pixels[index] = mixed(pixels[index], UInt16(truncatingIfNeeded: value >> 32), alpha)
      value &+= ramp.step
    }
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
private func mixed(_ under: UInt16, _ over: UInt16, _ alpha: UInt32) -> UInt16 {
  // At most 65535 · 65536 + 32768, which 32 bits hold.
  UInt16(
    truncatingIfNeeded: (UInt32(under) &* (65536 &- alpha) &+ UInt32(over) &* alpha &+ 32768) >> 16)
}
