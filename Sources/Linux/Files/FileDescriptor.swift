// SPDX-License-Identifier: Apache-2.0

import CLinux

/// An open file of the kernel, closed by its owner's `deinit`.
///
/// Usable from inline code, as all package types are that have a `deinit` (compiler-workarounds.md:
/// package-deinit).
@frozen
@usableFromInline
package struct FileDescriptor: ~Copyable, Sendable {
  /// The kernel's number, for C functions and for polling; it must not be closed.
  package let number: CInt

  /// Takes over a descriptor number, which no other code may close.
  package init(adopting number: CInt) {
    self.number = number
  }

  deinit {
    // Linux closes the number even where close reports an error: nothing is left to retry.
    _ = close(number)
  }

  /// Gives the number up; the receiver closes it.
  package consuming func release() -> CInt {
    let number = self.number
    discard self
    return number
  }

  /// A second descriptor of the same open file.
  package func duplicated() throws(SystemError) -> FileDescriptor {
    try FileDescriptor(duplicating: number)
  }

  /// Duplicates a descriptor that other code owns.
  ///
  /// Corresponds to `fcntl` with `F_DUPFD_CLOEXEC`.
  package init(duplicating number: CInt) throws(SystemError) {
    self.init(adopting: try retrying(.duplicate) { cl_duplicate(number) })
  }
}

extension FileDescriptor {
  /// How a file is opened.
  package enum Access: Sendable {
    case readOnly
    case readWrite
    /// Created with mode 0644 if missing, truncated if not.
    case replace
    /// Written at its end; `ENOENT` where it is missing, `ELOOP` for a symbolic link.
    case append
    /// Created with mode 0644 and the process's umask; `EEXIST` where any file exists, also a
    /// symbolic link.
    case create
  }

  /// Opens a file; child processes do not inherit it.
  ///
  /// Corresponds to `open` with `O_CLOEXEC`.
  package init(
    opening path: borrowing Path, for access: Access, nonblocking: Bool = false
  ) throws(SystemError) {
    var flags =
      switch access {
      case .readOnly: O_RDONLY
      case .readWrite: O_RDWR
      case .replace: O_WRONLY | O_CREAT | O_TRUNC
      case .append: O_WRONLY | O_APPEND | O_NOFOLLOW
      case .create: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      }
    if nonblocking { flags |= O_NONBLOCK }
    var number: CInt = -1
    // A device with a driver that is never ready must not block the caller for ever.
    for _ in 0..<100 {
      number = unsafe path.withCString { name in unsafe cl_open(name, flags, 0o644) }
      if number >= 0 || cl_errno() != EINTR { break }
    }
    if number < 0 { throw SystemError.last(.open) }
    self.init(adopting: number)
  }

  /// Makes reads and writes nonblocking, or blocking again.
  package func setNonblocking(_ on: Bool = true) throws(SystemError) {
    let number = self.number
    _ = try retrying(.configure) { cl_set_nonblocking(number, on ? 1 : 0) }
  }

  /// The file's size in bytes, or the largest `Int` where it is larger.
  package func size() throws(SystemError) -> Int {
    let number = self.number
    return Int(clamping: try retrying(.configure) { cl_file_size(number) })
  }
}
