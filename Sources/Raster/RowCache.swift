/// One row of pixels in their stored form, in memory that is quick to read.
///
/// What occurs again, equal rows and the background, is converted into it once and copied from there:
/// the C library's copying fills memory about twice as fast as a loop of stores does.
struct RowCache: ~Copyable {
  /// Room for rows of four bytes for each pixel, the most that a format has.
  private var words: Storage<UInt32>

  /// Whether nothing was stored since `forget()`.
  private(set) var isForgotten = true

  init(maximumWidth: Int) {
    words = Storage(capacity: maximumWidth, initial: 0)
  }

  /// Lets go of what is stored.
  mutating func forget() { isForgotten = true }

  /// The row, to be stored again.
  @_lifetime(&self)
  mutating func buffer(width: Int, format: FourCC) -> PixelBuffer {
    isForgotten = false
    return PixelBuffer(
      words.mutableSpan(), width: width, height: 1, strideInBytes: width * format.bytesPerPixel,
      format: format)
  }

  /// Where the first pixels of four bytes each are; see `Storage`.
  @unsafe
  @inline(__always)
  func readPointer(to count: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(words.readPointer(to: count))
  }

  /// Some of the bytes that were stored.
  @_lifetime(borrow self)
  func bytes(_ range: Range<Int>) -> Span<UInt8> { words.span(range, as: UInt8.self) }
}
