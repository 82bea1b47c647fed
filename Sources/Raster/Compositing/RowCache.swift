// SPDX-License-Identifier: Apache-2.0

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

  /// Where the bytes begin, of which so many were stored; traps beyond the initialised ones.
  ///
  /// See `RigidArray`.
  @unsafe
  @inline(__always)
  func bytes(to count: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(words.readPointer(to: first + (count + 3) / 4) + first)
  }
}
