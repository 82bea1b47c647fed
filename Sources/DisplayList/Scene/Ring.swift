// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// A ring's circles, in Q32.
package struct RingShape {
  /// Its centre.
  package let x, y: Int64
  /// The radius of the centre line.
  package let radius: Int64
  /// The radius of the round ends: half of the width.
  package let cap: Int64

  /// The circles of a ring, or of an arc's whole ring.
  package init(_ center: Point, _ radius: Fixed, _ width: Fixed) {
    (x, y) = center.withinLimits
    self.radius = saturated(radius.raw)
    cap = saturated(width.raw) / 2
  }

  /// The outer radius.
  package var outer: Int64 { saturatingSum(radius, cap) }
  /// The inner radius; 0 without a hole.
  package var inner: Int64 { max(0, radius - cap) }

  /// The centre of an arc's end, and the ends of its cap.
  package struct End {
    /// The centre.
    package var x, y: Int64
    /// The cap's end on the outer circle.
    package var outer: (x: Int64, y: Int64)
    /// The cap's end on the inner circle.
    package var inner: (x: Int64, y: Int64)
  }

  /// The end of an arc at an angle, in 2⁻³² turn.
  package func end(_ angle: Int64) -> End {
    let direction = Angle(raw: angle).direction
    func point(_ distance: Int64) -> (x: Int64, y: Int64) {
      (
        saturatingSum(x, saturatingProduct(distance, direction.cosine)),
        saturatingSum(y, saturatingProduct(distance, direction.sine))
      )
    }
    let middle = point(radius)
    return End(
      x: middle.x, y: middle.y, outer: point(outer), inner: point(saturatingSum(radius, -cap)))
  }

  /// Whether the caps of an arc of this length can touch each other or the arc; true when in doubt.
  package func capsMayMeet(_ span: Int64) -> Bool {
    if cap >= radius { return true }
    // The caps extend by at most asin(cap/radius) ≤ ¼ turn · cap/radius beyond their ends; an arc
    // below half a turn has room for them on its other side.
    let reach = Fixed(raw: cap) / Fixed(raw: radius) * Fixed(raw: 1 << 30)
    return span + 2 * reach.raw + 1 >= 1 << 32
  }
}

/// The angular range of an arc, clockwise from its first end; Q32 turns.
package struct RingSpan: Equatable, BitwiseCopyable {
  /// The start: from -1 to 1.
  package var first: Int64
  /// The length: from 0 to 1.
  package var length: Int64

  /// A counter-clockwise arc is the clockwise arc from its other end.
  package init(_ start: Angle, _ sweep: Angle) {
    let delta = min(max(sweep.raw, -RingSpan.turn), RingSpan.turn)
    first = delta < 0 ? start.normalized.raw + delta : start.normalized.raw
    length = Int64(delta.magnitude)
  }

  init(first: Int64, length: Int64) {
    self.first = first
    self.length = length
  }

  /// The end: from -1 to 2.
  package var end: Int64 { first + length }

  /// A full turn.
  package static var turn: Int64 { 1 << 32 }

  static var full: RingSpan { RingSpan(first: 0, length: turn) }

  /// The shorter delta from one angle to another, from -½ up to ½ turn.
  static func delta(from a: Int64, to b: Int64) -> Int64 {
    ((b - a + turn / 2) & (turn - 1)) - turn / 2
  }
}
