// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A file without a name that lives in memory, to hand data to another process.
///
/// Its size is sealed: who maps it can rely on it. Only its maker writes it (from Linux 5.1 on).
/// Corresponds to `memfd_create` and `F_SEAL_FUTURE_WRITE`.
package struct MemoryFile: ~Copyable {
  /// The file, to pass on.
  package let descriptor: FileDescriptor

  /// The number of bytes; never changes.
  package let size: Int

  private var pages: Mapping

  /// Makes a file of zeros; the name shows up only in `/proc`.
  package init(name: StaticString, size: Int) throws(SystemError) {
    let path = Path(name)
    var number: CInt = -1
    repeat {
      number = unsafe path.withCString { name in unsafe cl_memory_file(name, Int64(size)) }
    } while number < 0 && cl_errno() == EINTR
    if number < 0 { throw SystemError.last(.memoryFile) }
    let file = FileDescriptor(adopting: number)
    // Later than that nobody can.
    let mapping = try Mapping(of: file, size: size, isWritable: true)
    _ = try retrying(.memoryFile) { cl_seal(number) }
    pages = mapping
    descriptor = file
    self.size = size
  }

  /// The whole file, to read.
  package func mapped() throws(SystemError) -> Mapping {
    try Mapping(of: descriptor, size: size)
  }

  /// The bytes as elements, to write; an incomplete last one is left out.
  @_lifetime(&self)
  package mutating func mutableElements<Element: BitwiseCopyable>(
    as type: Element.Type
  ) -> MutableSpan<Element> {
    pages.mutableElements(as: type)
  }

  /// Gives the mapping away that may be written; the file itself goes.
  package consuming func takePages() -> Mapping { pages }

  /// Takes what was written out of this process's own memory; it stays in the file.
  package mutating func releasePages() { pages.releasePages() }
}
