extension RowWriter {
  /// Stores colours of 16 bits per channel, as many as there are columns.
  @_lifetime(self: copy self)
  mutating func convert(
    _ columns: Range<Int>, red: Span<UInt16>, green: Span<UInt16>, blue: Span<UInt16>
  ) {
    for index in 0..<columns.count {
      store(
        Format.pixel(red: red[index], green: green[index], blue: blue[index]),
        at: columns.lowerBound + index)
    }
  }
}
