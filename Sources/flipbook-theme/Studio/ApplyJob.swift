// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import ToolSupport

/// A `flipbook-theme apply` that runs beside the server, with its output so far.
struct ApplyJob: ~Copyable {
  /// The command line, as a person would write it.
  let line: String
  private let child: pid_t
  private let output: FileDescriptor
  private(set) var text: [UInt8] = []
  /// The exit status; nil while it runs.
  private(set) var status: Int?

  /// More of its output is dropped.
  private static let longest = 65536

  /// Starts this program again with the arguments.
  init(_ arguments: [String]) throws(ToolError) {
    line = (["flipbook-theme"] + arguments).joined(separator: " ")
    // A parent may have ignored the end of children.
    cl_keep_children()
    // Not /proc/self/exe, which is the loader where a bundle's script has started it: the script's name is argv[0].
    // Copied with strdup and freed below, after the last use.
    let program = [CommandLine.arguments.first ?? "flipbook-theme"] + arguments
    var words = unsafe program.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var (reader, child): (CInt, pid_t) = (-1, 0)
    let error = unsafe words.withUnsafeMutableBufferPointer { list in
      // The list ends with a null pointer and lives as long as the call.
      unsafe cl_spawn_with_all_output(list.baseAddress, &reader, &child)
    }
    guard error == 0 else {
      throw .usage("cannot start \(line): \(SystemError(.open, errno: error).words)")
    }
    self.child = child
    output = FileDescriptor(adopting: reader)
  }

  /// Reads more of its output, and its status once it has ended; never waits.
  mutating func look() {
    guard status == nil else { return }
    let code = cl_exit_status(child)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var span = buffer.mutableSpan
      guard case .bytes(let count)? = try? output.read(into: &span) else { break }
      text += buffer[..<min(count, ApplyJob.longest - text.count)]
    }
    if code >= 0 { status = Int(code) }
  }
}
