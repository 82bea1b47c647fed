/// One row of pixels in their stored form, in memory that is quick to read.
///
/// Equal rows are converted into it once and copied from there: the C library's copying fills memory
/// about twice as fast as a loop of stores does.
struct RowCache: ~Copyable {
  /// Room for rows of four bytes for each pixel, the most that a format has.
  private var words: Storage<UInt32>

  /// The first word that is used: where a line of the processor's cache begins, as framebuffers' rows do.
  ///
  /// Copies between places that lie differently in such lines take twice the time.
  private let first: Int

  init(maximumWidth: Int) {
    // Ramps of colours are stored by fours.
    words = Storage(capacity: maximumWidth + 18, initial: 0)
    // Only the address is used.
    let address = unsafe UInt(bitPattern: words.readPointer(to: 0))
    first = Int((0 &- address) & 63) / 4
  }

  /// The row, to be stored again.
  @_lifetime(&self)
  mutating func buffer(width: Int, format: FourCC) -> PixelBuffer {
    PixelBuffer(
      words.mutableSpan(first..<words.capacity), width: width, height: 1,
      strideInBytes: width * format.bytesPerPixel,
      format: format)
  }

  /// Where pixels of four bytes are; traps if there is not room for `count` of them.
  ///
  /// See `Storage`.
  @unsafe
  mutating func pointer(to count: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe words.pointer(to: first + count) + first
  }

  /// Some of the bytes that were stored.
  @_lifetime(borrow self)
  func bytes(_ range: Range<Int>) -> Span<UInt8> {
    words.span(4 * first + range.lowerBound..<4 * first + range.upperBound, as: UInt8.self)
  }
}
