/// From where to where an outline reaches within a row.
struct RowExtent: Equatable, BitwiseCopyable {
  /// The leftmost column, and the first one beyond the rightmost; in this order where there is one.
  var left: Int32
  var right: Int32

  static var nothing: RowExtent { RowExtent(left: .max, right: .min) }
}

/// A place in device space, in pixels, Q16.
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

// An outline's rows: from the leftmost to the rightmost place of its edges within each. For a convex
// one that is all that it covers.
extension Damage {
  /// By how much outlines are taken to be larger on all sides, in pixels, Q16: 1/32.
  ///
  /// The renderer's polygons lie up to 0.004 pixels outside of the circles that they stand for.
  static var margin: Int64 { 2048 }

  /// Takes an edge of an outline; its places are below 2¹⁵ pixels.
  mutating func addEdge(_ a: DevicePoint, _ b: DevicePoint) {
    let (top, bottom) = a.y <= b.y ? (a, b) : (b, a)
    let first = max(Int((top.y - Damage.margin) >> 16), 0)
    let last = min(Int((bottom.y + Damage.margin) >> 16), height - 1)
    if first > last { return }
    let slope = top.y == bottom.y ? 0 : ((bottom.x - top.x) << 28) / (bottom.y - top.y)
    func x(_ y: Int64) -> Int64 {
      if y <= top.y { return top.x }
      return y >= bottom.y ? bottom.x : top.x &+ ((y &- top.y) &* slope) >> 28
    }
    for row in first...last {
      let upper = x(Int64(row) << 16 &- Damage.margin)
      let lower = x(Int64(row &+ 1) << 16 &+ Damage.margin)
      let (least, most) = bottom.x < top.x ? (lower, upper) : (upper, lower)
      let left = Int32(truncatingIfNeeded: (least &- Damage.margin) >> 16)
      let right = Int32(truncatingIfNeeded: (most &+ Damage.margin) >> 16 &+ 1)
      var extent = extents[row]
      extent.left = min(extent.left, left)
      extent.right = max(extent.right, right)
      extents[row] = extent
    }
    outlined =
      outlined.isEmpty
      ? first..<last + 1 : min(outlined.lowerBound, first)..<max(outlined.upperBound, last + 1)
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
      if extent.left >= extent.right { continue }
      insert(
        PixelRectangle(
          left: Int(extent.left), top: start, right: Int(extent.right), bottom: row
        ).intersection(rectangle))
    }
    outlined = 0..<0
  }
}
