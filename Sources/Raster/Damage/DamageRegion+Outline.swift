// SPDX-License-Identifier: Apache-2.0

/// From where to where an outline reaches within a row.
struct RowExtent: Equatable, BitwiseCopyable {
  /// The leftmost column, and the first one beyond the rightmost; in this order where there is one.
  var left: Int32
  var right: Int32

  static var nothing: RowExtent { RowExtent(left: .max, right: .min) }
}

/// A point in device space, in pixels, Q16.
struct DevicePoint: Equatable, BitwiseCopyable {
  var x: Int64
  var y: Int64

  static func + (a: DevicePoint, b: DevicePoint) -> DevicePoint {
    DevicePoint(x: a.x + b.x, y: a.y + b.y)
  }

  static func - (a: DevicePoint, b: DevicePoint) -> DevicePoint {
    DevicePoint(x: a.x - b.x, y: a.y - b.y)
  }

  static prefix func - (a: DevicePoint) -> DevicePoint { DevicePoint(x: -a.x, y: -a.y) }
}

// An outline's rows: from the leftmost to the rightmost x of its edges within each. For a convex
// one that is all that it covers.
extension DamageRegion {
  /// By how much outlines are taken to be larger on all sides, in pixels, Q16: 1/32.
  ///
  /// The renderer's polygons lie up to 0.004 pixels outside of the circles that they stand for.
  static var margin: Int64 { 2048 }

  /// Takes an edge of an outline; its coordinates are below 2¹⁵ pixels.
  @_optimize(speed)
  mutating func addEdge(_ a: DevicePoint, _ b: DevicePoint) {
    let margin = DamageRegion.margin
    let isDown = a.y <= b.y
    let (top, bottom) = (isDown ? a : b, isDown ? b : a)
    let first = max(Int((top.y &- margin) >> 16), 0)
    let last = min(Int((bottom.y &+ margin) >> 16), height &- 1)
    if first > last { return }
    outlined =
      outlined.isEmpty
      ? first..<last &+ 1 : min(outlined.lowerBound, first)..<max(outlined.upperBound, last &+ 1)
    // All rows that are touched lie in the frame.
    let extents = unsafe extents.pointer(to: height)
    let goesLeft = bottom.x < top.x
    // Heights above and below a row, by the margin, and x there, found by stepping; beyond
    // the edge's ends these are not used.
    let isWithinRow = (top.y &- margin) >> 16 == (bottom.y &+ margin) >> 16
    let slope =
      isWithinRow || top.y == bottom.y
      ? 0 : ((bottom.x &- top.x) &<< 28) / (bottom.y &- top.y)
    var above = Int64(first) << 16 &- margin
    var upperDelta = (above &- top.y) &* slope
    let (tall, heightDelta) = (65536 &+ 2 &* margin, (65536 &+ 2 &* margin) &* slope)
    for row in first...last {
      let below = above &+ tall
      let upper = above <= top.y ? top.x : top.x &+ upperDelta >> 28
      let lower = below >= bottom.y ? bottom.x : top.x &+ (upperDelta &+ heightDelta) >> 28
      let left = Int32(truncatingIfNeeded: ((goesLeft ? lower : upper) &- margin) >> 16)
      let right = Int32(truncatingIfNeeded: ((goesLeft ? upper : lower) &+ margin) >> 16 &+ 1)
      let extent = unsafe extents[row]
      unsafe extents[row] = RowExtent(
        left: min(extent.left, left), right: max(extent.right, right))
      upperDelta &+= slope << 16
      above &+= 65536
    }
  }

  /// Adds what the edges reached, as far as it lies within a rectangle, and forgets them.
  mutating func insertOutline(within rectangle: PixelRectangle) {
    var row = outlined.lowerBound
    while row < outlined.upperBound {
      let extent = extents[row]
      let start = row
      repeat {
        extents[row] = .nothing
        row += 1
      } while row < outlined.upperBound && extents[row] == extent
      insert(extent, rows: start..<row, within: rectangle)
    }
    outlined = 0..<0
  }

  /// Adds an outline's extent of some equal rows.
  @inline(never)
  mutating func insert(_ extent: RowExtent, rows: Range<Int>, within rectangle: PixelRectangle) {
    if extent.left >= extent.right { return }
    insert(
      PixelRectangle(
        left: Int(extent.left), top: rows.lowerBound, right: Int(extent.right),
        bottom: rows.upperBound
      ).intersection(rectangle))
  }
}
