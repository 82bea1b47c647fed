// SPDX-License-Identifier: Apache-2.0

/// The polygon that stands for a circle where its arcs are no edges of their own.
///
/// How far it is off is part of what a shape covers, so damage goes by it, too.
package enum CirclePolygon {
  /// How many of 8192 points of a full turn to go on for an edge of a circle of this radius, in pixels (Q16).
  ///
  /// A polygon whose corners lie on a circle loses area. Its corners are moved out by θ²/12 of
  /// the radius (θ the angle of a step), which makes the areas equal: then the corners lie that
  /// much outside and the middles of the edges half as much inside. The step is the largest power of
  /// two for which that is at most 0.002 pixels, or a number of times that;
  /// radius · θ²/12 = radius · step² · 4.9023·10⁻⁸.
  package static func step(radius: Int64, tolerance: Int64 = 1) -> Int {
    var step = 512
    while step > 1 && radius >= tolerance * 2_673_600_000 / Int64(step * step) { step /= 2 }
    return step
  }

  /// What the corners' radius is larger by, θ²/12, in Q32.
  package static func excess(step: Int) -> Int64 {
    // π²/3 · 2⁻²⁶ in Q40 for a step of 1.
    (Int64(step * step) * 53901) >> 8
  }
}
