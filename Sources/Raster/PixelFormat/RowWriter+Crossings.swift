// SPDX-License-Identifier: Apache-2.0

extension RowWriter {
  /// Stores columns of a crossed row, one of the row's spans; the format has four bytes.
  ///
  /// `line` has the colours of layers with many.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func store(
    _ columns: Range<Int>, span: Int, of row: inout EdgeCrossingScanline,
    _ line: borrowing LineBuffer
  ) {
    row.composite(columns, span: span, alpha: format == .argb8888 ? 0xFF00_0000 : 0, line)
    // As many pixels as there are columns, which lie in the row's own memory and in another's. This
    // becomes the C library's memmove.
    unsafe pointer(to: columns).copyMemory(
      from: row.pixels.pointer(to: columns.upperBound) + columns.lowerBound,
      byteCount: columns.count &* 4)
  }
}
