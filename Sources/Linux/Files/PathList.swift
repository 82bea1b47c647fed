// SPDX-License-Identifier: Apache-2.0

/// Paths in the order in which they were added, at most `capacity`.
///
/// Copies share their links, so a list must not be appended to once it has a copy. It is linked because the
/// daemon has few lists of paths, and one more kind of array adds half a kilobyte of code.
package struct PathList {
  /// A path and the rest of the list.
  package final class Link {
    /// The path.
    package let path: Path

    /// The next link; nil for the last.
    package fileprivate(set) var next: Link?

    fileprivate init(_ path: Path) { self.path = path }
  }

  /// The first path, from which all others are reached; nil for an empty list.
  package private(set) var first: Link?

  private var last: Link?

  /// The number of paths.
  package private(set) var count = 0

  /// The most paths: each is released by the previous one, recursively.
  package static var capacity: Int { 64 }

  /// An empty list.
  package init() {}

  /// Appends a path; false where there are `capacity` already.
  ///
  /// - Complexity: O(1)
  @discardableResult
  package mutating func append(_ path: Path) -> Bool {
    if count == PathList.capacity { return false }
    let link = Link(path)
    if let last { last.next = link } else { first = link }
    last = link
    count += 1
    return true
  }
}
