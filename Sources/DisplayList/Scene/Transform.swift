// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// An affine transform from user space to device pixels: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
///
/// Arithmetic traps on overflow. Operations that add a step add it before the existing steps:
/// `Transform.identity.translated(x: 10, y: 0).scaled(by: 2)` scales first and then moves by 10.
public struct Transform: Equatable, BitwiseCopyable, Sendable {
  /// The change of x′ per point to the right.
  package var a: Fixed
  /// The change of y′ per point to the right.
  package var b: Fixed
  /// The change of x′ per point down.
  package var c: Fixed
  /// The change of y′ per point down.
  package var d: Fixed
  /// The x′ of the origin.
  package var tx: Fixed
  /// The y′ of the origin.
  package var ty: Fixed

  /// Makes a transform from its six coefficients.
  public init(
    a: Fixed, b: Fixed, c: Fixed, d: Fixed, tx: Fixed, ty: Fixed
  ) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    (self.tx, self.ty) = (tx, ty)
  }

  /// The identity: one point is one pixel.
  public static var identity: Transform { Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// Scales both axes about the origin, before all other steps.
  public func scaled(by factor: Fixed) -> Transform {
    scaled(x: factor, y: factor)
  }

  /// Scales each axis about the origin, before all other steps.
  package func scaled(x: Fixed, y: Fixed) -> Transform {
    Transform(a: a * x, b: b * x, c: c * y, d: d * y, tx: tx, ty: ty)
  }

  /// Moves, before all other steps.
  public func translated(x: Fixed, y: Fixed) -> Transform {
    Transform(a: a, b: b, c: c, d: d, tx: a * x + c * y + tx, ty: b * x + d * y + ty)
  }

  /// Rotates about the origin, before all other steps; clockwise with y down.
  public func rotated(by angle: Angle) -> Transform {
    let (sine, cosine) = (angle.sine, angle.cosine)
    return Transform(
      a: a.scaled(by: cosine) + c.scaled(by: sine),
      b: b.scaled(by: cosine) + d.scaled(by: sine),
      c: c.scaled(by: cosine) - a.scaled(by: sine),
      d: d.scaled(by: cosine) - b.scaled(by: sine),
      tx: tx, ty: ty)
  }

  /// The composition of this transform and then another.
  public func followed(by next: Transform) -> Transform {
    Transform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// Transforms a point; traps on overflow.
  package func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }
}

extension Transform {
  /// The largest factor by which a length grows, Q32: the larger singular value.
  package var maximumScale: Int64 {
    // Most transforms only scale and translate, uniformly or not.
    if b == 0 && c == 0 && a.raw != .min && d.raw != .min {
      return max(abs(a.raw), abs(d.raw))
    }
    // Halved, and within ±2²⁷, so that no sum below overflows.
    func halved(_ value: Fixed) -> Int64 { min(max(value.raw / 2, -1 << 59), 1 << 59) }
    let (a, b, c, d) = (halved(a), halved(b), halved(c), halved(d))
    let sum = Fixed.hypotenuse(Fixed(raw: a + d), Fixed(raw: b - c))
    let difference = Fixed.hypotenuse(Fixed(raw: a - d), Fixed(raw: b + c))
    return sum.raw + difference.raw
  }

  /// The deviation from a similarity (rotation, reflection, uniform scale), Q32, and whether it
  /// reflects.
  ///
  /// 0 for a similarity; otherwise the lengths of two transformed unit vectors may differ by that much.
  package var anisotropy: (size: Int64, isMirrored: Bool) {
    let (a, b) = (saturated(a.raw), saturated(b.raw))
    let (c, d) = (saturated(c.raw), saturated(d.raw))
    let turned = saturatingSum(abs(a - d), abs(b + c))
    let mirrored = saturatingSum(abs(a + d), abs(b - c))
    return mirrored < turned ? (mirrored, true) : (turned, false)
  }
}
