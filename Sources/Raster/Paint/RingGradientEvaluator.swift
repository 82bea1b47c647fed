// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

// The interpretation of `animations.md` §3 for `quadrants` and `conic`. A pixel is represented by its
// centre.
//
// Let φ be its angle from the tail in the direction of travel, from 0 up to a full turn, and σ the
// sweep. Rules in this order; the first that applies decides:
//
// 1. "Pixels beyond the head (up to half a turn further) whose centre is at most 8.5 from it take
//    the head's colour, over the tail and at x = 1 too": φ lies in σ … σ + ½ turn (both ends, going
//    on past a full turn), and the distance to the head is at most the cap's radius. "Over the
//    tail" makes this the first rule: the round head lies on top where it has reached the tail,
//    also at the closed ring, where it covers the first few degrees. A centre exactly on the
//    head's ray counts as beyond: at x = 1 that ray is the tail's, and without this rule the tail's colour
//    would show there as a line of single pixels between two darker sides.
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
  /// The coordinate along the tail's direction, and across it in the direction of travel.
  private let along: LinearInterpolant
  private let across: LinearInterpolant
  /// At least 0 on the half turn that begins at the head.
  private let beyondHead: LinearInterpolant
  /// Above 0 on the half turn that begins in the middle of the gap.
  private let beyondGap: LinearInterpolant

  private let head: (along: Int64, across: Int64)
  /// The cap's radius, and its square after a shift that keeps squares within 64 bits.
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
    let center = gradient.center.withinLimits
    let x = space.x.minus(saturatingProduct(center.x, space.size))
    let y = space.y.minus(saturatingProduct(center.y, space.size))
    let tail = gradient.tail.normalized.direction
    let sign: Int64 = gradient.isClockwise ? 1 : -1
    along = x.combined(tail.cosine, y, tail.sine)
    across = x.combined(-sign * tail.sine, y, sign * tail.cosine)
    let end = Angle(raw: sweep).direction
    beyondHead = along.combined(-end.sine, across, end.cosine)
    let middle = Angle(raw: (sweep + (1 << 32)) / 2).direction
    beyondGap = along.combined(-middle.sine, across, middle.cosine)
    hasGap = sweep < 1 << 32
    self.isConic = isConic
    radius = saturatingProduct(max(saturated(gradient.radius.raw), 0), space.size)
    halfInverse = saturatingQuotient(1 << 31, radius)
    head = (saturatingProduct(radius, end.cosine), saturatingProduct(radius, end.sine))
    reach = saturatingProduct(max(saturated(gradient.capRadius.raw), 0), space.size)
    // Positions with up to 16 fraction bits stay exact, for centres at exactly that distance.
    shift = Int64(max(16, 34 - reach.leadingZeroBitCount))
    square = (reach >> shift) * (reach >> shift)
    cursor = GradientCursor(gradient.stops)
    let quarter = min(sweep >> 30, 3)
    let rest = Angle(raw: sweep - quarter << 30).direction
    let offset = ((1 << 32) - rest.cosine + rest.sine) / 2
    var stops = cursor
    headColor = stops.color(at: isConic ? sweep : (quarter << 32 + offset) / 4, of: scene)
    tailColor = stops.color(at: 0, of: scene)
  }

  /// Paints columns of a row, part by part: in each part one rule applies, and the quarter is the same.
  @inline(never)
  mutating func paint(
    _ columns: Range<Int>, row: Int, into line: inout LineBuffer, of scene: borrowing Scene,
    _ arcTangent: borrowing ArcTangent
  ) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let (p, q) = (along.value(column, row), across.value(column, row))
      let (ahead, gap) = (beyondHead.value(column, row), beyondGap.value(column, row))
      var end = columns.upperBound
      if end &- column > 1 {
        let count = min(
          along.columnsAlike(p), across.columnsAlike(q), beyondHead.columnsAlike(ahead),
          beyondGap.columnsAlike(gap), Int64(end &- column))
        end = column &+ Int(truncatingIfNeeded: count)
      }
      if ahead >= 0 && isInCap(p, q, from: column, upTo: &end) {
        line.fill(column..<end, headColor)
      } else if hasGap && q < 0 && gap > 0 {
        line.fill(column..<end, tailColor)
      } else {
        paint(column..<end, p, q, into: &line, of: scene, arcTangent)
      }
      column = end
    }
  }

  /// Paints columns of one quarter, from a point on.
  @inline(never)
  @_optimize(speed)
  private mutating func paint(
    _ columns: Range<Int>, _ p: Int64, _ q: Int64, into line: inout LineBuffer,
    of scene: borrowing Scene, _ arcTangent: borrowing ArcTangent
  ) {
    precondition(columns.lowerBound >= 0, "Not in the row.")
    let line = unsafe line.pointer(to: columns.upperBound)
    let quarter = RingGradientEvaluator.quarter(p, q)
    let (isLeft, isUpper) = (p < 0, q < 0)
    // The point's distances from both axes, which change by constant steps.
    var x = isLeft ? 0 &- p : p
    var y = isUpper ? 0 &- q : q
    let stepX = isLeft ? 0 &- along.step : along.step
    let stepY = isUpper ? 0 &- across.step : across.step
    if isConic {
      // The centre gets the direction of a neighbouring point.
      if x | y == 0 { x = 1 }
      // The angle from the axis p, which grows or falls from there on.
      let sign: Int64 = isLeft == isUpper ? 0 : -1
      let base: Int64 = isLeft ? 1 << 31 : 0
      var column = columns.lowerBound
      while column < columns.upperBound {
        let tangent = TangentRange(x, y, stepX, stepY, upTo: columns.upperBound &- column)
        let end = column &+ tangent.count
        unsafe paint(column..<end, tangent, base, sign, line, scene, arcTangent)
        (x, y) = (x &+ stepX &* Int64(tangent.count), y &+ stepY &* Int64(tangent.count))
        column = end
      }
      return
    }
    // The distance along the quarter's axis, 0 to two radii: away from its first border, towards its last.
    let isEven = quarter & 1 == 0
    var travel = radius &+ (isEven ? y &- x : x &- y)
    let step = isEven ? stepY &- stepX : stepX &- stepY
    var interval = cursor.interval
    for column in columns {
      let (high, low) = travel.multipliedFullWidth(by: halfInverse)
      // To nearest, and within 0 … 1.
      let part = high == 0 ? Int64(low &>> 32 &+ low &>> 31 & 1) : high < 0 ? 0 : 1 << 32
      let offset = (quarter &<< 32 &+ part) &>> 2
      travel = travel &+ step
      if !interval.holds(offset) { interval = cursor.interval(at: offset, of: scene) }
      // In the row, as checked.
      unsafe line[column] = interval.color(at: offset)
    }
  }

  /// Paints columns of one octant by their angles: `base` plus or minus the angle from an axis.
  @unsafe
  private mutating func paint(
    _ columns: Range<Int>, _ range: TangentRange, _ base: Int64, _ sign: Int64,
    _ line: UnsafeMutablePointer<ColorWord>, _ scene: borrowing Scene,
    _ arcTangent: borrowing ArcTangent
  ) {
    let table = unsafe arcTangent.pointer
    var (near, far) = (range.near, range.far)
    // In the other octant of a quarter the angle is the rest of a quarter turn.
    let corner: Int64 = range.isSteep ? 1 << 30 : 0
    let turned = range.isSteep ? ~sign : sign
    let bias = base &+ (corner ^ sign) &- sign &- turned
    var interval = cursor.interval
    for column in columns {
      let tangent = unsafe ArcTangent.eighth(near &>> range.shift, far &>> range.shift, table)
      let offset = (bias &+ (tangent ^ turned)) & 0xFFFF_FFFF
      (near, far) = (near &+ range.nearStep, far &+ range.farStep)
      if !interval.holds(offset) { interval = cursor.interval(at: offset, of: scene) }
      // In the row, as the caller has checked.
      unsafe line[column] = interval.color(at: offset)
    }
  }

  /// Whether a column's point, beyond the head, is in the cap; `end` is moved to the column where that
  /// changes.
  @inline(never)
  private func isInCap(_ p: Int64, _ q: Int64, from column: Int, upTo end: inout Int) -> Bool {
    let isHead = isInCap(p, q)
    var (p, q, next) = (p, q, column)
    repeat {
      (p, q, next) = (p &+ along.step, q &+ across.step, next &+ 1)
    } while next < end && isInCap(p, q) == isHead
    end = next
    return isHead
  }

  private func isInCap(_ p: Int64, _ q: Int64) -> Bool {
    let (dx, dy) = (p &- head.along, q &- head.across)
    if dx.magnitude > reach || dy.magnitude > reach { return false }
    let (x, y) = (dx >> shift, dy >> shift)
    return x * x + y * y <= square
  }

  /// The quarter of the turn that contains a point; the centre itself has none and gets the last quarter.
  private static func quarter(_ p: Int64, _ q: Int64) -> Int64 {
    if p > 0 && q >= 0 { return 0 }
    if q > 0 { return 1 }
    return p < 0 ? 2 : 3
  }
}

