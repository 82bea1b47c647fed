// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// Groups of a path's subpaths: subpaths with overlapping columns are one group.
package struct PathGroups: ~Copyable {
  struct Subpath: BitwiseCopyable {
    var first: Int32
    var end: Int32
    /// Its extent on user space's x, pen included, Q32.
    var left: Int64
    var right: Int64
  }

  private var subpaths: RigidArray<Subpath>
  private var subpathCount = 0
  private var nextSubpath = 0

  /// The current group's elements, relative to its first point.
  package private(set) var elements: RigidArray<PathElement>
  /// The number of these elements.
  package private(set) var elementCount = 0
  /// The group's first point, within the limits.
  package private(set) var origin = Point.zero
  /// The largest distance of its points from the first one on either axis, Q32.
  package private(set) var size: Int64 = 0

  /// Allocates memory for one path.
  package init() {
    subpaths = RigidArray(capacity: 8192)
    elements = RigidArray(capacity: 16384)
  }

  /// Reads a path of a scene; false where the capacity is exceeded.
  package mutating func begin(_ path: Range<Int>, of scene: borrowing Scene, reach: Int64) -> Bool {
    (subpathCount, nextSubpath) = (0, 0)
    if path.count > elements.capacity { return false }
    var first = path.lowerBound
    while first < path.upperBound {
      var end = first + 1
      while end < path.upperBound && !scene.elements[end].isMove { end += 1 }
      if subpathCount == subpaths.capacity { return false }
      var (left, right) = (Int64.max, Int64.min)
      for index in first..<end {
        scene.elements[index].forEachPoint {
          (left, right) = (min(left, $0.x.raw), max(right, $0.x.raw))
        }
      }
      let subpath = Subpath(
        first: Int32(first), end: Int32(end), left: saturated(left) - reach,
        right: saturated(right) + reach)
      subpaths.append(subpath, counting: &subpathCount)
      // Sorted by the left side; in a text it already comes last.
      subpaths.sortIn(subpathCount - 1) { $0.left < $1.left }
      first = end
    }
    return true
  }

  /// Advances to the next group; false after the last one.
  package mutating func next(of scene: borrowing Scene) -> Bool {
    if nextSubpath == subpathCount { return false }
    let first = nextSubpath
    var right = subpaths[first].right
    nextSubpath += 1
    while nextSubpath < subpathCount && subpaths[nextSubpath].left <= right {
      right = max(right, subpaths[nextSubpath].right)
      nextSubpath += 1
    }
    // Back to the path's order, which identifies the group.
    for index in first + 1..<max(nextSubpath, first + 1) {
      subpaths.sortIn(index, from: first) { $0.first < $1.first }
    }
    copy(first..<nextSubpath, of: scene)
    return true
  }

  private mutating func copy(_ group: Range<Int>, of scene: borrowing Scene) {
    let (x, y) = scene.elements[Int(subpaths[group.lowerBound].first)].end.withinLimits
    origin = Point(Fixed(raw: x), Fixed(raw: y))
    (elementCount, size) = (0, 0)
    for index in group {
      for element in Int(subpaths[index].first)..<Int(subpaths[index].end) {
        let moved = scene.elements[element].moved(from: origin)
        elements.append(moved, counting: &elementCount)
        moved.forEachPoint { size = max(size, max(abs($0.x.raw), abs($0.y.raw))) }
      }
    }
  }
}

extension Point {
  /// The vector from an origin to this point, both within the limits.
  fileprivate func moved(from origin: Point) -> Point {
    Point(
      Fixed(raw: saturated(x.raw) - origin.x.raw), Fixed(raw: saturated(y.raw) - origin.y.raw))
  }
}

extension PathElement {
  /// The same element relative to another origin.
  fileprivate func moved(from origin: Point) -> PathElement {
    switch self {
    case .move(let point): .move(point.moved(from: origin))
    case .line(let point): .line(point.moved(from: origin))
    case .quadratic(let control, let end):
      .quadratic(control: control.moved(from: origin), end: end.moved(from: origin))
    case .cubic(let first, let second):
      .cubic(first: first.moved(from: origin), second: second.moved(from: origin))
    case .close: .close
    }
  }

  fileprivate var isMove: Bool {
    if case .move = self { true } else { false }
  }
}
