internal import FixedPoint
internal import Raster

/// The measures of one of several concentric rings in their box, in points.
struct RingGeometry {
  /// How much further in each ring is: its own width of 17 and a gap of 6.
  static var inset: WideFixed { 23 }

  /// The width of the arc.
  static var arcWidth: WideFixed { 17 }

  /// The width of the track below it.
  static var trackWidth: WideFixed { 10 }

  /// The side of the box.
  let side: WideFixed

  /// The circle on which the arc lies.
  let radius: WideFixed

  /// Measures a ring, counted from 0 at the outside.
  init(side: WideFixed, index: Int) {
    self.side = side
    radius = (side - RingGeometry.arcWidth) / 2 - RingGeometry.inset * WideFixed(index)
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
  static func capHeight(side: WideFixed, rings: Int) -> WideFixed {
    (side - inset * WideFixed(2 * (rings - 1))) * WideFixed(16, over: 100)
  }
}
