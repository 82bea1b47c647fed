import FixedPoint

/// The size, in Q31.32, that stands for all beyond: 2²⁹ points or pixels.
///
/// Two such numbers can be added and subtracted without overflow, so geometry from anywhere is
/// clipped instead of trapped.
let coordinateLimit: Int64 = 1 << 61

/// The nearest number within the limits.
///
/// A call, as all of these: shapes are prepared with them in hundreds of places, where copies of them
/// would be a tenth of the daemon.
@inline(never)
func limited(_ value: Int64) -> Int64 { clamped(value) }

/// The same in place.
@inline(__always)
func clamped(_ value: Int64) -> Int64 {
  min(max(value, -coordinateLimit), coordinateLimit)
}

/// a + b for two numbers within the limits; the limits stand for all beyond.
@inline(never)
func limitedSum(_ a: Int64, _ b: Int64) -> Int64 {
  clamped(a &+ b)
}

/// a·x with both in Q31.32, to nearest; the limits stand for all beyond.
@inline(never)
func limitedProduct(_ a: Int64, _ x: Int64) -> Int64 {
  let (high, low) = a.multipliedFullWidth(by: x)
  if high >= 1 << 29 { return coordinateLimit }
  if high < -(1 << 29) { return -coordinateLimit }
  return (high << 32 | Int64(bitPattern: low >> 32)) &+ Int64(bitPattern: low >> 31 & 1)
}

extension Transform {
  /// Where a point goes, with the limits for all beyond; never traps.
  func limitedApply(_ x: Int64, _ y: Int64) -> (x: Int64, y: Int64) {
    // In place, for each point of an outline goes this way.
    let toX = clamped(limitedProduct(a.raw, x) &+ limitedProduct(c.raw, y))
    let toY = clamped(limitedProduct(b.raw, x) &+ limitedProduct(d.raw, y))
    return (clamped(toX &+ clamped(tx.raw)), clamped(toY &+ clamped(ty.raw)))
  }
}