/// The directions of vectors from a small table, for colours: within 2·10⁻⁷ turn.
struct ArcTangent: ~Copyable {
  /// The arc tangents of 0/256 … 256/256, and one more, in 2⁻³² turn.
  private var table = RigidArray<Int32>(capacity: 258)

  init() {
    for index in 0..<table.capacity {
      let angle = Angle.atan2(y: Fixed(index), x: Fixed(256))
      table.append(Int32(angle.raw), at: index)
    }
  }

  /// The table's address, valid as long as this object.
  @unsafe
  var pointer: UnsafePointer<Int32> { unsafe table.readPointer(to: 258) }

  /// The arc tangent of a ratio of at most 1 as a fraction of a turn, Q32.
  ///
  /// Both numbers are below 2³⁸, and `far` is not 0.
  @unsafe
  static func eighth(_ near: Int64, _ far: Int64, _ table: UnsafePointer<Int32>) -> Int64 {
    let quotient = UInt64(bitPattern: near &<< 24) / UInt64(bitPattern: far)
    let ratio = Int(truncatingIfNeeded: quotient)
    // At most 256, and the next entry.
    let (from, to) = unsafe (Int64(table[ratio &>> 16]), Int64(table[ratio &>> 16 &+ 1]))
    return from &+ ((to &- from) &* Int64(ratio & 0xFFFF)) &>> 16
  }
}

