// SPDX-License-Identifier: Apache-2.0

public import FixedPoint

/// Colours from a point to an ellipse around it, in user space; constant beyond the ellipse.
///
/// Offset 0 is the focus, offset 1 the ellipse. Along each line from the focus to the ellipse offsets are even.
public struct RadialGradient: Equatable, BitwiseCopyable, Sendable {
  /// The ellipse's centre.
  package let center: Point
  /// The vectors from the centre to two points of the ellipse: a circle's radii at a right angle, transformed.
  package let xAxis, yAxis: Point
  /// The focus in fractions of the axes, from the centre.
  package let focus: Point
  /// The colours from the focus to the ellipse.
  package let stops: StopRange

  /// The largest distance of the focus from the centre of a circle with a radius of 1.
  package static var farthestFocus: Fixed { Fixed(255, over: 256) }

  /// Makes a gradient in a circle; nil where it has no area, no stops, or a focus beyond 255/256 of its radius.
  ///
  /// - Parameters:
  ///   - center: The circle's centre.
  ///   - radius: Its radius, in points.
  ///   - focus: The point with offset 0; the centre without one.
  ///   - stops: The colours.
  public init?(center: Point, radius: Fixed, focus: Point? = nil, stops: StopRange) {
    guard radius > 0 else { return nil }
    let focus = focus ?? center
    let dx = Fixed(raw: saturated(focus.x.raw) - saturated(center.x.raw))
    let dy = Fixed(raw: saturated(focus.y.raw) - saturated(center.y.raw))
    guard abs(dx.raw) < radius.raw, abs(dy.raw) < radius.raw else { return nil }
    self.init(
      center: center, xAxis: Point(radius, 0), yAxis: Point(0, radius),
      focus: Point(dx / radius, dy / radius), stops: stops)
  }

  /// Makes a gradient in an ellipse; nil where that has no area, as above.
  package init?(center: Point, xAxis: Point, yAxis: Point, focus: Point, stops: StopRange) {
    let ((ax, ay), (bx, by)) = (xAxis.withinLimits, yAxis.withinLimits)
    let isFlat = Fixed.hasNoArea(ax, ay, bx, by)
    let limit = RadialGradient.farthestFocus
    guard !isFlat, !stops.isEmpty, (-limit...limit).contains(focus.x),
      (-limit...limit).contains(focus.y), Fixed.hypotenuse(focus.x, focus.y) <= limit
    else { return nil }
    (self.center, self.xAxis, self.yAxis, self.focus) = (center, xAxis, yAxis, focus)
    self.stops = stops
  }
}

extension Fixed {
  /// Whether two vectors are parallel, by their exact products.
  fileprivate static func hasNoArea(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64) -> Bool {
    ax.multipliedFullWidth(by: by) == ay.multipliedFullWidth(by: bx)
  }
}
