// SPDX-License-Identifier: Apache-2.0

import Linux

extension DirectoryWatcher {
  /// Watches the folder that a path is in, where there is one by now.
  package func add(folderOf path: String) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    // A folder that is not there is tried again when the next attempt is due.
    try? add(Files.path(folder))
  }
}
