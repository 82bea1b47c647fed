// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// The angular range of an arc, clockwise from its first end; Q32 turns.
struct RingSpan: Equatable, BitwiseCopyable {
  /// Where it begins: from -1 to 1.
  var first: Int64
  /// How far it goes: from 0 to 1.
  var length: Int64

  /// A counter-clockwise arc is the clockwise one from its other end.
  init(_ start: Angle, _ sweep: Angle) {
    let delta = min(max(sweep.raw, -RingSpan.turn), RingSpan.turn)
    first = delta < 0 ? start.normalized.raw + delta : start.normalized.raw
    length = Int64(delta.magnitude)
  }

  init(first: Int64, length: Int64) {
    self.first = first
    self.length = length
  }

  var end: Int64 { first + length }

  static var turn: Int64 { 1 << 32 }

  static var full: RingSpan { RingSpan(first: 0, length: turn) }

  /// The shorter delta from one angle to another, from -½ up to ½ turn.
  static func delta(from a: Int64, to b: Int64) -> Int64 {
    ((b - a + turn / 2) & (turn - 1)) - turn / 2
  }
}

extension Scene {
  /// Adds the pixels of an angular range of a ring with round ends: boxes around pieces of it, of up to
  /// 1/32 turn; where it is wide, with what lies beside them on the ring's other side.
  func insert(
    _ ring: RingShape, _ span: RingSpan, _ transform: Transform, isWide: Bool = false,
    into damage: inout DamageRegion
  ) {
    if ring.radius < 0 || ring.cap <= 0 { return }
    let all = pixels(of: ring, .full, transform)
    if ring.cap > ring.radius { return damage.insert(all) }
    let count = max(1, (span.length * 32 + RingSpan.turn - 1) >> 32)
    for number in 0..<count {
      let start = span.length * number / count
      let piece = RingSpan(
        first: span.first + start, length: span.length * (number + 1) / count - start)
      var box = pixels(of: ring, piece, transform)
      if isWide { (box.x, box.width) = (all.x, all.width) }
      damage.insert(box)
    }
  }

  /// The pixels around an angular range of a ring.
  private func pixels(
    of ring: RingShape, _ span: RingSpan, _ transform: Transform
  ) -> PixelRectangle {
    let box = userBounds(
      of: .ringArc(
        center: Point(Fixed(raw: ring.x), Fixed(raw: ring.y)), radius: Fixed(raw: ring.radius),
        width: Fixed(raw: 2 * ring.cap), start: Angle(raw: span.first),
        sweep: Angle(raw: span.length)))
    // The renderer's polygons lie up to 0.004 pixels outside of the circles that they stand for: 1/32.
    return box.transformed(by: transform).grown(by: 1 << 27).pixels
  }

  /// Adds the pixels in which two arcs of one ring, transform and opacity can differ: around their ends.
  ///
  /// The colours must be equal, or those of ring gradients that differ in their sweep alone: then
  /// they differ around the head, and where that is near the tail also there. `index` is the arc's.
  func insertEnds(
    _ ring: RingShape, _ new: RingSpan, _ old: RingSpan, ofShape index: Int,
    into damage: inout DamageRegion
  ) {
    let transform = shapes[index].transform
    let firstDelta = RingSpan.delta(from: old.first, to: new.first)
    let endDelta = RingSpan.delta(from: old.end, to: new.end)
    let capsMeet = ring.capsMayMeet(new.length)
    if max(new.length, old.length) == RingSpan.turn || capsMeet != ring.capsMayMeet(old.length)
      || old.length + endDelta - firstDelta != new.length
    {
      return insert(ring, .full, transform, into: &damage)
    }
    // From the end to the next point of the circle's polygon its edge has another direction.
    let edge =
      Int64(CircleTable.step(radius: saturatingProduct(ring.inner, transform.maximumScale) >> 16))
      << 19
    for end in 0..<2 {
      let (position, delta) = end == 0 ? (old.first, firstDelta) : (old.end, endDelta)
      if delta == 0 && !capsMeet { continue }
      let arc = RingSpan(
        first: min(position, position + delta) - edge, length: Int64(delta.magnitude) + 2 * edge)
      // Overlapping ends are added up row by row.
      insert(ring, arc, transform, isWide: capsMeet, into: &damage)
    }
    if capsMeet { return }
    insertCuts(ring, new, old, transform, into: &damage)
    // Of a ring below nothing is outlined that the arc hides: it is cut where the arc ends. Only a narrower
    // one is ever hidden.
    for below in 0..<index where shapes[below].transform == transform {
      guard case .ring(let center, let radius, let width) = shapes[below].geometry else { continue }
      let other = RingShape(center, radius, width)
      if other.x == ring.x && other.y == ring.y && other.radius == ring.radius
        && other.cap < ring.cap
      {
        insertCuts(other, new, old, transform, into: &damage)
      }
    }
  }

