// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A file's bytes in memory, shared with all other mappings of the file; `deinit` unmaps them.
///
/// An access beyond the end of a file that has shrunk kills the process. Map only files with a sealed
/// size, or files of the kernel.
@safe
@usableFromInline
package struct Mapping: ~Copyable {
  private let address: UnsafeMutableRawPointer

  /// The number of bytes.
  package let size: Int

  /// Whether the bytes may be written.
  package let isWritable: Bool

  /// Maps a part of a file; the offset must be a multiple of the page size.
  ///
  /// Corresponds to `mmap` with `MAP_SHARED`.
  package init(
    of file: borrowing FileDescriptor, size: Int, offset: Int64 = 0, isWritable: Bool = false
  ) throws(SystemError) {
    guard size > 0, let address = unsafe cl_map(file.number, offset, size, isWritable ? 1 : 0)
    else { throw size > 0 ? SystemError.last(.map) : SystemError(.map, errno: EINVAL) }
    unsafe self.address = address
    self.size = size
    self.isWritable = isWritable
  }

  deinit {
    // `munmap` fails only for a range that was never mapped.
    _ = unsafe munmap(address, size)
  }

  /// Removes the pages from this process's memory until they are used again; a shared file keeps them.
  ///
  /// Corresponds to `MADV_DONTNEED`.
  package mutating func releasePages() {
    // The range is mapped until deinit, and shared: its bytes are the file's.
    unsafe cl_release_pages(address, size)
  }

  /// The bytes, for reading.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      // The range is mapped and readable until deinit, which comes after the end of the borrow.
      let span = unsafe RawSpan(_unsafeStart: UnsafeRawPointer(address), byteCount: size)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The bytes as elements, for reading; an incomplete last one is left out.
  @_lifetime(borrow self)
  package func elements<Element: BitwiseCopyable>(as: Element.Type) -> Span<Element> {
    // Mappings begin at a page; the caller chose a type for which every bit pattern is valid.
    let span = unsafe Span(
      _unsafeStart: UnsafePointer(address.assumingMemoryBound(to: Element.self)),
      count: size / MemoryLayout<Element>.stride)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The bytes as elements, for writing; an incomplete last one is left out.
  ///
  /// Traps if the mapping is read-only. Memory of a display may be write-combined: write it in order,
  /// and never read it back.
  @_lifetime(&self)
  package mutating func mutableElements<Element: BitwiseCopyable>(
    as: Element.Type
  ) -> MutableSpan<Element> {
    precondition(isWritable, "A mapping is read-only.")
    // As above; the exclusive borrow of the owner prevents other accesses.
    let span = unsafe MutableSpan(
      _unsafeStart: address.assumingMemoryBound(to: Element.self),
      count: size / MemoryLayout<Element>.stride)
    return unsafe _overrideLifetime(span, mutating: &self)
  }
}
