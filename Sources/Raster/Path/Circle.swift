// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint

/// A circle in device space; edges may be arcs of it.
struct Circle: BitwiseCopyable {
  /// The centre and the radius in pixels, Q16.
  let x: Int32
  let y: Int32
  let radius: Int32
  /// The radius squared, Q32.
  let square: Int64
  /// The boundary is followed in cells of a pixel halved this number of times: small circles curve too much
  /// within a pixel.
  let fineness: Int64
  /// The area between a chord of one cell's length and its arc, in 2⁻²⁰ pixel; 0 where it is below 1/3000
  /// pixel.
  let bulge: Int64
  /// The index of its first row in the circle cache, -1 for none, or `.min` before the lookup.
  var cached = Int32.min

  /// The last computed half chords, with their heights.
  ///
  /// The bottom of one row is the top of the next, and both sides share them. Caching them saves time and
  /// changes nothing.
  private var upper: (y: Int32, half: Int32)
  private var lower: (y: Int32, half: Int32)

  /// A circle from Q32; nil where its squares or its edges would exceed their limits.
  init?(x: Int64, y: Int64, radius: Int64) {
    // Between 1/1024 and 8192 pixels, and well within the limits of edges.
    if radius < 1 << 22 || radius > 8192 << 32 { return nil }
    if min(x, y) - radius < -16000 << 32 || max(x, y) + radius > 32000 << 32 { return nil }
    let half: Int64 = 1 << 15
    self.x = Int32((x + half) >> 16)
    self.y = Int32((y + half) >> 16)
    self.radius = Int32((radius + half) >> 16)
    square = Int64(self.radius) * Int64(self.radius)
    let fineness = Circle.fineness(self.radius)
    self.fineness = fineness
    // length³/(12 · radius), for a length of 1 pixel halved `fineness` times.
    let isFlat = radius >= 256 << 32
    bulge = isFlat ? 0 : ((1 << 36) / (12 * Int64(self.radius))) >> (3 * fineness)
    upper = (self.y, self.radius)
    lower = upper
  }

  private static func fineness(_ radius: Int32) -> Int64 {
    if radius >= 8 << 16 { return 0 }
    if radius >= 2 << 16 { return 1 }
    if radius >= 1 << 15 { return 2 }
    return radius >= 1 << 13 ? 4 : 6
  }

  /// Whether its centre lies below a row's top and above its bottom.
  func hasCenter(withinRow top: Int32) -> Bool { y > top && y < top &+ 65536 }

  /// Half chords at two heights: the distances from the centre line to the sides, Q16.
  mutating func halfChords(
    at y0: Int32, _ y1: Int32, _ roots: borrowing SquareRoots
  ) -> (Int32, Int32) {
    if y0 == upper.y && y1 == lower.y { return (upper.half, lower.half) }
    func half(at height: Int32) -> Int32 {
      let distance = Int64(height) &- Int64(y)
      return roots.floor(square &- distance &* distance)
    }
    let first = y0 == lower.y ? lower.half : half(at: y0)
    let second = half(at: y1)
    (upper, lower) = ((y0, first), (y1, second))
    return (first, second)
  }
}

/// A quarter of the unit circle in 2048 steps, which provides the points of all arcs.
///
/// An arc of any radius uses every 2ᵏ-th of the 8192 points of a full turn, so that in a frame only the
/// sines of an arc's ends are computed.
struct CircleTable: ~Copyable {
  /// The sines of 0 … 2048/8192 turn, in Q30; computed at the first use, as few scenes need them.
  private var sines = RigidArray<Int32>(capacity: 2049)
  private var count = 0

  /// The cosine and the sine of `index`/8192 turn, in Q30.
  mutating func point(_ index: Int) -> (cosine: Int32, sine: Int32) {
    while count <= 2048 {
      sines.append(Angle(raw: Int64(count) << 19).sine.raw, counting: &count)
    }
    let phase = index & 2047
    let (near, far) = (sines[phase], sines[2048 - phase])
    switch index >> 11 & 3 {
    case 0: return (far, near)
    case 1: return (-near, far)
    case 2: return (-far, -near)
    default: return (near, -far)
    }
  }
}
