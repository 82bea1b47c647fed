import FixedPoint

/// The size, in Q31.32, that stands for all beyond: 2²⁹ points or pixels.
///
/// Two such numbers can be added and subtracted without overflow, so geometry from anywhere is
/// clipped instead of trapped.
let coordinateLimit: Int64 = 1 << 61

/// The nearest number within the limits.
@inline(__always)
func limited(_ value: Int64) -> Int64 {
  min(max(value, -coordinateLimit), coordinateLimit)
}

/// a + b for two numbers within the limits; the limits stand for all beyond.
@inline(__always)
func limitedSum(_ a: Int64, _ b: Int64) -> Int64 {
  limited(a &+ b)
}

/// a·x with both in Q31.32, to nearest; the limits stand for all beyond.
///
/// A call: shapes are prepared with it in hundreds of places, where copies of it would be a tenth of
/// the daemon.
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
    (
      limitedSum(limitedSum(limitedProduct(a.raw, x), limitedProduct(c.raw, y)), limited(tx.raw)),
      limitedSum(limitedSum(limitedProduct(b.raw, x), limitedProduct(d.raw, y)), limited(ty.raw))
    )
  }
}
