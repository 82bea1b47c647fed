// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// A radial gradient, prepared for one transform.
///
/// Let q be a pixel's centre in the space in which the ellipse is the circle with a radius of 1 around the origin, and
/// f the focus there, at a distance φ. The offset t is that of the circle through q among those with the radius t and
/// the centre (1 - t) f: |q - (1 - t) f| = t. With x along f from the focus, y across it and k = 1/(1 - φ²) its positive
/// solution is t = φ X + √(X² + Y²) for X = k x and Y = √k y. Both are linear in device space, as q is.
///
/// Example: φ = 0.6 gives k = 1.5625. The point of the circle on the far side of the focus, x = -1.6, has X = -2.5, so
/// t = -1.5 + 2.5 = 1; the near one, x = 0.4, has X = 0.625 and t = 0.375 + 0.625 = 1.
struct RadialGradientEvaluator: BitwiseCopyable {
  /// X, Y and φ X.
  private let along, across, shift: LinearInterpolant
  private var cursor: GradientCursor

  init(_ gradient: RadialGradient, _ space: UserSpace) {
    let center = gradient.center.withinLimits
    let x = space.x.minus(saturatingProduct(center.x, space.size))
    let y = space.y.minus(saturatingProduct(center.y, space.size))
    let (a, b) = (UnitVector(gradient.xAxis), UnitVector(gradient.yAxis))
    // The area of both axes over the length of each, and with the transform's determinant.
    let perX = saturatingProduct(b.cross(gradient.xAxis), -space.size)
    let perY = saturatingProduct(a.cross(gradient.yAxis), space.size)
    let u = x.combined(b.y, y, -b.x).divided(by: perX)
    let v = y.combined(a.x, x, -a.y).divided(by: perY)
    cursor = GradientCursor(gradient.stops)
    let focus = gradient.focus
    if focus == .zero {
      (along, across) = (u, v)
      shift = LinearInterpolant(atOrigin: 0, perColumn: 0, perRow: 0)
      return
    }
    let direction = UnitVector(focus)
    // Below 1, so that its square is exact enough: the rest is at least 1/128.
    let distance = direction.length
    let rest = Fixed(raw: (1 << 32) - saturatingProduct(distance, distance))
    let factor = Fixed.one / rest
    along = u.combined(direction.x, v, direction.y).minus(distance).combined(factor.raw, u, 0)
    across = v.combined(direction.x, u, -direction.y).combined(factor.squareRoot().raw, v, 0)
    shift = along.combined(distance, u, 0)
  }

  /// Paints columns of a row.
  @inline(never)
  @_optimize(speed)
  mutating func paint(
    _ columns: Range<Int>, row: Int, into line: inout LineBuffer, of scene: borrowing Scene,
    _ roots: borrowing SquareRoots
  ) {
    precondition(columns.lowerBound >= 0, "Not in the row.")
    let line = unsafe line.pointer(to: columns.upperBound)
    var x = along.value(columns.lowerBound, row)
    var y = across.value(columns.lowerBound, row)
    var z = shift.value(columns.lowerBound, row)
    var interval = cursor.interval
    for column in columns {
      // To 30 bits, so that the sum of the squares has at most 61.
      let (a, b) = (x.magnitude, y.magnitude)
      let bits = UInt64(truncatingIfNeeded: max(34 &- (a | b).leadingZeroBitCount, 0))
      let (near, far) = (a &>> bits, b &>> bits)
      let square = Int64(bitPattern: near &* near &+ far &* far)
      let offset = z &+ Int64(roots.floor(square)) &<< Int64(bitPattern: bits)
      (x, y, z) = (x &+ along.step, y &+ across.step, z &+ shift.step)
      if !interval.holds(offset) { interval = cursor.interval(at: offset, of: scene) }
      // In the row, as checked.
      unsafe line[column] = interval.color(at: offset)
    }
  }
}

/// The direction of a vector, Q32, and its length.
private struct UnitVector {
  let x, y: Int64
  let length: Int64

  init(_ vector: Point) {
    let (dx, dy) = vector.withinLimits
    length = saturated(Fixed.hypotenuse(Fixed(raw: dx), Fixed(raw: dy)).raw)
    (x, y) = (saturatingQuotient(dx, length), saturatingQuotient(dy, length))
  }

  /// The signed distance of another vector's end from the line along this vector.
  func cross(_ other: Point) -> Int64 {
    let (dx, dy) = other.withinLimits
    return saturatingSum(saturatingProduct(x, dy), -saturatingProduct(y, dx))
  }
}
