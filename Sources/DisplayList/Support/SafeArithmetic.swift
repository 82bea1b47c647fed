// SPDX-License-Identifier: Apache-2.0

package import FixedPoint

/// The largest magnitude of coordinates, in Q31.32: 2²⁹ points or pixels; larger values are clamped
/// to it.
///
/// Two such numbers can be added and subtracted without overflow, so any geometry is clipped
/// instead of trapped.
package let coordinateLimit: Int64 = 1 << 61

/// The nearest number within the limits.
package func saturated(_ value: Int64) -> Int64 {
  min(max(value, -coordinateLimit), coordinateLimit)
}

extension Point {
  /// Its coordinates within the limits, Q32.
  package var withinLimits: (x: Int64, y: Int64) { (saturated(x.raw), saturated(y.raw)) }
}

extension Angle {
  /// Its cosine and sine, Q32.
  package var direction: (cosine: Int64, sine: Int64) {
    (Int64(cosine.raw) << 2, Int64(sine.raw) << 2)
  }
}

/// a + b for two numbers within the limits, clamped to the limits.
package func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 { saturated(a &+ b) }

/// a·x with both in Q31.32, to nearest, clamped to the limits.
package func saturatingProduct(_ a: Int64, _ x: Int64) -> Int64 {
  let (high, low) = a.multipliedFullWidth(by: x)
  if high >= 1 << 29 { return coordinateLimit }
  if high < -(1 << 29) { return -coordinateLimit }
  return (high << 32 | Int64(bitPattern: low >> 32)) &+ Int64(bitPattern: low >> 31 & 1)
}

/// a / b in Q32, to nearest, clamped to the limits, also for b = 0.
package func saturatingQuotient(_ a: Int64, _ b: Int64) -> Int64 {
  let (size, divisor) = (a.magnitude, b.magnitude)
  let isNegative = (a < 0) != (b < 0)
  if size >> 29 >= divisor { return isNegative ? -coordinateLimit : coordinateLimit }
  let (quotient, remainder) = divisor.dividingFullWidth((size >> 32, size << 32))
  let nearest = Int64(quotient) + (remainder >= divisor - remainder ? 1 : 0)
  return isNegative ? -nearest : nearest
}

extension Transform {
  /// Transforms a point, saturating at the limits; never traps.
  package func saturatingApply(_ x: Int64, _ y: Int64) -> (x: Int64, y: Int64) {
    func sum(_ a: Fixed, _ c: Fixed, _ t: Fixed) -> Int64 {
      saturatingSum(
        saturatingSum(saturatingProduct(a.raw, x), saturatingProduct(c.raw, y)), saturated(t.raw))
    }
    return (sum(a, c, tx), sum(b, d, ty))
  }
}
