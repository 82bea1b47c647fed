// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// The thresholds of a visible change: for the damage of a frame, and for the time of the next.
package enum VisibleChange {
  /// How far an edge moves, in pixels.
  package static var distance: Fixed { Fixed(1, over: 16) }

  /// The change of a colour's channel, of 65535: two levels of 255.
  package static var levels: Int32 { 2 * 257 }

  /// How much two scenes differ.
  package enum Degree: UInt8, Comparable, Sendable {
    /// So little that their pixels may be the same.
    case little
    /// So much that hardly any pixels are the same: comparing them would cost more than an occasional
    /// equal frame.
    case certain
    /// So much that it is visible.
    case visible

    /// Whether one degree is less than another.
    package static func < (a: Degree, b: Degree) -> Bool { a.rawValue < b.rawValue }

    /// An edge that has moved by a distance in Q32 pixels: 1/256 changes a level of a full-contrast edge.
    init(move: Int64) {
      let distance = VisibleChange.distance.raw
      self = move > distance ? .visible : move > distance >> 4 ? .certain : .little
    }

    /// A channel that has changed by a difference, of 65535.
    init(change: Int32) {
      self =
        change > VisibleChange.levels
        ? .visible : change > VisibleChange.levels >> 1 ? .certain : .little
    }
  }
}

extension Scene {
  /// How much a shape has moved, or has changed its colour.
  ///
  /// Little if another shape's box covers all of it, or where computing it would take long.
  func change(ofShape index: Int, since previous: borrowing Scene, _ other: Int)
    -> VisibleChange.Degree
  {
    let (new, old) = (shapes[index], previous.shapes[other])
    if new.opacity == .zero || old.opacity == .zero { return .little }
    for above in index + 1..<max(shapeCount, index + 1)
    where shapes[above].bounds.contains(new.bounds) {
      return .little
    }
    var degree = VisibleChange.Degree(move: new.bounds.move(from: old.bounds))
    if case .ringArc(_, let radius, _, let start, let sweep) = new.geometry,
      case .ringArc(_, _, _, let oldStart, let oldSweep) = old.geometry
    {
      let (span, oldSpan) = (RingSpan(start, sweep), RingSpan(oldStart, oldSweep))
      let turn = max(
        abs(RingSpan.delta(from: oldSpan.first, to: span.first)),
        abs(RingSpan.delta(from: oldSpan.end, to: span.end)))
      let reach = saturatingProduct(turn, saturated(radius.raw))
      // The length of the arc is 2π times as long.
      let way = saturatingProduct(reach, new.transform.maximumScale)
      degree = max(degree, VisibleChange.Degree(move: min(max(way, 0), 1 << 40) * 44 / 7))
    }
    switch (new.paint, old.paint) {
    case (.solid(let a), .solid(let b)):
      degree = max(degree, VisibleChange.Degree(change: a.difference(from: b)))
    case (.linear(let a), .linear(let b)):
      degree = max(degree, change(of: a.stops, since: previous, b.stops))
    case (.radial(let a), .radial(let b)):
      degree = max(degree, change(of: a.stops, since: previous, b.stops))
    case (.pixmap, .pixmap), (.sampledPixmap, .sampledPixmap), (.pixmap, .sampledPixmap),
      (.sampledPixmap, .pixmap):
      // Of 65536; a channel of an image hardly changes by more.
      let (opacity, oldOpacity) = (new.effectiveOpacity, old.effectiveOpacity)
      degree = max(degree, VisibleChange.Degree(change: abs(opacity - oldOpacity)))
      if case .sampledPixmap = new.paint, case .sampledPixmap = old.paint {
        // The box of a turning image may stay as it is.
        let corners = userBounds(of: new.geometry)
        degree = max(degree, corners.move(by: new.transform, from: old.transform))
      }
    default: break
    }
    return degree
  }

  /// How much the colours of a gradient have changed, stop by stop.
  private func change(
    of new: StopRange, since previous: borrowing Scene, _ old: StopRange
  ) -> VisibleChange.Degree {
    var degree = VisibleChange.Degree.little
    for index in 0..<Int(min(new.count, old.count)) {
      let (stop, other) = (stops[Int(new.first) + index], previous.stops[Int(old.first) + index])
      let difference = max(
        stop.color.difference(from: other.color),
        abs(Int32(stop.transparency) - Int32(other.transparency)))
      degree = max(degree, VisibleChange.Degree(change: difference))
      if degree == .visible { break }
    }
    return degree
  }
}

extension Bounds {
  /// Whether all of another box is inside.
  fileprivate func contains(_ other: Bounds) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  /// How far the corners of a box move, from one transform to another.
  fileprivate func move(by new: Transform, from old: Transform) -> VisibleChange.Degree {
    if isEmpty || new == old { return .little }
    var move: Int64 = 0
    for corner in 0..<4 {
      let (x, y) = (corner & 1 == 0 ? left : right, corner & 2 == 0 ? top : bottom)
      let (a, b) = (new.saturatingApply(x, y), old.saturatingApply(x, y))
      move = max(move, abs(a.x - b.x), abs(a.y - b.y))
    }
    return VisibleChange.Degree(move: move)
  }

  /// The largest distance of a side from another box's side: Q32 pixels.
  fileprivate func move(from other: Bounds) -> Int64 {
    if isEmpty || other.isEmpty { return isEmpty == other.isEmpty ? 0 : .max }
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
}
