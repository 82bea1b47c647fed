// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// From where to where something reaches on user space's x, Q32.
struct Extent: BitwiseCopyable {
  var left = Int64.max
  var right = Int64.min

  mutating func include(_ x: Int64, reach: Int64) {
    left = min(left, saturated(x) - reach)
    right = max(right, saturated(x) + reach)
  }

  mutating func include(_ other: Extent) {
    left = min(left, other.left)
    right = max(right, other.right)
  }
}

/// Groups of a path's subpaths: those whose columns overlap belong together.
struct StrokeGroups: ~Copyable {
  struct Subpath: BitwiseCopyable {
    var first: Int32
    var end: Int32
    /// From where to where it reaches on user space's x, pen included, Q32.
    var columns: Extent
  }

  private var subpaths: RigidArray<Subpath>
  private var subpathCount = 0
  private var nextSubpath = 0

  /// The present group's elements, as seen from its first point.
  private(set) var elements: RigidArray<PathElement>
  private(set) var elementCount = 0
  private(set) var origin = Point.zero
  /// How far its points lie from the first one on either axis, Q32.
  private(set) var size: Int64 = 0

  init() {
    subpaths = RigidArray(capacity: 8192)
    elements = RigidArray(capacity: 16384)
  }

  /// Takes a path of a scene; false where the capacity is exceeded.
  mutating func begin(_ path: Range<Int>, of scene: borrowing Scene, reach: Int64) -> Bool {
    (subpathCount, nextSubpath) = (0, 0)
    if path.count > elements.capacity { return false }
    var first = path.lowerBound
    while first < path.upperBound {
      var end = first + 1
      while end < path.upperBound && !scene.elements[end].isMove { end += 1 }
      if subpathCount == subpaths.capacity { return false }
      let columns = scene.extent(of: first..<end, reach: reach)
      insert(Subpath(first: Int32(first), end: Int32(end), columns: columns))
      first = end
    }
    return true
  }

  /// Puts a subpath where it belongs by its left side; in a text that is the end.
  private mutating func insert(_ subpath: Subpath) {
    var position = subpathCount
    subpaths.append(subpath, at: position)
    subpathCount += 1
    while position > 0 && subpaths[position - 1].columns.left > subpath.columns.left {
      subpaths[position] = subpaths[position - 1]
      position -= 1
    }
    subpaths[position] = subpath
  }

  /// Goes on to the next group; false after the last one.
  mutating func next(of scene: borrowing Scene) -> Bool {
    if nextSubpath == subpathCount { return false }
    let first = nextSubpath
    var columns = subpaths[first].columns
    nextSubpath += 1
    while nextSubpath < subpathCount && subpaths[nextSubpath].columns.left <= columns.right {
      columns.include(subpaths[nextSubpath].columns)
      nextSubpath += 1
    }
    // Back into the path's order, which is what the group is known by.
    for index in first + 1..<max(nextSubpath, first + 1) {
      let subpath = subpaths[index]
      var position = index
      while position > first && subpaths[position - 1].first > subpath.first {
        subpaths[position] = subpaths[position - 1]
        position -= 1
      }
      subpaths[position] = subpath
    }
    take(first..<nextSubpath, of: scene)
    return true
  }

  private mutating func take(_ group: Range<Int>, of scene: borrowing Scene) {
    origin = scene.elements[Int(subpaths[group.lowerBound].first)].end
    (elementCount, size) = (0, 0)
    for index in group {
      for element in Int(subpaths[index].first)..<Int(subpaths[index].end) {
        let moved = scene.elements[element].moved(from: origin)
        elements.append(moved, at: elementCount)
        elementCount += 1
        size = max(size, moved.size)
      }
    }
  }
}

extension Point {
  /// The vector from another point, both saturated.
  fileprivate func moved(from origin: Point) -> Point {
    Point(
      Fixed(raw: saturated(x.raw) - saturated(origin.x.raw)),
      Fixed(raw: saturated(y.raw) - saturated(origin.y.raw)))
  }

  /// The larger of its distances from the axes, Q32.
  fileprivate var size: Int64 { max(abs(x.raw), abs(y.raw)) }
}

extension PathElement {
  /// The same element where another point is the origin.
  fileprivate func moved(from origin: Point) -> PathElement {
    switch self {
    case .move(let point): .move(point.moved(from: origin))
    case .line(let point): .line(point.moved(from: origin))
    case .quadratic(let control, let end):
      .quadratic(control: control.moved(from: origin), end: end.moved(from: origin))
    case .close: .close
    }
  }

  fileprivate var size: Int64 {
    switch self {
    case .move(let point), .line(let point): point.size
    case .quadratic(let control, let end): max(control.size, end.size)
    case .close: 0
    }
  }
}

extension PathElement {
  fileprivate var isMove: Bool {
    if case .move = self { true } else { false }
  }
}

extension Scene {
  fileprivate func extent(of range: Range<Int>, reach: Int64) -> Extent {
    var extent = Extent()
    for index in range {
      switch elements[index] {
      case .move(let point), .line(let point): extent.include(point.x.raw, reach: reach)
      case .quadratic(let control, let end):
        extent.include(control.x.raw, reach: reach)
        extent.include(end.x.raw, reach: reach)
      case .close: break
      }
    }
    return extent
  }
}
