// SPDX-License-Identifier: Apache-2.0

/// Paths in the order in which they were added, at most `capacity`.
///
/// Copies share their links: once there are two, nobody appends. Linked, not an array: the daemon has few lists
/// of paths, and one more kind of array takes half a kilobyte of code to grow.
package struct PathList {
  /// A path and those after it.
  package final class Link {
    /// The path.
    package let path: Path

    /// What follows; nil for the last.
    package fileprivate(set) var next: Link?

    fileprivate init(_ path: Path) { self.path = path }
  }

  /// The first path, from which all others are reached; nil for an empty list.
  package private(set) var first: Link?

  private var last: Link?

  /// How many there are.
  package private(set) var count = 0

  /// The most paths, each of which is released by the one before it.
  package static var capacity: Int { 64 }

  /// An empty list.
  package init() {}

  /// Adds a path at the end; false where there are `capacity` already.
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
