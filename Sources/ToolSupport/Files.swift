// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Linux

/// Whole files in and out, and lines for the user.
package enum Files {
  /// What an input may be at most: the daemon's limit of a pack, and more than the largest fonts of Debian have.
  package static let largestInput = 64 << 20

  /// Reads a file, or standard input for `-`.
  package static func read(_ name: String) throws(ToolError) -> [UInt8] {
    do {
      if name == "-" { return try all(of: FileDescriptor(duplicating: 0), name) }
      return try all(of: FileDescriptor(opening: path(name), for: .readOnly), name)
    } catch let error as SystemError {
      throw .usage("cannot read \(name): \(error.words)")
    } catch let error as ToolError {
      throw error
    } catch {
      throw .usage("cannot read \(name)")
    }
  }

  /// Reads a regular file whole, and never waits: a FIFO, a device and a symbolic link are refused.
  package static func readRegular(_ name: String) throws(ToolError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readRegular(name, atMost: largestInput + 1)
    } catch {
      switch error.errno {
      case EINVAL: throw .usage("cannot read \(name): it is no regular file")
      case ELOOP: throw .usage("cannot read \(name): it is a symbolic link")
      default: throw .usage("cannot read \(name): \(error.words)")
      }
    }
    guard bytes.count <= largestInput else {
      throw .usage("\(name) is larger than \(largestInput >> 20) MiB")
    }
    return bytes
  }

  /// Reads the beginning of a regular file that another user has put there, so many bytes at most.
  ///
  /// Never waits: a FIFO, a device and a symbolic link are refused with `EINVAL` or `ELOOP`.
  package static func readRegular(_ name: String, atMost size: Int) throws(SystemError) -> [UInt8] {
    // The name lives through the call.
    let number = unsafe cl_open_regular(name)
    guard number >= 0 else { throw SystemError(.open, errno: cl_errno()) }
    let file = FileDescriptor(adopting: number)
    var bytes: [UInt8] = []
    while bytes.count < size {
      var buffer = [UInt8](repeating: 0, count: min(size - bytes.count, 1 << 20))
      var span = buffer.mutableSpan
      guard case .bytes(let count) = try file.read(into: &span) else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Writes a file in place of what is there, or to standard output for `-`.
  package static func write(_ bytes: [UInt8], to name: String) throws(ToolError) {
    do throws(SystemError) {
      if name == "-" {
        try FileDescriptor(duplicating: 1).writeAll(bytes.span)
      } else {
        try FileDescriptor(opening: path(name), for: .replace).writeAll(bytes.span)
      }
    } catch {
      throw .usage("cannot write \(name): \(error.words)")
    }
  }

  /// Writes text to standard output at once, in order with everything else.
  package static func say(_ text: String) throws(ToolError) {
    try write(Array(text.utf8), to: "-")
  }

  /// Writes one line to standard error; nothing can be done where that fails.
  package static func warn(_ line: String, prefix: String = "flipbook: ") {
    writeError("\(prefix)\(line.escaped)\n")
  }

  /// Writes text to standard error as it is; nothing can be done where that fails.
  package static func writeError(_ text: String) {
    _ = try? FileDescriptor(duplicating: 2).writeAll(Array(text.utf8).span)
  }

  /// The path's form for the kernel.
  package static func path(_ name: String) throws(SystemError) -> Path {
    try Path(Array(name.utf8).span)
  }

  private static func all(
    of file: consuming FileDescriptor, _ name: String
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      var span = buffer.mutableSpan
      guard case .bytes(let count) = try file.read(into: &span) else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= largestInput else {
        throw ToolError.usage("\(name) is larger than \(largestInput >> 20) MiB")
      }
    }
  }
}
