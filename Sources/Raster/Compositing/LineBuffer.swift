// SPDX-License-Identifier: Apache-2.0

/// The pixels of one row while it is composited.
///
/// It stays in the L1 cache; the frame itself is only written, once the row is complete.
struct LineBuffer: ~Copyable {
  private var pixels: RigidArray<ColorWord>

  init(capacity: Int) {
    pixels = RigidArray(capacity: capacity, initial: ColorWord(bits: 0))
  }

  /// The number of pixels.
  var capacity: Int { pixels.capacity }

  /// Some of the pixels.
  @_lifetime(borrow self)
  func span(_ range: Range<Int>) -> Span<ColorWord> { pixels.span(range) }

  /// Some of the pixels, to be changed.
  @_lifetime(&self)
  mutating func mutableSpan(_ range: Range<Int>) -> MutableSpan<ColorWord> {
    pixels.mutableSpan(range)
  }

  /// The pixels' address; see `RigidArray`.
  @unsafe
  mutating func pointer(to count: Int) -> UnsafeMutablePointer<ColorWord> {
    unsafe pixels.pointer(to: count)
  }

  /// Likewise, read-only.
  @unsafe
  @inline(__always)
  func readPointer(to count: Int) -> UnsafePointer<ColorWord> {
    unsafe pixels.readPointer(to: count)
  }

  /// The red, green and blue channels of up to eight pixels.
  @inline(__always)
  static func block(
    of colors: Span<ColorWord>, at index: Int, _ count: Int
  ) -> (SIMD8<UInt16>, SIMD8<UInt16>, SIMD8<UInt16>) {
    var words = SIMD8<UInt64>()
    for lane in 0..<count { words[lane] = colors[index &+ lane].bits }
    return (
      SIMD8<UInt16>(truncatingIfNeeded: words &>> 32),
      SIMD8<UInt16>(truncatingIfNeeded: words &>> 16), SIMD8<UInt16>(truncatingIfNeeded: words)
    )
  }

  /// One pixel.
  subscript(index: Int) -> ColorWord {
    @inline(__always) get { pixels[index] }
    @inline(__always) set { pixels[index] = newValue }
  }

  /// Sets pixels to a colour.
  @inline(never)
  mutating func fill(_ range: Range<Int>, _ color: ColorWord) {
    var span = pixels.mutableSpan(range)
    for index in 0..<span.count { span[index] = color }
  }

  /// Blends a colour over pixels, with an opacity in Q16.
  mutating func blend(_ range: Range<Int>, _ color: ColorWord, _ alpha: UInt32) {
    if alpha >= 65536 { return fill(range, color) }
    var span = pixels.mutableSpan(range)
    for index in 0..<span.count { span[index] = span[index].covered(by: color, alpha) }
  }

  /// Blends a colour over a pixel, with an opacity in Q16.
  @inline(__always)
  mutating func blend(_ index: Int, _ color: ColorWord, _ alpha: UInt32) {
    pixels[index] = alpha >= 65536 ? color : pixels[index].covered(by: color, alpha)
  }

  /// Blends a colour ramp over pixels, with an opacity in Q16.
  ///
  /// What lies between them and `limit` must be about to be painted too: it may be changed, so that
  /// ramps need not end with single pixels.
  @inline(__always)
  mutating func blend(_ range: Range<Int>, upTo limit: Int, _ ramp: ColorRamp, _ alpha: UInt32) {
    precondition(range.lowerBound >= 0 && range.upperBound <= limit, "Not in the row.")
    var column = range.lowerBound
    if alpha >= 65536 {
      var fours = ramp.fours(from: column)
      let target = unsafe UnsafeMutableRawPointer(pixels.pointer(to: limit))
      let end = min(range.upperBound, limit &- 3)
      while column < end {
        let (first, second) = fours.next()
        // Before the limit, which was checked; a colour is nothing but its bits.
        unsafe target.storeBytes(
          of: first, toByteOffset: column &* 8, as: SIMD2<UInt64>.self)
        unsafe target.storeBytes(
          of: second, toByteOffset: column &* 8 &+ 16, as: SIMD2<UInt64>.self)
        column &+= 4
      }
      while column < range.upperBound {
        pixels[column] = ramp.color(column)
        column &+= 1
      }
    } else {
      while column < range.upperBound {
        pixels[column] = pixels[column].covered(by: ramp.color(column), alpha)
        column &+= 1
      }
    }
  }
}

/// One row of pixels in their stored form, or a few copies of it, in cached memory.
///
/// Equal rows are converted into it once and copied from there: the C library's copying fills memory
/// about twice as fast as a loop of stores does. Several rows at once are copied faster still, since
/// each copy takes a while to begin: four of 3 to 15 KB in three quarters of the time.
struct RowCache: ~Copyable {
  /// The capacity in rows of the maximum width.
  private static var rowCapacity: Int { 4 }

  /// Rows of four bytes per pixel, the maximum of all formats; only the first
  /// row is initialised from the beginning.
  private var words: RigidArray<UInt32>

  /// The first word that is used: aligned to a cache line, as framebuffers' rows are.
  ///
  /// Copies between addresses of different alignment take twice the time.
  private let first: Int

  init(maximumWidth: Int) {
    // Ramps are stored four pixels at a time.
    words = RigidArray(capacity: RowCache.rowCapacity * maximumWidth + 18)
    for index in 0..<maximumWidth + 18 { words.append(0, at: index) }
    // Only the address is used.
    let address = unsafe UInt(bitPattern: words.readPointer(to: 0))
    first = Int((0 &- address) & 63) / 4
  }

  /// The row, to be stored again.
  @_lifetime(&self)
  mutating func buffer(width: Int, format: PixelFormat) -> PixelBuffer {
    PixelBuffer(
      words.mutableSpan(first..<first + width), width: width, height: 1,
      strideInBytes: width * format.bytesPerPixel,
      format: format)
  }

  /// The address of pixels of four bytes; traps beyond the capacity.
  ///
  /// See `RigidArray`.
  @unsafe
  mutating func pointer(to count: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe words.pointer(to: first + count) + first
  }

  /// Repeats the first row, all of whose bytes were stored, behind itself; returns the number of
  /// copies, itself included.
  ///
  /// That is at most `limit`, and 1 where a row's size is not a multiple of four bytes.
  mutating func repeatRow(size: Int, upTo limit: Int) -> Int {
    let count = min(limit, (words.capacity - first) * 4 / size)
    if count <= 1 || size & 3 != 0 { return 1 }
    let end = first + count * size / 4
    // All of it is within the capacity and does not overlap the first row, which is initialised.
    let row = unsafe UnsafeMutableRawPointer(words.reserve(end - first, at: first))
    for index in 1..<count { unsafe (row + index * size).copyMemory(from: row, byteCount: size) }
    unsafe words.noteInitialized(upTo: end)
    return count
  }

  /// Some of the bytes that were stored.
  @_lifetime(borrow self)
  func bytes(_ range: Range<Int>) -> Span<UInt8> {
    words.span(4 * first + range.lowerBound..<4 * first + range.upperBound, as: UInt8.self)
  }
}
