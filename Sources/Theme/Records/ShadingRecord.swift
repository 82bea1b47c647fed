// SPDX-License-Identifier: Apache-2.0

package import DisplayList
internal import FixedPoint

/// How the offset of a gradient is found; the raw values are those of `SHAD`.
package enum ShadingKind: UInt8, RecordChoice, Sendable {
  /// Along an axis, as in a `GradientRecord`, with the opacity of each colour.
  case linear
  /// From a focus to an ellipse around it.
  case radial
}

/// A `SHAD`: a gradient of a drawing since minor version 3: a radial gradient, or stops of different opacity.
///
/// A program of an older version knows neither the section nor the reference to it, and fills the shape with one colour.
/// The pack has a node of the kind `.shading`, so that such a program logs it.
package struct ShadingRecord: PackRecord {
  package var kind = ShadingKind.linear
  /// In fractions of the image: the start of the axis, or the ellipse's centre.
  package var start = Point.zero
  /// The end of the axis, or of the ellipse's first radius.
  package var end = Point.zero
  /// The end of the ellipse's second radius: both were at a right angle in a circle.
  package var side = Point.zero
  /// The focus in fractions of both radii, from the centre.
  package var focus = Point.zero
  package var stops = 0..<0

  package init() {}

  package static var section: PackSection { .shadings }

  package mutating func code(_ coder: inout some RecordCoder) {
    coder.field(&kind, "kind")
    coder.zeros(3)
    start.code(&coder, "start x, or centre x", "start y, or centre y")
    end.code(&coder, "end x, or end x of the first radius", "end y, or end y of the first radius")
    side.code(&coder, "end x of the second radius", "end y of the second radius")
    focus.code(&coder, "focus x, in first radii", "focus y, in second radii")
    coder.range(&stops, in: .stops, UInt16.self, "first stop", UInt16.self, "stops")
    coder.require(1...PackLimit.stops ~= stops.count)
  }
}

extension Pack {
  /// Adds the stops of a drawing's gradient, in an image of a size; nil where the gradient has no length or area.
  func addShading(
    _ shading: Int, width: Fixed, height: Fixed, to scene: inout Scene
  ) -> Paint? {
    let record = self[ShadingRecord.self, shading]
    for index in record.stops {
      let stop = self[StopRecord.self, index]
      scene.addStop(stop.color.color, at: stop.offset, opacity: stop.color.opacity)
    }
    let stops = scene.endStops()
    func inImage(_ point: Point) -> Point {
      Point(point.x.clamped(to: -16...16) * width, point.y.clamped(to: -16...16) * height)
    }
    let (start, end) = (inImage(record.start), inImage(record.end))
    switch record.kind {
    case .linear: return LinearGradient(from: start, to: end, stops: stops).map { .linear($0) }
    case .radial:
      return RadialGradient(
        center: start, xAxis: end - start, yAxis: inImage(record.side) - start,
        focus: record.focus, stops: stops
      ).map { .radial($0) }
    }
  }
}
