// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Questions about a folder's contents.
package enum Folder {
  /// The names of the files in a folder, in any order; none where it cannot be read.
  package static func names(in path: String) -> [String] {
    // The name lives through the call.
    guard let folder = unsafe opendir(path) else { return [] }
    // Open since just now, and not used after this.
    defer { unsafe closedir(folder) }
    var names: [String] = []
    // The kernel's text ends with NUL and is valid until the next call.
    while let name = unsafe cl_folder_next(folder) { names.append(unsafe String(cString: name)) }
    return names
  }

  /// Whether a path is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var byte: CChar = 0
    // The name lives through the call, which writes one byte at most.
    return unsafe readlink(path, &byte, 1) >= 0
  }

  /// Whether a path is a folder that can be opened.
  package static func isFolder(_ path: String) -> Bool {
    // The name lives through the call.
    guard let folder = unsafe opendir(path) else { return false }
    // Opened above, and not used after this call.
    unsafe closedir(folder)
    return true
  }

  /// Whether a file exists.
  package static func has(_ path: String) -> Bool {
    // The name lives through the call.
    unsafe access(path, F_OK) == 0
  }
}
