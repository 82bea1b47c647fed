/// A framebuffer's memory as the renderer sees it: rows of pixels that can be stored, but not read.
///
/// It is `height` rows of `width` pixels; row y begins at byte y · `strideInBytes`, and what lies
/// between a row's end and the next row is never touched. Scanout memory may be slow to read beyond
/// all measure: here a read does not compile.
@safe
public struct PixelBuffer: ~Copyable, ~Escapable {
  /// Pixels in a row.
  public let width: Int

  /// How many rows there are.
  public let height: Int

  /// Bytes from the beginning of one row to that of the next.
  public let strideInBytes: Int

  /// How its pixels are stored.
  public let format: FourCC

  private let base: UnsafeMutableRawPointer

  /// The rows above it are complete.
  private var nextRow = 0

  /// Takes over memory; traps where the rows do not fit into it, overlap or split a pixel's word.
  @_lifetime(copy bytes)
  public init(
    _ bytes: consuming MutableRawSpan, width: Int, height: Int, strideInBytes: Int, format: FourCC
  ) {
    precondition(
      (1...16384).contains(width) && (1...16384).contains(height), "A size is out of range.")
    let rowSize = width * format.bytesPerPixel
    precondition(strideInBytes >= rowSize, "Rows overlap.")
    precondition(
      strideInBytes * (height - 1) + rowSize <= bytes.byteCount, "The memory is too small.")
    // The address stays valid as long as the span, whose lifetime this one has.
    let base = unsafe bytes.withUnsafeMutableBytes { $0.baseAddress }
    guard let base = unsafe base else { preconditionFailure("There is no memory.") }
    let word = format == .rg24 ? 1 : format.bytesPerPixel
    let address = Int(bitPattern: base)
    precondition(address % word == 0 && strideInBytes % word == 0, "Pixels are not aligned.")
    unsafe self.base = base
    self.width = width
    self.height = height
    self.strideInBytes = strideInBytes
    self.format = format
  }

  /// Takes over memory that is given as words of some kind; traps as above.
  @_lifetime(copy words)
  public init<Word: BitwiseCopyable>(
    _ words: consuming MutableSpan<Word>, width: Int, height: Int, strideInBytes: Int,
    format: FourCC
  ) {
    // All bytes of the words, which are only written; valid as long as the span.
    let bytes = unsafe words.withUnsafeMutableBufferPointer { buffer in
      UnsafeMutableRawBufferPointer(buffer)
    }
    let span = unsafe _overrideLifetime(MutableRawSpan(_unsafeBytes: bytes), copying: words)
    self.init(
      span, width: width, height: height, strideInBytes: strideInBytes, format: format)
  }

  /// Begins a picture: its rows may be stored again.
  @_lifetime(self: copy self)
  mutating func rewind() { nextRow = 0 }

  /// One row, to be stored; each comes below the one before it.
  @inline(__always)
  @_lifetime(&self)
  mutating func row<Format: PixelFormat>(_ y: Int, as _: Format.Type) -> RowWriter<Format> {
    precondition(Format.code == format && y >= 0 && y < height, "No such row.")
    assert(y >= nextRow, "A row is stored twice, or out of order.")
    nextRow = y + 1
    // Within the memory, as checked here and by `init`.
    let row = unsafe RowWriter<Format>(base: base + y * strideInBytes, width: width)
    return unsafe _overrideLifetime(row, mutating: &self)
  }
}

/// One row of a picture: pixels that can be stored from left to right, each once, and not read.
@safe
struct RowWriter<Format: PixelFormat>: ~Copyable, ~Escapable {
  private let base: UnsafeMutablePointer<Format.Pixel>
  private let width: Int

  /// The columns before it are stored, or left out.
  private var next = 0

  @inline(__always)
  @_lifetime(immortal)
  fileprivate init(base: UnsafeMutableRawPointer, width: Int) {
    // `PixelBuffer` has checked that pixels are aligned, and that so many are there.
    unsafe self.base = base.assumingMemoryBound(to: Format.Pixel.self)
    self.width = width
  }

  /// Notes that columns are stored now; traps outside of the row.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func take(_ columns: Range<Int>) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "Not in the row.")
    assert(columns.lowerBound >= next, "A pixel is stored twice, or out of order.")
    next = columns.upperBound
  }

  /// Where the pixels of some columns are, all of which must be stored now; traps outside of the row.
  @unsafe
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func pointer(to columns: Range<Int>) -> UnsafeMutablePointer<Format.Pixel> {
    take(columns)
    return unsafe base + columns.lowerBound
  }

  /// Stores one pixel; traps outside of the row.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func store(_ pixel: Format.Pixel, at column: Int) {
    take(column..<column + 1)
    // In the row.
    unsafe base[column] = pixel
  }

  /// Stores the same pixel some times; traps outside of the row.
  @_lifetime(self: copy self)
  mutating func fill(_ columns: Range<Int>, _ pixel: Format.Pixel) {
    take(columns)
    let start = unsafe base + columns.lowerBound
    if columns.count >= 32, let byte = Format.byte(of: pixel) {
      // In the row; all bytes of so many pixels. This becomes `memset`.
      unsafe UnsafeMutableRawPointer(start).initializeMemory(
        as: UInt8.self, repeating: byte, count: columns.count * MemoryLayout<Format.Pixel>.stride)
    } else {
      // In the row; memory of trivial elements may be initialised again.
      unsafe start.initialize(repeating: pixel, count: columns.count)
    }
  }

  /// Stores the first of eight pixels, or all of them; traps outside of the row.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func store(_ block: Format.Block, at column: Int, count: Int) {
    precondition(count <= 8, "More pixels than there are.")
    take(column..<column + count)
    let start = unsafe UnsafeMutableRawPointer(base + column)
    if count == 8 {
      // In the row; a block is eight pixels, as its format says, and need not be aligned.
      unsafe start.storeBytes(of: block, as: Format.Block.self)
    } else {
      // In the row, and in the block.
      unsafe withUnsafeBytes(of: block) { bytes in
        guard let pixels = bytes.baseAddress else { return }
        unsafe start.copyMemory(from: pixels, byteCount: count * MemoryLayout<Format.Pixel>.stride)
      }
    }
  }

  /// Stores pixels, as many as there are columns; traps outside of the row.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func copy(_ columns: Range<Int>, from pixels: Span<Format.Pixel>) {
    precondition(pixels.count == columns.count, "Another number of pixels.")
    take(columns)
    let target = unsafe UnsafeMutableRawPointer(base + columns.lowerBound)
    unsafe pixels.withUnsafeBytes { source in
      guard let address = source.baseAddress else { return }
      // In the row, and apart from the span: the row's memory is borrowed for itself alone. This
      // becomes the C library's memmove; initialising from a pointer becomes a loop of single stores.
      unsafe target.copyMemory(from: address, byteCount: source.count)
    }
  }
}
