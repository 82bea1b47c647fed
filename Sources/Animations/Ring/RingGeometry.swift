// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList

/// The dimensions of one of several concentric rings in their box, in points.
struct RingGeometry {
  /// The side of the box.
  let side: Fixed

  /// The radius of the arc's centre line.
  let radius: Fixed

  /// The dimensions of a ring; the outermost has index 0.
  init(side: Fixed, index: Int, _ style: RingStyle) {
    self.side = side
    radius = (side - style.arcWidth) / 2 - style.inset * Fixed(index)
  }

  /// The middle of the box and of all rings.
  var center: Point { Point(side / 2, side / 2) }

  /// The point of the circle at an angle, clockwise from the x axis.
  func point(at angle: Angle) -> Point {
    center + Point(radius.scaled(by: angle.cosine), radius.scaled(by: angle.sine))
  }

  /// The cap height of the label inside of a number of rings.
  ///
  /// For one ring it is 0.16 of the box, as specified. For more rings it is 0.16 of the innermost
  /// ring's own box, so that the label keeps its distance from that ring.
  static func capHeight(side: Fixed, rings: Int, _ style: RingStyle) -> Fixed {
    (side - style.inset * Fixed(2 * (rings - 1))) * Fixed(16, over: 100)
  }
}
