// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Files that are replaced as a whole: other programs read the old contents or the new ones.
package enum AtomicFile {
  /// Replaces a file, and creates its directory if that is missing; all users may read both.
  ///
  /// A symbolic link itself is replaced, not its target. After a loss of power the file has the old contents or the
  /// new ones, too.
  package static func write(_ bytes: Span<UInt8>, to path: Path) throws(SystemError) {
    makeDirectory(of: path)
    var new = path
    try new.append(UInt8(ascii: "~"))
    // Left behind by a process that was killed.
    remove(new)
    do throws(SystemError) {
      let file = try FileDescriptor(opening: new, for: .create)
      let number = file.number
      // Independent of the process's umask.
      _ = try retrying(.configure) { fchmod(number, 0o644) }
      try file.writeAll(bytes)
      _ = try retrying(.write) { fsync(number) }
      _ = try retrying(.write) {
        unsafe new.withCString { new in
          unsafe path.withCString { name in unsafe rename(new, name) }
        }
      }
    } catch {
      remove(new)
      throw error
    }
  }

  /// Removes a file; a failure is ignored.
  package static func remove(_ path: borrowing Path) {
    _ = unsafe path.withCString { name in unsafe unlink(name) }
  }

  /// Creates the directory of a file if it is missing, but none above it.
  ///
  /// Where this fails, opening the file fails too, and reports the reason.
  package static func makeDirectory(of path: borrowing Path) {
    var end = path.bytes.count - 1
    while end > 0, path.bytes[end] != UInt8(ascii: "/") { end -= 1 }
    guard end > 0, let directory = try? Path(path.bytes.extracting(first: end)) else { return }
    unsafe directory.withCString { name in
      // Independent of the process's umask; an existing directory is left as it is.
      if unsafe mkdir(name, 0o755) == 0 { _ = unsafe chmod(name, 0o755) }
    }
  }

  /// Reads a whole file, up to a number of bytes; one more byte follows where it is larger.
  ///
  /// A pipe is not waited for.
  package static func read(_ path: borrowing Path, upTo limit: Int) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, for: .readOnly, nonblocking: true)
    var bytes: [UInt8] = []
    var part = InlineArray<512, UInt8>(repeating: 0)
    while bytes.count <= limit {
      var span = part.mutableSpan
      guard case .bytes(let count) = try file.read(into: &span) else { break }
      for index in 0..<min(count, limit + 1 - bytes.count) { bytes.append(part[index]) }
    }
    return bytes
  }
}
