// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Linux

/// Reads and writes whole files, and prints lines for the user.
package enum Files {
  /// The largest input: the daemon's limit for a pack, and more than the largest fonts of Debian.
  package static let largestInput = 64 << 20

  /// Reads a file, or standard input for `-`.
  package static func read(
    _ name: String, atMost limit: Int = largestInput
  ) throws(ToolError) -> [UInt8] {
    do {
      if name == "-" { return try all(of: FileDescriptor(duplicating: 0), name, limit) }
      return try all(of: FileDescriptor(opening: path(name), for: .readOnly), name, limit)
    } catch let error as SystemError {
      throw .usage("cannot read \(name): \(error.words)")
    } catch let error as ToolError {
      throw error
    } catch {
      throw .usage("cannot read \(name)")
    }
  }

  /// Reads a whole regular file and never waits; refuses a FIFO, a device and a symbolic link.
  package static func readRegular(_ name: String) throws(ToolError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readRegular(name, atMost: largestInput + 1)
    } catch {
      switch error.errno {
      case EINVAL: throw .usage("cannot read \(name): not a regular file")
      case ELOOP: throw .usage("cannot read \(name): it is a symbolic link")
      default: throw .usage("cannot read \(name): \(error.words)")
      }
    }
    guard bytes.count <= largestInput else {
      throw .usage("\(name) is larger than \(largestInput >> 20) MiB")
    }
    return bytes
  }

  /// Reads the beginning of a regular file that may belong to another user: at most `size` bytes.
  ///
  /// It never waits, and refuses a FIFO, a device and a symbolic link with `EINVAL` or `ELOOP`.
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

  /// Writes a file and replaces an existing one; writes to standard output for `-`.
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

  /// Writes text to standard output without buffering, so that the order of all output is kept.
  package static func say(_ text: String) throws(ToolError) {
    try write(Array(text.utf8), to: "-")
  }

  /// Writes one line to standard error; ignores a failure.
  package static func warn(_ line: String, prefix: String = "flipbook: ") {
    writeError("\(prefix)\(line.escaped)\n")
  }

  /// Writes text to standard error unchanged; ignores a failure.
  package static func writeError(_ text: String) {
    _ = try? FileDescriptor(duplicating: 2).writeAll(Array(text.utf8).span)
  }

  /// The path in the form that system calls take.
  package static func path(_ name: String) throws(SystemError) -> Path {
    try Path(Array(name.utf8).span)
  }

  private static func all(
    of file: consuming FileDescriptor, _ name: String, _ limit: Int
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      var span = buffer.mutableSpan
      guard case .bytes(let count) = try file.read(into: &span) else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw ToolError.usage("\(name) is larger than \(limit >> 20) MiB")
      }
    }
  }
}
