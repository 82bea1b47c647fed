// SPDX-License-Identifier: Apache-2.0

import FixedPoint

/// A quarter of the unit circle in 2048 steps, from which every arc takes its points.
///
/// An arc of any radius uses each 2ᵏ-th of the 8192 points of a full turn, so that no sine is
/// computed in a frame but those of an arc's ends.
struct CircleTable: ~Copyable {
  /// The sines of 0 … 2048/8192 turn, in Q30.
  private var sines: RigidArray<Int32>

  init() {
    sines = RigidArray(capacity: 2049, initial: 0)
    for index in 0...2048 { sines[index] = Angle(raw: Int64(index) << 19).sine.raw }
  }

  /// The cosine and the sine of `index`/8192 turn, in Q30.
  func point(_ index: Int) -> (cosine: Int32, sine: Int32) {
    let phase = index & 2047
    let (near, far) = (sines[phase], sines[2048 - phase])
    switch index >> 11 & 3 {
    case 0: return (far, near)
    case 1: return (-near, far)
    case 2: return (-far, -near)
    default: return (near, -far)
    }
  }

  /// How many of the 8192 points to go on for an edge of a circle of this radius, in pixels (Q16).
  ///
  /// A polygon whose corners lie on a circle loses area. Its corners are moved out by θ²/12 of
  /// the radius (θ the angle of a step), which makes the areas equal: then the corners lie that
  /// much outside and the middles of the edges half as much inside. The step is the largest power of
  /// two for which that is at most 0.002 pixels, or a number of times that;
  /// radius · θ²/12 = radius · step² · 4.9023·10⁻⁸.
  static func step(radius: Int64, tolerance: Int64 = 1) -> Int {
    var step = 512
    while step > 1 && radius >= tolerance * 2_673_600_000 / Int64(step * step) { step /= 2 }
    return step
  }

  /// What the corners' radius is larger by, θ²/12, in Q32.
  static func excess(step: Int) -> Int64 {
    // π²/3 · 2⁻²⁶ in Q40 for a step of 1.
    (Int64(step * step) * 53901) >> 8
  }
}
