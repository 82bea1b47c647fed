// SPDX-License-Identifier: Apache-2.0

import CLinux
import ToolSupport

/// Detects that a file of a theme has changed.
///
/// It compares names, sizes and times of all files: editors replace files, folders come and go, and a theme has few
/// files.
struct ThemeWatch {
  private let path: String
  private var last: [String]

  /// Watches a theme's folder with all below it, or a pack.
  init(_ theme: String) {
    path = ThemeFolder.isNamed(theme) ? ThemeFolder(theme).path : theme
    last = ThemeWatch.files(path)
  }

  /// Whether something differs from the last call.
  mutating func hasChanged() -> Bool {
    let now = ThemeWatch.files(path)
    defer { last = now }
    return now != last
  }

  /// A line for each file.
  static func files(_ path: String, depth: Int = 0) -> [String] {
    var status = stat()
    // The name lives through the call, which fills a local.
    guard unsafe stat(path, &status) == 0 else { return ["\(path) missing"] }
    guard Folder.isFolder(path), depth < 8 else {
      return [
        "\(path) \(status.st_size) \(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
      ]
    }
    // A theme cannot refer to a link, which may lead to folders of any size.
    return Folder.names(in: path).sorted().map { "\(path)/\($0)" }.filter { !Folder.isLink($0) }
      .flatMap { files($0, depth: depth + 1) }
  }
}
