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

  /// The shorter delta from one angle to another, from -½ up to ½ turn.
  static func delta(from a: Int64, to b: Int64) -> Int64 {
    ((b - a + turn / 2) & (turn - 1)) - turn / 2
  }
}

extension Scene {
  /// Adds the pixels of an angular range: of its own rows and columns, or where it is long, of its ring.
  private func insert(
    _ ring: RingShape, _ span: RingSpan, _ transform: Transform, within bounds: PixelRectangle,
    into damage: inout DamageRegion
  ) {
    if span.length > 3 * RingSpan.turn / 8 {
      return insert(ring, transform, within: bounds, into: &damage)
    }
    // A piece lies within the sweep of a disc along the chord between its ends,
    // if the disc is larger by the rise of the arc above that: r·(1 - cos x) ≤ r·x²/2.
    let count = max(1, (span.length * 32 + RingSpan.turn - 1) >> 32)
    let piece = span.length / count + 1
    let rise = saturatingProduct(saturatingProduct(piece, piece) * 5, ring.radius)
    damage.disc.set(radius: ring.cap + rise, transform)
    func position(_ angle: Int64) -> DevicePoint {
      let cosine = Int64(Angle(raw: angle).cosine.raw) << 2
      let sine = Int64(Angle(raw: angle).sine.raw) << 2
      return transform.devicePoint(
        saturatingSum(ring.x, saturatingProduct(ring.radius, cosine)),
        saturatingSum(ring.y, saturatingProduct(ring.radius, sine)))
    }
    var here = position(span.first)
    for number in 1...count {
      let next = position(span.first + span.length * number / count)
      damage.addDiscs(from: here, to: next)
      damage.insertOutline(within: bounds)
      here = next
    }
  }

  /// Adds the pixels of a ring, without its hole.
  func insert(
    _ ring: RingShape, _ transform: Transform, within bounds: PixelRectangle,
    into damage: inout DamageRegion
  ) {
    guard let scale = transform.similarity else { return damage.insert(bounds) }
    let center = transform.devicePoint(ring.x, ring.y)
    var outer = HalfWidth(radius: saturatingProduct(ring.outer, scale) >> 16 + 2048)
    var inner = HalfWidth(radius: saturatingProduct(ring.inner, scale) >> 16 - 2048)
    let rows = (0..<damage.height).clamped(to: bounds.y..<bounds.bottom)
    for row in rows {
      // The nearest and the furthest point of the row from the centre.
      let (above, below) = (center.y - Int64(row) << 16, Int64(row + 1) << 16 - center.y)
      let reach = outer.above(max(0, -above, -below))
      let hole = inner.below(max(above, below))
      let start = (center.x - reach) >> 16
      let end = (center.x + reach) >> 16 + 1
      let holeStart = (center.x - hole + 65535) >> 16
      let holeEnd = (center.x + hole) >> 16
      if hole > 0 && holeStart < holeEnd {
        damage.insert(row: row, columns: Int(start)..<Int(holeStart))
        damage.insert(row: row, columns: Int(holeEnd)..<Int(end))
      } else {
        damage.insert(row: row, columns: Int(start)..<Int(end))
      }
    }
  }

  /// Adds the pixels in which two arcs of one ring, transform and opacity can differ.
  ///
  /// The colours must be equal, or those of ring gradients that differ in their sweep alone: then
  /// they differ around the head, and where that is near the tail also there. `index` is the arc's.
  func insertEnds(
    _ ring: RingShape, _ new: RingSpan, _ old: RingSpan, ofShape index: Int,
    within bounds: PixelRectangle, into damage: inout DamageRegion
  ) {
    let transform = shapes[index].transform
    let firstDelta = RingSpan.delta(from: old.first, to: new.first)
    let endDelta = RingSpan.delta(from: old.end, to: new.end)
    let capsMeet = ring.capsMayMeet(new.length)
    if ring.cap > ring.radius || max(new.length, old.length) == RingSpan.turn
      || capsMeet != ring.capsMayMeet(old.length)
      || old.length + endDelta - firstDelta != new.length
    {
      return insert(ring, transform, within: bounds, into: &damage)
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
      insert(ring, arc, transform, within: bounds, into: &damage)
      // Overlapping ends are added up row by row.
      if capsMeet { insertRows(of: arc, ring, transform, within: bounds, into: &damage) }
    }
    if capsMeet { return }
    insertCuts(ring.outer, ring, new, old, transform, within: bounds, into: &damage)
    insertCuts(ring.inner, ring, new, old, transform, within: bounds, into: &damage)
    // Of a ring below nothing is outlined that the arc hides: it is cut where the arc ends.
    for below in 0..<index where shapes[below].transform == transform {
      guard case .ring(let center, let radius, let width) = shapes[below].geometry else { continue }
      let other = RingShape(center, radius, width)
      // Only a narrower ring is ever hidden.
      guard other.x == ring.x && other.y == ring.y && other.radius == ring.radius,
        other.cap > 0 && other.cap < ring.cap
      else { continue }
      insertCuts(other.outer, ring, new, old, transform, within: bounds, into: &damage)
      insertCuts(other.inner, ring, new, old, transform, within: bounds, into: &damage)
    }
  }

