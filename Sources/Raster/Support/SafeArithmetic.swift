// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// The size, in Q31.32, that stands for all beyond: 2²⁹ points or pixels.
///
/// Two such numbers can be added and subtracted without overflow, so geometry from anywhere is
/// clipped instead of trapped.
let coordinateLimit: Int64 = 1 << 61

/// The nearest number within the limits.
///
/// Never inlined, as all of these: shapes are prepared with hundreds of them, and copies
/// would be a tenth of the daemon's size.
@inline(never)
func saturated(_ value: Int64) -> Int64 { clamped(value) }

extension Point {
  /// Its coordinates within the limits, Q32.
  var withinLimits: (x: Int64, y: Int64) { (saturated(x.raw), saturated(y.raw)) }
}

extension Angle {
  /// Its cosine and sine, Q32.
  var direction: (cosine: Int64, sine: Int64) { (Int64(cosine.raw) << 2, Int64(sine.raw) << 2) }
}

/// The same, inlined.
@inline(__always)
func clamped(_ value: Int64) -> Int64 {
  min(max(value, -coordinateLimit), coordinateLimit)
}

/// a + b for two numbers within the limits; the limits stand for all beyond.
@inline(never)
func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 {
  clamped(a &+ b)
}

/// a·x with both in Q31.32, to nearest; the limits stand for all beyond.
@inline(never)
func saturatingProduct(_ a: Int64, _ x: Int64) -> Int64 {
  let (high, low) = a.multipliedFullWidth(by: x)
  if high >= 1 << 29 { return coordinateLimit }
  if high < -(1 << 29) { return -coordinateLimit }
  return (high << 32 | Int64(bitPattern: low >> 32)) &+ Int64(bitPattern: low >> 31 & 1)
}

/// Likewise, inlined and without limits: for products that are known to be within them.
@inline(__always)
func product(_ a: Int64, _ x: Int64) -> Int64 {
  let (high, low) = a.multipliedFullWidth(by: x)
  return (high &<< 32 | Int64(bitPattern: low &>> 32)) &+ Int64(bitPattern: low &>> 31 & 1)
}

/// Whether two numbers are within ±2¹⁵, Q32.
@inline(__always)
func areNear(_ a: Int64, _ b: Int64) -> Bool {
  UInt64(bitPattern: (a &+ 1 << 47) | (b &+ 1 << 47)) &>> 48 == 0
}

extension Transform {
  /// Whether all points within ±2¹⁵ stay within the limits.
  @inline(__always)
  var keepsNear: Bool {
    // Factors within ±2¹²: the sum of two products is below 2²⁸, and below 2²⁹ with what is added.
    let factors =
      (a.raw &+ 1 << 44) | (b.raw &+ 1 << 44) | (c.raw &+ 1 << 44) | (d.raw &+ 1 << 44)
    let translation = (tx.raw &+ 1 << 60) | (ty.raw &+ 1 << 60)
    return UInt64(bitPattern: factors) &>> 45 == 0 && UInt64(bitPattern: translation) &>> 61 == 0
  }

  /// Transforms a point within ±2¹⁵, for a transform with `keepsNear`.
  @inline(__always)
  func applyNear(_ x: Int64, _ y: Int64) -> (x: Int64, y: Int64) {
    (
      product(a.raw, x) &+ product(c.raw, y) &+ tx.raw,
      product(b.raw, x) &+ product(d.raw, y) &+ ty.raw
    )
  }

  /// Transforms a point, saturating at the limits; never traps.
  func saturatingApply(_ x: Int64, _ y: Int64) -> (x: Int64, y: Int64) {
    // The fast path, for nearly all points of an outline.
    if areNear(x, y) && keepsNear { return applyNear(x, y) }
    let toX = saturatingSum(saturatingProduct(a.raw, x), saturatingProduct(c.raw, y))
    let toY = saturatingSum(saturatingProduct(b.raw, x), saturatingProduct(d.raw, y))
    return (saturatingSum(toX, saturated(tx.raw)), saturatingSum(toY, saturated(ty.raw)))
  }
}
