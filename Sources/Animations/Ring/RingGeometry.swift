// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Raster

/// The measures of one of several concentric rings in their box, in points.
struct RingGeometry {
  /// The side of the box.
  let side: Fixed

  /// The circle on which the arc lies.
  let radius: Fixed

  /// Measures a ring, counted from 0 at the outside.
  init(side: Fixed, index: Int, _ look: AnimationLook) {
    self.side = side
    radius = (side - look.arcWidth) / 2 - look.inset * Fixed(index)
  }

  /// The middle of the box and of all rings.
  var center: Point { Point(side / 2, side / 2) }

  /// The point of the circle at an angle, clockwise from the x axis.
  func point(at angle: Angle) -> Point {
    center + Point(radius.scaled(by: angle.cosine), radius.scaled(by: angle.sine))
  }

  /// The cap height of the label within a number of rings.
  ///
  /// 0.16 of the box for one ring, as specified; within more of them 0.16 of the innermost ring's
  /// own box, so that the label keeps its distance from the ring around it.
  static func capHeight(side: Fixed, rings: Int, _ look: AnimationLook) -> Fixed {
    (side - look.inset * Fixed(2 * (rings - 1))) * Fixed(16, over: 100)
  }
}
