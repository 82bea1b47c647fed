extension RowWriter {
  /// Stores colours of a composed row, 16 bits per channel, each to nearest.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func convert(_ columns: Range<Int>, of line: borrowing LineBuffer) {
    // As many colours as there are columns.
    unsafe Format.convert(line.span(columns), to: pointer(to: columns))
  }

  /// Stores colours of a composed row, 16 bits per channel.
  ///
  /// The bias is that of the first eight columns, and so of each eight further ones.
  @_lifetime(self: copy self)
  mutating func convert(
    _ columns: Range<Int>, of line: borrowing LineBuffer, _ bias: RoundingBias
  ) {
    let colors = line.span(columns)
    var index = 0
    while index &+ 8 <= colors.count {
      let (red, green, blue) = LineBuffer.block(of: colors, at: index)
      store(Format.block(red, green, blue, bias), at: columns.lowerBound &+ index, count: 8)
      index &+= 8
    }
    while index < colors.count {
      let pixel = Format.pixel(of: colors[index], bias.values[index & 7])
      store(pixel, at: columns.lowerBound &+ index)
      index &+= 1
    }
  }

  /// Stores one colour of a gradient many times, rounded as the bias says.
  @_lifetime(self: copy self)
  mutating func fill(_ columns: Range<Int>, _ color: Color, _ bias: RoundingBias) {
    let block = Format.block(
      SIMD8(repeating: color.red), SIMD8(repeating: color.green), SIMD8(repeating: color.blue),
      bias)
    var column = columns.lowerBound
    while column < columns.upperBound {
      store(block, at: column, count: min(8, columns.upperBound &- column))
      column &+= 8
    }
  }
}
