// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList

// Images of outlines, and the gradients of these images and of backgrounds.
extension Pack {
  /// Adds the shapes of an image of outlines; a transform maps the image's pixels, whose size is in its
  /// record.
  package func addDrawing(
    _ image: Int, transform: Transform, to scene: inout Scene
  ) {
    let p = position(.images, image)
    let (width, height) = (Int(u16(p + ImageField.width)), Int(u16(p + ImageField.height)))
    // The length of a unit in the image's pixels: the longer side is `VectorField.units`.
    let unit = Fixed(raw: Int64(max(width, height)) << 18)
    let first = Int(u32(p + ImageField.first))
    for vector in first..<first + Int(u32(p + ImageField.count)) {
      let v = position(.vectors, vector)
      scene.beginPath()
      OutlinePen(origin: .zero, unit: unit)
        .draw(
          bytes(.outlines, Int(u32(v)), count: Int(u32(v + VectorField.length))), into: &scene)
      let path = scene.endPath()
      let gradient = byte(v + VectorField.paint) == 0 ? nil : reference(v + VectorField.gradient)
      scene.add(
        .fill(path),
        paint: gradient.flatMap {
          addGradient($0, width: Fixed(width), height: Fixed(height), to: &scene)
        } ?? .solid(color(v + VectorField.color)),
        opacity: alpha(v + VectorField.color) * fraction(v + VectorField.opacity),
        transform: transform)
    }
  }

  /// Adds the stops of a gradient.
  ///
  /// Its axis is in fractions of a box at the origin; nil where the axis has no length.
  package func addGradient(
    _ gradient: Int, width: Fixed, height: Fixed, to scene: inout Scene
  ) -> Paint? {
    let p = position(.gradients, gradient)
    let first = Int(u16(p + 16))
    scene.beginStops()
    for stop in first..<first + Int(u16(p + 18)) {
      let stop = position(.stops, stop)
      scene.addStop(color(stop), at: number(stop + 8))
    }
    let stops = scene.endStops()
    func point(_ position: Int) -> Point {
      let (x, y) = (number(position), number(position + 4))
      return Point(x.clamped(to: -16...16) * width, y.clamped(to: -16...16) * height)
    }
    return LinearGradient(from: point(p), to: point(p + 8), stops: stops).map { .linear($0) }
  }
}
