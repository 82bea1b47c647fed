// SPDX-License-Identifier: Apache-2.0

/// The polygon that approximates a circle whose arcs cannot be edges.
///
/// Its deviation is part of a shape's area, so damage includes it, too.
package enum CirclePolygon {
  /// The number of points (of 8192 on a full turn) per edge, for a circle of a radius in pixels (Q16).
  ///
  /// A polygon with its corners on a circle loses area. The corners are moved out by θ²/12 of the radius (θ
  /// the angle of a step), which makes the areas equal. Then the corners are that much outside, and the
  /// middles of the edges half as much inside. The step is the largest power of two with at most 0.002
  /// pixels, or `tolerance` times that; radius · θ²/12 = radius · step² · 4.9023·10⁻⁸.
  package static func step(radius: Int64, tolerance: Int64 = 1) -> Int {
    var step = 512
    while step > 1 && radius >= tolerance * 2_673_600_000 / Int64(step * step) { step /= 2 }
    return step
  }

  /// The relative excess of the corners' radius, θ²/12, in Q32.
  package static func excess(step: Int) -> Int64 {
    // π²/3 · 2⁻²⁶ in Q40 for a step of 1.
    (Int64(step * step) * 53901) >> 8
  }
}
