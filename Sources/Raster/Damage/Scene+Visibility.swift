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
  /// How far a shape has moved, Q32 pixels; all there is where its colour has changed visibly.
  ///
  /// 0 if another shape's box covers all of it, and where finding out would take long.
  func motion(of index: Int, since previous: borrowing Scene, _ other: Int) -> Int64 {
    let (new, old) = (shapes[index], previous.shapes[other])
    if new.opacity == .zero || old.opacity == .zero { return 0 }
    for above in index + 1..<max(shapeCount, index + 1)
    where shapes[above].bounds.contains(new.bounds) {
      return 0
    }
    var motion = new.bounds.motion(from: old.bounds)
    if motion > VisibleChange.distance.raw { return motion }
    if case .ringArc(_, let radius, _, let start, let sweep) = new.geometry,
      case .ringArc(_, _, _, let oldStart, let oldSweep) = old.geometry
    {
      let (span, oldSpan) = (RingSpan(start, sweep), RingSpan(oldStart, oldSweep))
      let turn = max(
        abs(RingSpan.delta(from: oldSpan.first, to: span.first)),
        abs(RingSpan.delta(from: oldSpan.end, to: span.end)))
      // The length of the way is 2π times as long.
      let reach = saturatingProduct(turn, saturated(radius.raw))
      let arc = saturatingProduct(reach, new.transform.maximumScale)
      // Of a radius below 0 nothing is seen.
      let way = min(max(arc, 0), 1 << 58) / 7 * 44
      motion = max(motion, way)
    }
    return changesColor(new.paint, previous, old.paint) ? .max : motion
  }

  /// Whether a paint's colour has changed visibly.
  private func changesColor(_ new: Paint, _ previous: borrowing Scene, _ old: Paint) -> Bool {
    switch (new, old) {
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

  /// How far a side has moved at most from another box's.
  fileprivate func motion(from other: Bounds) -> Int64 {
    if isEmpty || other.isEmpty { return isEmpty != other.isEmpty ? .max : 0 }
    return max(
      abs(left - other.left), abs(top - other.top), abs(right - other.right),
      abs(bottom - other.bottom))
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
