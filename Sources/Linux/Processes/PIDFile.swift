// SPDX-License-Identifier: Apache-2.0

import CLinux

/// A file with the process's PID, by which others find it; removed at the end.
@usableFromInline
package struct PIDFile: ~Copyable {
  private let path: Path
  private let inode: UInt64

  /// Writes the file, whose directory is made if that is missing; both for all to read.
  ///
  /// What was at the path is replaced at once by the whole new file, a link itself and not what it
  /// leads to.
  package init(at path: Path) throws(SystemError) {
    PIDFile.makeDirectory(of: path)
    var new = path
    try new.append(UInt8(ascii: "~"))
    // Left behind by one that was killed.
    _ = unsafe new.withCString { name in unsafe unlink(name) }
    do throws(SystemError) {
      let file = try FileDescriptor(opening: new, for: .create)
      let number = file.number
      // Whatever mask the process has.
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
    // Without the check a successor would lose its file. Where it cannot be removed it stays, as those
    // of programs that were killed do.
    let ours = inode
    unsafe path.withCString { name in
      if unsafe cl_inode(name) == ours { _ = unsafe unlink(name) }
    }
  }

  /// The number that a file holds; nil where there is none.
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

  /// Where that fails, so does opening the file, which says why.
  private static func makeDirectory(of path: Path) {
    var end = path.bytes.count - 1
    while end > 0, path.bytes[end] != UInt8(ascii: "/") { end -= 1 }
    guard end > 0, let directory = try? Path(path.bytes.extracting(first: end)) else { return }
    unsafe directory.withCString { name in
      // Whatever mask the process has; one that is there already is left as it is.
      if unsafe mkdir(name, 0o755) == 0 { _ = unsafe chmod(name, 0o755) }
    }
  }
}
