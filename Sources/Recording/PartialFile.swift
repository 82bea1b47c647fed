// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux
import ToolSupport

/// A file that has its name only when it is complete: until then it is beside it, and a failure removes it.
///
/// Standard output, and what is no regular file, such as a pipe, is written as it is.
struct PartialFile: ~Copyable {
  /// The file to write.
  let path: String
  private let name: String
  private var isPending: Bool

  /// Makes no file yet.
  init(of name: String) {
    self.name = name
    var kind = stat()
    // The name lives through the call, which writes one structure.
    let isOther = unsafe stat(name, &kind) == 0 && kind.st_mode & UInt32(S_IFMT) != UInt32(S_IFREG)
    // A link stays, and its target is written.
    isPending = name != "-" && !isOther && !Folder.isLink(name)
    path = isPending ? "\(name).\(getpid()).part" : name
  }

  deinit {
    // The path lives through the call; there may be no file yet.
    if isPending { _ = unsafe unlink(path) }
  }

  /// Gives the file its name, in place of one that has it.
  mutating func complete() throws(ToolError) {
    guard isPending else { return }
    // The paths live through the call.
    guard unsafe rename(path, name) == 0 else {
      throw .usage("cannot write \(name): \(SystemError(.write, errno: cl_errno()).words)")
    }
    isPending = false
  }
}
