// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A named pipe (FIFO) through which other processes write to the program.
///
/// It is open for writing as well, so that there is no end of file when the last writer closes it.
/// `deinit` removes its file, unless another file has replaced it.
///
/// It is a class because it is deep inside structs of other modules (compiler-workarounds.md:
/// members-of-members).
package final class NamedPipe {
  // On the heap, so that an owner of a pipe need not have room for a path.
  private let path: [UInt8]
  private let inode: UInt64

  /// Creates a pipe with permissions, and replaces a pipe without a reader.
  ///
  /// A pipe with a reader, or any other kind of file, is left alone: `EADDRINUSE`. Corresponds to
  /// `mkfifo`.
  package static func make(at path: Path, mode: UInt32) throws(SystemError) -> NamedPipe {
    do {
      try create(path, mode)
    } catch {
      guard error.errno == EEXIST, isAbandoned(path) else {
        throw error.errno == EEXIST ? SystemError(.bind, errno: EADDRINUSE) : error
      }
      _ = unsafe path.withCString { name in unsafe unlink(name) }
      try create(path, mode)
    }
    return NamedPipe(madeAt: path)
  }

  private init(madeAt path: Path) {
    var bytes: [UInt8] = []
    for index in path.bytes.indices { bytes.append(path.bytes[index]) }
    self.path = bytes
    inode = unsafe path.withCString { name in unsafe cl_inode(name) }
  }

  /// Opens it; reads are nonblocking.
  ///
  /// `EEXIST` or `ELOOP` where it is no longer a pipe.
  package func open() throws(SystemError) -> FileDescriptor {
    let bytes = path
    let path = try Path(bytes.span)
    return FileDescriptor(
      adopting: try retrying(.open) {
        unsafe path.withCString { name in unsafe cl_open_fifo(name) }
      })
  }

  deinit {
    let bytes = path
    guard let path = try? Path(bytes.span) else { return }
    let ours = inode
    unsafe path.withCString { name in
      // The check keeps a successor's new pipe at this path.
      if unsafe cl_inode(name) == ours { _ = unsafe unlink(name) }
    }
  }

  private static func create(_ path: Path, _ mode: UInt32) throws(SystemError) {
    _ = try retrying(.bind) {
      unsafe path.withCString { name in unsafe cl_make_fifo(name, mode) }
    }
  }

  /// Whether there is a pipe without a reader: only such a pipe cannot be opened for writing.
  private static func isAbandoned(_ path: Path) -> Bool {
    guard unsafe path.withCString({ name in unsafe cl_is_fifo(name) }) != 0 else { return false }
    let number = unsafe path.withCString { name in
      unsafe cl_open(name, O_WRONLY | O_NONBLOCK | O_NOFOLLOW, 0)
    }
    if number >= 0 { _ = close(number) }
    return number < 0 && cl_errno() == ENXIO
  }
}
