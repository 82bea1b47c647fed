// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList

// Images of outlines, and the gradients of these images and of backgrounds.
extension Pack {
  /// Adds the shapes of an image of outlines; a transform maps the image's pixels.
  package func addDrawing(_ image: ImageRecord, transform: Transform, to scene: inout Scene) {
    let (width, height) = (Fixed(Int(image.width)), Fixed(Int(image.height)))
    // The length of a unit in the image's pixels: the longer side is `VectorRecord.units`.
    let unit = Fixed(raw: Int64(max(image.width, image.height)) << 18)
    for index in image.content {
      let vector = self[VectorRecord.self, index]
      scene.beginPath()
      OutlinePen(origin: .zero, unit: unit).draw(outline(vector.outline), into: &scene)
      let path = scene.endPath()
      let gradient = vector.paint == .gradient ? vector.gradient : nil
      let shading = vector.shading.flatMap {
        addShading($0, width: width, height: height, to: &scene)
      }
      let opacity = Fraction(share: vector.opacity)
      scene.add(
        .fill(path),
        paint: shading
          ?? gradient.flatMap { addGradient($0, width: width, height: height, to: &scene) }
          ?? .solid(vector.color.color),
        opacity: shading == nil ? vector.color.opacity * opacity : opacity, transform: transform)
    }
  }

  /// Adds the stops of a gradient.
  ///
  /// Its axis is in fractions of a box at the origin; nil where the axis has no length.
  package func addGradient(
    _ gradient: Int, width: Fixed, height: Fixed, to scene: inout Scene
  ) -> Paint? {
    let record = self[GradientRecord.self, gradient]
    scene.beginStops()
    for index in record.stops {
      let stop = self[StopRecord.self, index]
      scene.addStop(stop.color.color, at: stop.offset)
    }
    let stops = scene.endStops()
    func inBox(_ point: Point) -> Point {
      Point(point.x.clamped(to: -16...16) * width, point.y.clamped(to: -16...16) * height)
    }
    return LinearGradient(from: inBox(record.start), to: inBox(record.end), stops: stops)
      .map { .linear($0) }
  }
}
