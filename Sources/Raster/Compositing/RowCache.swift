// SPDX-License-Identifier: Apache-2.0

import DisplayList

/// One row of pixels in their stored form, in cached memory.
///
/// Equal rows are converted into it once and copied from it: the C library's copy fills memory about twice as
/// fast as a loop of stores. Copying to four rows at once took a quarter longer at 3840 × 2160 pixels.
struct RowCache: ~Copyable {
  /// A row of four bytes per pixel, the maximum of all formats.
  private var words: RigidArray<UInt32>

  /// The first used word: aligned to a cache line, as framebuffers' rows are.
  ///
  /// Copies between addresses of different alignment take twice the time.
  private let first: Int

  init(maximumWidth: Int) {
    // Gradients are stored four pixels at a time. Columns are stored before they are copied.
    words = unsafe RigidArray(storedFirst: maximumWidth + 18)
    // Only the address is used.
    let address = unsafe UInt(bitPattern: words.readPointer(to: 0))
    first = Int((0 &- address) & 63) / 4
  }

  /// The row, for storing new pixels.
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

  /// The address of the bytes; traps if not so many are initialised.
  ///
  /// See `RigidArray`.
  @unsafe
  func bytes(to count: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(words.readPointer(to: first + (count + 3) / 4) + first)
  }
}
