extension RowWriter {
  /// Stores colours of a composed row, 16 bits per channel, each channel to nearest.
  @_lifetime(self: copy self)
  mutating func convert(_ columns: Range<Int>, of line: borrowing LineBuffer) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let (red, green, blue) = line.block(at: column)
      store(
        Format.block(red, green, blue), at: column, count: min(8, columns.upperBound &- column))
      column &+= 8
    }
  }
}