/// Points of a line within one octant; their distances from both axes are shifted right by the same number
/// of bits.
struct TangentRange {
  /// Whether the second axis is the near one.
  let isSteep: Bool
  let near: Int64
  let far: Int64
  let nearStep: Int64
  let farStep: Int64
  /// The number of bits beyond 38.
  let shift: Int64
  /// The number of points, at least 1.
  let count: Int

  /// Starts at a point other than (0, 0).
  @inline(never)
  init(_ x: Int64, _ y: Int64, _ stepX: Int64, _ stepY: Int64, upTo count: Int) {
    isSteep = y > x
    (near, far) = isSteep ? (x, y) : (y, x)
    (nearStep, farStep) = isSteep ? (stepX, stepY) : (stepY, stepX)
    shift = Int64(63 &- (UInt64(bitPattern: far) &>> 37 | 1).leadingZeroBitCount)
    let high = Int64(1) &<< (shift &+ 38)
    let low = shift == 0 ? 0 : Int64(1) &<< (shift &+ 37)
    let alike = min(
      columnsAlike(x &- y, stepX &- stepY), columnsAlike(far &- high, farStep),
      columnsAlike(far &+ 1 &- low, farStep), Int64(count))
    self.count = Int(truncatingIfNeeded: alike)
  }
}
