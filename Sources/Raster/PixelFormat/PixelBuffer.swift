// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// A framebuffer's memory for the renderer: rows of pixels that can be stored, but not read.
///
/// It has `height` rows of `width` pixels; row y begins at byte y · `strideInBytes`, and bytes between a
/// row's end and the next row are never touched. Scanout memory may be extremely slow to read: here a read
/// does not compile.
@safe
package struct PixelBuffer: ~Copyable, ~Escapable {
  /// Pixels in a row.
  package let width: Int

  /// How many rows there are.
  package let height: Int

  /// Bytes from the beginning of one row to that of the next.
  package let strideInBytes: Int

  /// The format of its pixels.
  package let format: PixelFormat

  private let base: UnsafeMutableRawPointer

  /// The rows above this row are complete.
  private var nextRow = 0

  /// Takes over memory; traps where the rows do not fit, overlap or split a pixel's word.
  @_lifetime(copy bytes)
  package init(
    _ bytes: consuming MutableRawSpan, width: Int, height: Int, strideInBytes: Int,
    format: PixelFormat
  ) {
    precondition(
      (1...16384).contains(width) && (1...16384).contains(height), "A size is out of range.")
    let rowSize = width * format.bytesPerPixel
    precondition(strideInBytes >= rowSize, "Rows overlap.")
    precondition(
      strideInBytes * (height - 1) + rowSize <= bytes.byteCount, "The memory is too small.")
    // The address is valid as long as the span, which has the lifetime of this buffer.
    let base = unsafe bytes.withUnsafeMutableBytes { $0.baseAddress }
    guard let base = unsafe base else { preconditionFailure("There is no memory.") }
    let word = format == .rgb888 ? 1 : format.bytesPerPixel
    let address = Int(bitPattern: base)
    precondition(address % word == 0 && strideInBytes % word == 0, "Pixels are not aligned.")
    unsafe self.base = base
    self.width = width
    self.height = height
    self.strideInBytes = strideInBytes
    self.format = format
  }

  /// Takes over memory that is given as words; traps as above.
  @_lifetime(copy words)
  package init<Word: BitwiseCopyable>(
    _ words: consuming MutableSpan<Word>, width: Int, height: Int, strideInBytes: Int,
    format: PixelFormat
  ) {
    // All bytes of the words, which are only written; valid as long as the span.
    let bytes = unsafe words.withUnsafeMutableBufferPointer { buffer in
      UnsafeMutableRawBufferPointer(buffer)
    }
    let span = unsafe _overrideLifetime(MutableRawSpan(_unsafeBytes: bytes), copying: words)
    self.init(
      span, width: width, height: height, strideInBytes: strideInBytes, format: format)
  }

  /// Begins a frame: its rows may be stored again.
  @_lifetime(self: copy self)
  mutating func rewind() { nextRow = 0 }

  /// One row to store, or several rows without gaps as one long row; rows must come from top to bottom.
  @_lifetime(&self)
  mutating func rows(_ rows: Range<Int>) -> RowWriter {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "No such rows.")
    precondition(
      rows.count == 1 || strideInBytes == width &* format.bytesPerPixel,
      "Rows have gaps between them.")
    assert(rows.lowerBound >= nextRow, "A row is stored twice, or out of order.")
    nextRow = rows.upperBound
    // Within the memory, as checked here and by `init`.
    let row = unsafe RowWriter(
      base: base + rows.lowerBound * strideInBytes, width: width &* rows.count, format: format)
    return unsafe _overrideLifetime(row, mutating: &self)
  }

  /// One row to store.
  @_lifetime(&self)
  mutating func row(_ y: Int) -> RowWriter { rows(y..<y + 1) }
}

/// Rows that are stored from one colour or from a cached row.
extension PixelBuffer {
  /// Whether columns are whole rows without gaps between them, so that several rows are one run.
  private func isWhole(_ spans: SpanSet) -> Bool {
    spans.count == 1 && spans[0] == 0..<width && strideInBytes == width &* format.bytesPerPixel
  }

  /// Stores the same pixel in columns of some rows below the stored rows.
  @_lifetime(self: copy self)
  mutating func fill(_ spans: SpanSet, ofRows rows: Range<Int>, _ pixel: UInt32) {
    if isWhole(spans) {
      var writer = self.rows(rows)
      writer.fill(0..<writer.width, pixel)
      return
    }
    for row in rows {
      var writer = self.row(row)
      for index in 0..<spans.count { writer.fill(spans[index], pixel) }
    }
  }

  /// Copies columns of a cached row to rows below the stored rows.
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func copy(_ spans: SpanSet, ofRows rows: Range<Int>, of cache: borrowing RowCache) {
    for row in rows {
      var writer = self.row(row)
      for index in 0..<spans.count { writer.copy(spans[index], of: cache) }
    }
  }
}
