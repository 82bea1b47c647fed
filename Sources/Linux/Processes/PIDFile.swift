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
    var line = InlineText<32>()
    line.append(Int(getpid()))
    line.append(byte: UInt8(ascii: "\n"))
    try AtomicFile.write(line.bytes, to: path)
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
  package static func remove(_ path: borrowing Path) { AtomicFile.remove(path) }
}
