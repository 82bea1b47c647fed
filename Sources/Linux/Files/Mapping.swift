// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A file's bytes in memory, shared with everybody else who maps them; unmapped when it goes.
///
/// A file that shrinks under its mapping kills who touches it: map only files whose size is sealed,
/// or that belong to the kernel.
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
    // It fails only for a range that was never mapped.
    _ = unsafe munmap(address, size)
  }

  /// Takes the pages out of this process's memory until they are used again; a shared file keeps them.
  ///
  /// Corresponds to `MADV_DONTNEED`.
  package mutating func releasePages() {
    // The range is mapped until deinit, and shared: its bytes are the file's.
    unsafe cl_release_pages(address, size)
  }

  /// The bytes, to read.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      // The range is mapped and readable until deinit, which the borrow outlasts never.
      let span = unsafe RawSpan(_unsafeStart: UnsafeRawPointer(address), byteCount: size)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The bytes as elements, to read; an incomplete last one is left out.
  @_lifetime(borrow self)
  package func elements<Element: BitwiseCopyable>(as: Element.Type) -> Span<Element> {
    // Mappings begin on a page; every bit pattern is an Element, as the caller chose it.
    let span = unsafe Span(
      _unsafeStart: UnsafePointer(address.assumingMemoryBound(to: Element.self)),
      count: size / MemoryLayout<Element>.stride)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The bytes as elements, to write; an incomplete last one is left out.
  ///
  /// Traps if the mapping is read-only.
  /// Memory of a display may be write-combined: write it in order, and never read it back.
  @_lifetime(&self)
  package mutating func mutableElements<Element: BitwiseCopyable>(
    as: Element.Type
  ) -> MutableSpan<Element> {
    precondition(isWritable, "A mapping is read-only.")
    // As above, and the exclusive borrow of the owner keeps others away.
    let span = unsafe MutableSpan(
      _unsafeStart: address.assumingMemoryBound(to: Element.self),
      count: size / MemoryLayout<Element>.stride)
    return unsafe _overrideLifetime(span, mutating: &self)
  }
}
