// SPDX-License-Identifier: Apache-2.0

import FixedPoint

// How `animations.md` §3 is read here, for `quadrants` and `conic`. A pixel counts with its centre.
//
// Let φ be its angle from the tail in the direction of travel, from 0 up to a full turn, and σ the
// sweep. Rules in this order; the first that applies decides:
//
// 1. "Pixels beyond the head (up to half a turn further) whose centre is at most 8.5 from it take
//    the head's colour, over the tail and at x = 1 too": φ lies in σ … σ + ½ turn (both ends, going
//    on past a full turn), and the distance to the head is at most the cap's radius. "Over the
//    tail" makes this the first rule: the round head lies on top where it has reached the tail,
//    also at the closed ring, where it covers the first few degrees. A centre straight on the
//    head's ray counts as beyond: at x = 1 that ray is the tail's, whose colour would show there as a
//    line of single pixels between two darker sides.
// 2. "Pixels in the gap that are nearer to the tail than to the head take the tail's colour": φ is
//    above (1 + σ)/2 turn, the far side of the gap's middle. At σ = 0 this is the left half of the
//    disc, as the limit of small arcs has it; a closed ring has no gap.
// 3. Otherwise the paint itself. Quadrants: the quarter that φ lies in (a centre on a border
//    belongs to the quarter that begins there) has a straight axis from where the circle enters it
//    to where it leaves it. In the quarter's own frame, p along its first border and q along its
//    last, the axis runs from (r, 0) to (0, r), so the offset is (r - p + q)/2r. Conic: φ.
//
// Quarters and angles count from the tail ("for an arc whose tail is not at the top, quadrants and
// conic count from the tail"), which with the tail at the top are the quarters of the box. Counter-clockwise
// is the mirror image. The head's colour is the paint's at the head, at a full turn the last one.

/// A ring gradient, prepared for one transform.
///
/// All interpolants are multiplied by the transform's determinant.
struct RingGradientEvaluator: BitwiseCopyable {
  /// Along the tail's direction, and across it in the direction of travel.
  private let along: LinearInterpolant
  private let across: LinearInterpolant
  /// At least 0 on the half turn that begins at the head.
  private let beyondHead: LinearInterpolant
  /// Above 0 on the half turn that begins in the middle of the gap.
  private let beyondGap: LinearInterpolant

  private let head: (along: Int64, across: Int64)
  /// The cap's radius, and the square of it after the shift that keeps squares within 64 bits.
  private let reach: Int64
  private let square: Int64
  private let shift: Int64

  private let hasGap: Bool
  private let isConic: Bool
  /// The ring's radius, and 1/2 of its reciprocal, both with the determinant.
  private let radius: Int64
  private let halfInverse: Int64

  private let headColor: ColorWord
  private let tailColor: ColorWord
  private var cursor: GradientCursor

  init(_ gradient: RingGradient, isConic: Bool, _ space: UserSpace, _ scene: borrowing Scene) {
    let sweep = min(max(gradient.sweep.raw, 0), 1 << 32)
    func cosine(_ angle: Int64) -> Int64 { Int64(Angle(raw: angle).cosine.raw) << 2 }
    func sine(_ angle: Int64) -> Int64 { Int64(Angle(raw: angle).sine.raw) << 2 }
    let tail = gradient.tail.normalized.raw
    let x = space.x.minus(saturatingProduct(saturated(gradient.center.x.raw), space.size))
    let y = space.y.minus(saturatingProduct(saturated(gradient.center.y.raw), space.size))
    let direction: Int64 = gradient.isClockwise ? 1 : -1
    along = x.combined(cosine(tail), y, sine(tail))
    across = x.combined(-direction * sine(tail), y, direction * cosine(tail))
    beyondHead = along.combined(-sine(sweep), across, cosine(sweep))
    let middle = (sweep + (1 << 32)) / 2
    beyondGap = along.combined(-sine(middle), across, cosine(middle))
    hasGap = sweep < 1 << 32
    self.isConic = isConic
    radius = saturatingProduct(max(saturated(gradient.radius.raw), 0), space.size)
    halfInverse = saturatingQuotient(1 << 31, radius)
    head = (saturatingProduct(radius, cosine(sweep)), saturatingProduct(radius, sine(sweep)))
    reach = saturatingProduct(max(saturated(gradient.capRadius.raw), 0), space.size)
    // Places with up to 16 fraction bits stay exact, for centres at just that distance.
    shift = Int64(max(16, 34 - reach.leadingZeroBitCount))
    square = (reach >> shift) * (reach >> shift)
    cursor = GradientCursor(gradient.stops)
    let quarter = min(sweep >> 30, 3)
    let rest = sweep - quarter << 30
    let offset = ((1 << 32) - cosine(rest) + sine(rest)) / 2
    var stops = cursor
    headColor = stops.color(at: isConic ? sweep : (quarter << 32 + offset) / 4, of: scene)
    tailColor = stops.color(at: 0, of: scene)
  }

  mutating func paint(
    _ columns: Range<Int>, row: Int, alpha: UInt32, into line: inout LineBuffer,
    of scene: borrowing Scene, _ arcTangent: borrowing ArcTangent
  ) {
    for column in columns {
      line.blend(column, color(column, row, scene, arcTangent), alpha)
    }
  }

  @inline(__always)
  private mutating func color(
    _ column: Int, _ row: Int, _ scene: borrowing Scene, _ arcTangent: borrowing ArcTangent
  ) -> ColorWord {
    let (p, q) = (along.value(column, row), across.value(column, row))
    if beyondHead.value(column, row) >= 0 && isInCap(p, q) { return headColor }
    if hasGap && q < 0 && beyondGap.value(column, row) > 0 { return tailColor }
    return cursor.color(at: isConic ? arcTangent.turn(p, q) : offset(p, q), of: scene)
  }

  @inline(__always)
  private func isInCap(_ p: Int64, _ q: Int64) -> Bool {
    let (dx, dy) = (p - head.along, q - head.across)
    if abs(dx) > reach || abs(dy) > reach { return false }
    let (x, y) = (dx >> shift, dy >> shift)
    return x * x + y * y <= square
  }

  /// The offset of a point by its quadrant.
  @inline(__always)
  private func offset(_ p: Int64, _ q: Int64) -> Int64 {
    let quarter: Int64
    let travel: Int64
    if p > 0 && q >= 0 {
      (quarter, travel) = (0, q - p)
    } else if q > 0 {
      (quarter, travel) = (1, -p - q)
    } else if p < 0 {
      (quarter, travel) = (2, p - q)
    } else {
      // The centre itself has no quarter; it takes the last one's middle.
      (quarter, travel) = (3, p + q)
    }
    let fraction = saturatingProduct(radius + travel, halfInverse)
    return (quarter << 32 + min(max(fraction, 0), 1 << 32)) >> 2
  }
}
