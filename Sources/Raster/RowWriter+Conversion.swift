extension RowWriter {
  /// Stores colours of a composed row, 16 bits per channel, each channel to nearest.
  @_lifetime(self: copy self)
  mutating func convert(_ columns: Range<Int>, of line: borrowing LineBuffer) {
    let colors = line.span(columns)
    var index = 0
    while index &+ 8 <= colors.count {
      let (red, green, blue) = LineBuffer.block(of: colors, at: index)
      store(Format.block(red, green, blue), at: columns.lowerBound &+ index, count: 8)
      index &+= 8
    }
    while index < colors.count {
      store(Format.pixel(of: colors[index]), at: columns.lowerBound &+ index)
      index &+= 1
    }
  }
}
