// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Raster

/// The measures of one of several concentric rings in their box, in points.
struct RingGeometry {
  /// How much further in each ring is: its own width of 17 and a gap of 6.
  static var inset: Fixed { 23 }

  /// The width of the arc.
  static var arcWidth: Fixed { 17 }

  /// The width of the track below it.
  static var trackWidth: Fixed { 10 }

  /// The side of the box.
  let side: Fixed

  /// The circle on which the arc lies.
  let radius: Fixed

  /// Measures a ring, counted from 0 at the outside.
  init(side: Fixed, index: Int) {
    self.side = side
    radius = (side - RingGeometry.arcWidth) / 2 - RingGeometry.inset * Fixed(index)
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
  static func capHeight(side: Fixed, rings: Int) -> Fixed {
    (side - inset * Fixed(2 * (rings - 1))) * Fixed(16, over: 100)
  }
}