  /// Adds a ring's pixels in the rows of an angular range.
  private func insertRows(
    of arc: RingSpan, _ ring: RingShape, _ transform: Transform, within bounds: PixelRectangle,
    into damage: inout DamageRegion
  ) {
    let box = userBounds(
      of: .ringArc(
        center: Point(Fixed(raw: ring.x), Fixed(raw: ring.y)),
        radius: Fixed(raw: ring.radius), width: Fixed(raw: 2 * ring.cap),
        start: Angle(raw: arc.first), sweep: Angle(raw: arc.length)))
    let rows = box.transformed(by: transform).pixels
    insert(
      ring, transform, within: bounds.rows(rows.y..<max(rows.y, rows.bottom)), into: &damage)
  }

  /// Adds what both sides of a circle have in the rows in which the ends of arcs of it lie.
  ///
  /// Both sides are one edge as far as both are there. Where that ends a row is added up in pieces,
  /// on the other side as well, and may come out differently in the last bit.
  private func insertCuts(
    _ radius: Int64, _ ring: RingShape, _ new: RingSpan, _ old: RingSpan, _ transform: Transform,
    within bounds: PixelRectangle, into damage: inout DamageRegion
  ) {
    if radius <= 0 { return }
    let heights: InlineArray<4, Int64> = [
      height(old.first, radius, ring, transform), height(new.first, radius, ring, transform),
      height(old.end, radius, ring, transform), height(new.end, radius, ring, transform),
    ]
    let line = RingShape(x: ring.x, y: ring.y, radius: radius, cap: 0)
    for position in 0..<4 {
      let other = position < 2 ? 2 : 0
      if new.first == old.first && position < 2 || new.end == old.end && position >= 2 {
        // An end that stays counts when the other one passes it.
        let (a, b) = (heights[other], heights[other + 1])
        if heights[position] < min(a, b) - 1 << 16 || heights[position] > max(a, b) + 1 << 16 {
          continue
        }
      }
      let (top, bottom) = ((heights[position] - 2048) >> 16, (heights[position] + 2048) >> 16 + 1)
      insert(line, transform, within: bounds.rows(Int(top)..<Int(bottom)), into: &damage)
    }
  }

  /// The y of a point of a circle, in pixels, Q16.
  private func height(
    _ angle: Int64, _ radius: Int64, _ ring: RingShape, _ transform: Transform
  ) -> Int64 {
    let cosine = Int64(Angle(raw: angle).cosine.raw) << 2
    let sine = Int64(Angle(raw: angle).sine.raw) << 2
    return transform.devicePoint(
      saturatingSum(ring.x, saturatingProduct(radius, cosine)),
      saturatingSum(ring.y, saturatingProduct(radius, sine))
    ).y
  }
}

extension PixelRectangle {
  /// The intersection with some rows.
  fileprivate func rows(_ rows: Range<Int>) -> PixelRectangle {
    let common = rows.clamped(to: y..<max(y, bottom))
    return PixelRectangle(x: x, y: common.lowerBound, width: width, height: common.count)
  }
}

/// Half of what a row has of a circle, in quarters of a pixel; rows come one after the other.
///
/// From row to row it changes little, so it is found by counting; only the first one's is a root.
private struct HalfWidth {
  private let square: Int64
  /// Below 0 before the first row.
  private var width: Int64 = -1

  /// The circle has a radius below 2¹⁵ pixels, Q16; below 0 there is none.
  init(radius: Int64) {
    square = radius <= 0 ? 0 : radius * radius
  }

  /// The least width, Q16, that holds all at a distance (Q16, up to 2¹⁵ pixels) from the centre.
  mutating func above(_ distance: Int64) -> Int64 {
    step(square - distance * distance)
    return width << 14
  }

  /// The largest width, Q16, that is all within the circle at a distance (Q16); 0 where none is.
  mutating func below(_ distance: Int64) -> Int64 {
    step(square - distance * distance)
    return max(0, width - 1) << 14
  }

  /// Goes on to the least width whose square is not below what is left of the radius' square.
  private mutating func step(_ rest: Int64) {
    if width < 0 { width = HalfWidth.below(rest) }
    while (width << 14) * (width << 14) < rest { width += 1 }
    while width > 0 && ((width - 1) << 14) * ((width - 1) << 14) >= rest { width -= 1 }
  }

  /// The largest width whose square is below a number, or 0: bit by bit, 17 for 2¹⁵ pixels.
  private static func below(_ rest: Int64) -> Int64 {
    var (width, bit) = (Int64(0), Int64(1) << 16)
    while bit > 0 {
      let more = (width | bit) << 14
      if more * more < rest { width |= bit }
      bit >>= 1
    }
    return width
  }
}

extension Transform {
  /// The factor by which all lengths grow, Q32, where that is the same in all directions.
  var similarity: Int64? {
    // All beyond the limits counts as one size; nothing is drawn with that.
    let (a, b, c, d) = (saturated(a.raw), saturated(b.raw), saturated(c.raw), saturated(d.raw))
    guard (a == d && b == -c) || (a == -d && b == c) else { return nil }
    if b == 0 { return abs(a) }
    return a == 0 ? abs(b) : maximumScale
  }
}
