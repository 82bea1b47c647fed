// SPDX-License-Identifier: Apache-2.0

import Linux
import ToolSupport

/// The file of a recording, which grows while frames come, and has its name when it is complete.
struct RecordingFile: ~Copyable {
  private let name: String
  private var partial: PartialFile
  private let file: FileDescriptor

  /// Replaces a file; `-` is standard output.
  init(_ name: String) throws(ToolError) {
    self.name = name
    partial = PartialFile(of: name)
    do throws(SystemError) {
      file =
        if name == "-" { try FileDescriptor(duplicating: 1) } else {
          try FileDescriptor(opening: Files.path(partial.path), for: .replace)
        }
    } catch {
      throw .usage("cannot write \(name): \(error.words)")
    }
  }

  /// Gives the file its name.
  mutating func finish() throws(ToolError) { try partial.complete() }

  /// Writes bytes after those that were written before.
  func write(_ bytes: [UInt8]) throws(ToolError) {
    do throws(SystemError) {
      try file.writeAll(bytes.span)
    } catch {
      throw .usage("cannot write \(name): \(error.words)")
    }
  }
}