  /// Adds what both sides of a ring's circles have in the rows in which the ends of two arcs lie.
  ///
  /// Both sides are one edge as far as both are there. Where that ends a row is added up in pieces,
  /// on the other side as well, and may come out differently in the last bit.
  private func insertCuts(
    _ ring: RingShape, _ new: RingSpan, _ old: RingSpan, _ transform: Transform,
    into damage: inout DamageRegion
  ) {
    if ring.cap <= 0 { return }
    let center = transform.saturatingApply(ring.x, ring.y)
    for side in 0..<2 {
      func point(_ angle: Int64) -> (x: Int64, y: Int64) {
        let end = ring.end(angle)
        let point = side == 0 ? end.outer : end.inner
        return transform.saturatingApply(point.x, point.y)
      }
      let (oldTail, newTail) = (point(old.first), point(new.first))
      let (oldHead, newHead) = (point(old.end), point(new.end))
      // An end that stays counts when the other one passes it.
      if old.first != new.first || damage.passes(oldTail.y, from: oldHead.y, to: newHead.y) {
        damage.insertSides(oldTail, of: center)
        damage.insertSides(newTail, of: center)
      }
      if old.end != new.end || damage.passes(oldHead.y, from: oldTail.y, to: newTail.y) {
        damage.insertSides(oldHead, of: center)
        damage.insertSides(newHead, of: center)
      }
    }
  }
}

extension DamageRegion {
  /// Whether a height lies between two others, or within a pixel of them; Q32.
  fileprivate func passes(_ y: Int64, from a: Int64, to b: Int64) -> Bool {
    y >= min(a, b) - 1 << 32 && y <= max(a, b) + 1 << 32
  }

  /// Adds what a circle has on both sides of its centre in the row of one of its points; Q32 pixels.
  fileprivate mutating func insertSides(
    _ point: (x: Int64, y: Int64), of center: (x: Int64, y: Int64)
  ) {
    let margin: Int64 = 1 << 27
    let (top, bottom) = ((point.y - margin) >> 32, (point.y + margin) >> 32 + 1)
    let (width, height) = (abs(point.x - center.x), abs(point.y - center.y))
    // Up to two rows away w² changes by s = 4·h + 4 at most, and w by s / w; it is never above w + h.
    let change = saturatingSum(4 * min(height, coordinateLimit / 8), 1 << 34)
    let reach = saturatingSum(saturatingQuotient(change, max(width, 1 << 32)), margin)
    let (near, far) = (max(0, width - reach), saturatingSum(width, min(reach, height + margin)))
    insert(columnsFrom: center.x - far, to: center.x - near, rows: Int(top)..<Int(bottom))
    insert(columnsFrom: center.x + near, to: center.x + far, rows: Int(top)..<Int(bottom))
  }

  private mutating func insert(columnsFrom left: Int64, to right: Int64, rows: Range<Int>) {
    insert(
      PixelRectangle(
        left: Int(left >> 32), top: rows.lowerBound, right: Int(right >> 32) + 1,
        bottom: rows.upperBound))
  }
}

extension Bounds {
  /// The box with this much more on all sides, Q32.
  fileprivate func grown(by margin: Int64) -> Bounds {
    var box = Bounds()
    if isEmpty { return box }
    box.include(left, top, reach: margin)
    box.include(right, bottom, reach: margin)
    return box
  }
}
