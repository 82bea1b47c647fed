// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
internal import Motion
package import DisplayList

/// The dimensions of a download bar in its box, in points.
package struct DownloadGeometry {
  /// The box.
  package let width, height: Fixed

  /// The unit of the parts: 1 at the default height of 80.
  let unit: Fixed

  /// The width for a label in the bubble, in units; the bubble is 33 wide.
  static var labelWidth: Fixed { 31 }

  package init(width: Fixed, height: Fixed) {
    self.width = width
    self.height = height
    unit = height / 80
  }

  /// The box's centre; the bar lies at its height.
  var center: Point { Point(x: width / 2, y: height / 2) }

  /// The height of the indicator's centre while its tip touches the bar.
  var ridingHeight: Fixed { center.y - (unit * 6 + Fixed(3, over: 2)) }

  /// The indicator's path out of the box, over the bar and to its beginning.
  func readyingPath(at time: Fixed) -> Point {
    let x: InlineArray<5, Fixed> = [
      center.x, center.x, center.x, center.x + unit * 20, 0,
    ]
    let y: InlineArray<5, Fixed> = [
      center.y, center.y - unit * 40, ridingHeight, ridingHeight, ridingHeight,
    ]
    return Point(x: Keyframes(x).value(at: time), y: Keyframes(y).value(at: time))
  }

  /// The indicator's flight back into the box: a quadratic curve, linear in its parameter.
  package func resumingPath(from start: Point, at s: Fixed) -> Point {
    let summit = center.y - unit * 100
    return Point(
      x: DownloadGeometry.quadratic(start.x, center.x, center.x, at: s),
      y: DownloadGeometry.quadratic(start.y, summit, center.y, at: s))
  }

  private static func quadratic(
    _ start: Fixed, _ control: Fixed, _ end: Fixed, at s: Fixed
  ) -> Fixed {
    let first = start.interpolated(to: control, by: s)
    let second = control.interpolated(to: end, by: s)
    return first.interpolated(to: second, by: s)
  }

  /// The box with the arrow at 0, the bar's track at 1: a rounded rectangle interpolated between
  /// them.
  package func container(unfolded part: Fixed) -> (frame: Rectangle, radius: Fixed) {
    let width = height.interpolated(to: self.width + 4, by: part)
    let height = height.interpolated(to: 4, by: part)
    let frame = Rectangle(
      x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    return (frame, (unit * 5).interpolated(to: 2, by: part))
  }

  /// The thickness of a full fill: it grows from 0 over the first two points.
  func fillThickness(at progress: Fixed) -> Fixed {
    min(4, width * progress * 2)
  }

  /// The bottom edge of a full fill, where the water runs out.
  func fillBottom(at progress: Fixed) -> Fixed {
    center.y + fillThickness(at: progress) / 2
  }

  /// The fill with only a part of its thickness left: a capsule that keeps its bottom edge.
  package func drainingFill(at progress: Fixed, left part: Fixed) -> Rectangle {
    let thickness = fillThickness(at: progress) * part
    return Rectangle(
      x: -(thickness / 2), y: fillBottom(at: progress) - thickness,
      width: width * progress + thickness, height: thickness)
  }
}
