// SPDX-License-Identifier: Apache-2.0

import Linux

extension DirectoryWatcher {
  /// Watches the folder of a path, if the folder exists.
  package func add(folderOf path: String) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    // If the folder is missing, the next attempt tries again.
    try? add(Files.path(folder))
  }
}
