// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A file in memory without a name, to hand data to another process.
///
/// Its size is sealed, so a process that maps it can rely on it. From Linux 5.1 on only its creator
/// can write it. Corresponds to `memfd_create` and `F_SEAL_FUTURE_WRITE`.
package struct MemoryFile: ~Copyable {
  /// The descriptor to pass on.
  package let descriptor: FileDescriptor

  /// The number of bytes; never changes.
  package let size: Int

  private var pages: Mapping

  /// Creates a file of zeros; the name is visible only in `/proc`.
  package init(name: StaticString, size: Int) throws(SystemError) {
    let path = Path(name)
    var number: CInt = -1
    repeat {
      number = unsafe path.withCString { name in unsafe cl_memory_file(name, Int64(size)) }
    } while number < 0 && cl_errno() == EINTR
    if number < 0 { throw SystemError.last(.memoryFile) }
    let file = FileDescriptor(adopting: number)
    // Mapped before the seal, which forbids later writable mappings.
    let mapping = try Mapping(of: file, size: size, isWritable: true)
    _ = try retrying(.memoryFile) { cl_seal(number) }
    pages = mapping
    descriptor = file
    self.size = size
  }

  /// Maps the whole file for reading.
  package func mapped() throws(SystemError) -> Mapping {
    try Mapping(of: descriptor, size: size)
  }

  /// The bytes as elements, for writing; an incomplete last one is left out.
  @_lifetime(&self)
  package mutating func mutableElements<Element: BitwiseCopyable>(
    as type: Element.Type
  ) -> MutableSpan<Element> {
    pages.mutableElements(as: type)
  }

  /// Returns the writable mapping, and closes the descriptor.
  package consuming func takePages() -> Mapping { pages }

  /// Removes the pages from this process's memory; the file keeps them.
  package mutating func releasePages() { pages.releasePages() }
}
