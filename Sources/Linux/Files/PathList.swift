// SPDX-License-Identifier: Apache-2.0

/// Paths in the order in which they were added, at most `capacity`.
package struct PathList {
  /// The paths.
  package private(set) var paths: [Path] = []

  /// The most paths.
  package static var capacity: Int { 64 }

  /// An empty list.
  package init() {}

  /// Appends a path; false where there are `capacity` already.
  @discardableResult
  package mutating func append(_ path: Path) -> Bool {
    if paths.count == PathList.capacity { return false }
    paths.append(path)
    return true
  }
}
