// SPDX-License-Identifier: Apache-2.0

import CLinux
import Text

/// A file with the process's PID, for other programs; removed at the end.
@usableFromInline
package struct PIDFile: ~Copyable {
  private let path: Path
  private let inode: UInt64

  /// Writes the file, and creates its directory if it is missing; all users may read both.
  ///
  /// The new file replaces an existing one atomically; a symbolic link itself is replaced, not its
  /// target.
  package init(at path: Path) throws(SystemError) {
    PIDFile.makeDirectory(of: path)
    var new = path
    try new.append(UInt8(ascii: "~"))
    // Left behind by an instance that was killed.
    _ = unsafe new.withCString { name in unsafe unlink(name) }
    do throws(SystemError) {
      let file = try FileDescriptor(opening: new, for: .create)
      let number = file.number
      // Independent of the process's umask.
      _ = try retrying(.configure) { fchmod(number, 0o644) }
      var line = InlineText<32>()
      line.append(Int(getpid()))
      line.append(byte: UInt8(ascii: "\n"))
      try file.writeAll(line.bytes)
      _ = try retrying(.write) {
        unsafe new.withCString { new in
          unsafe path.withCString { name in unsafe rename(new, name) }
        }
      }
    } catch {
      _ = unsafe new.withCString { name in unsafe unlink(name) }
      throw error
    }
    inode = unsafe path.withCString { name in unsafe cl_inode(name) }
    self.path = path
  }

  deinit {
    // The check keeps a successor's file. A file that cannot be removed stays, as those of killed
    // programs do.
    let ours = inode
    unsafe path.withCString { name in
      if unsafe cl_inode(name) == ours { _ = unsafe unlink(name) }
    }
  }

  /// The PID in a file; nil where there is none.
  package static func number(in path: borrowing Path) -> Int32? {
    guard
      let file = try? FileDescriptor(opening: path, for: .readOnly, nonblocking: true)
    else { return nil }
    var bytes = InlineArray<12, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    guard case .bytes(let count)? = try? file.read(into: &span) else { return nil }
    var number: Int64 = 0
    for index in 0..<count where bytes[index] != UInt8(ascii: "\n") {
      guard bytes[index].isDigit else { return nil }
      number = number * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
    }
    return Int32(exactly: number)
  }

  /// Removes the file of a program that was killed.
  package static func remove(_ path: borrowing Path) {
    _ = unsafe path.withCString { name in unsafe unlink(name) }
  }

  /// Where this fails, opening the file fails too, and reports the reason.
  private static func makeDirectory(of path: Path) {
    var end = path.bytes.count - 1
    while end > 0, path.bytes[end] != UInt8(ascii: "/") { end -= 1 }
    guard end > 0, let directory = try? Path(path.bytes.extracting(first: end)) else { return }
    unsafe directory.withCString { name in
      // Independent of the process's umask; an existing directory is left as it is.
      if unsafe mkdir(name, 0o755) == 0 { _ = unsafe chmod(name, 0o755) }
    }
  }
}
