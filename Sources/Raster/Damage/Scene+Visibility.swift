// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// What counts as a change that can be seen: for the damage of a frame, and for when the next one is due.
package enum VisibleChange {
  /// How far an edge moves, in pixels.
  package static var distance: Fixed { Fixed(1, over: 16) }

  /// By how much a channel of a colour changes, of 65535: two levels of 255.
  package static var levels: Int32 { 2 * 257 }
}

extension Scene {
  /// Whether a shape has moved, or has changed its colour, by so much that it can be seen.
  ///
  /// Not if another shape's box covers all of it, nor where finding out would take long.
  func changesVisibly(_ index: Int, since previous: borrowing Scene, _ other: Int) -> Bool {
    let (new, old) = (shapes[index], previous.shapes[other])
    if new.opacity == .zero || old.opacity == .zero { return false }
    for above in index + 1..<max(shapeCount, index + 1)
    where shapes[above].bounds.contains(new.bounds) {
      return false
    }
    if new.bounds.isFar(from: old.bounds) { return true }
    if case .ringArc(_, let radius, _, let start, let sweep) = new.geometry,
      case .ringArc(_, _, _, let oldStart, let oldSweep) = old.geometry
    {
      let (span, oldSpan) = (RingSpan(start, sweep), RingSpan(oldStart, oldSweep))
      let turn = max(
        abs(RingSpan.delta(from: oldSpan.first, to: span.first)),
        abs(RingSpan.delta(from: oldSpan.end, to: span.end)))
      // The length of the way is 2π times as long.
      let reach = saturatingProduct(turn, saturated(radius.raw))
      if saturatingProduct(reach, new.transform.maximumScale) > VisibleChange.distance.raw * 7 / 44
      {
        return true
      }
    }
    switch (new.paint, old.paint) {
    case (.solid(let a), .solid(let b)): return a.isFar(from: b)
    case (.linear(let a), .linear(let b)):
      for stop in 0..<Int(min(a.stops.count, b.stops.count))
      where stops[Int(a.stops.first) + stop].color.isFar(
        from: previous.stops[Int(b.stops.first) + stop].color)
      {
        return true
      }
      return false
    default: return false
    }
  }
}

extension Bounds {
  /// Whether all of another box is inside.
  fileprivate func contains(_ other: Bounds) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  /// Whether a side has moved visibly from another box's.
  fileprivate func isFar(from other: Bounds) -> Bool {
    if isEmpty || other.isEmpty { return isEmpty != other.isEmpty }
    let move = max(
      abs(left - other.left), abs(top - other.top), abs(right - other.right),
      abs(bottom - other.bottom))
    return move > VisibleChange.distance.raw
  }
}

extension Color {
  /// The largest difference of a channel from another colour's, of 65535.
  package func difference(from other: Color) -> Int32 {
    max(
      abs(Int32(red) - Int32(other.red)), abs(Int32(green) - Int32(other.green)),
      abs(Int32(blue) - Int32(other.blue)))
  }

  /// Whether a channel differs visibly from another colour's.
  fileprivate func isFar(from other: Color) -> Bool {
    difference(from: other) > VisibleChange.levels
  }
}
