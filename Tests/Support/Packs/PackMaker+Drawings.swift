// SPDX-License-Identifier: Apache-2.0

internal import Theme

extension PackMaker {
  /// A rectangle of a drawing, in 1/16384 of its longer side from the top left corner, y down.
  package struct Shape {
    package var (left, top, right, bottom) = (0, 0, 16384, 16384)
    package var color: UInt32
    package var gradient: UInt16 = 65535
    package var opacity: UInt16 = 65535

    package init(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int, color: UInt32) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
      self.color = color
    }
  }

  /// Adds an image of outlines; returns its index.
  package mutating func drawing(_ width: Int, _ height: Int, _ shapes: [Shape]) -> UInt16 {
    var image = Record(.images)
    image.bytes[ImageField.kind] = 1
    image.bytes[ImageField.flags] = ImageField.smooth
    image.put(UInt16(width), at: ImageField.width)
    image.put(UInt16(height), at: ImageField.height)
    image.put(UInt32(shapes.count), at: ImageField.count)
    for (index, shape) in shapes.enumerated() {
      var stream: [UInt8] = [2]
      var (x, y) = (0, 0)
      for (corner, place) in [
        (shape.left, -shape.top), (shape.right, -shape.top), (shape.right, -shape.bottom),
        (shape.left, -shape.bottom),
      ].enumerated() {
        stream.append(1 | 3 << 1 | 3 << 3 | (corner == 3 ? 32 : 0))
        for delta in [place.0 - x, place.1 - y] {
          let bits = UInt16(truncatingIfNeeded: delta)
          stream += [UInt8(bits & 255), UInt8(bits >> 8)]
        }
        (x, y) = place
      }
      var record = Record(.vectors)
      record.put(UInt32(add(bytes: stream, to: .outlines)), at: VectorField.outline)
      record.put(UInt32(stream.count), at: VectorField.length)
      record.put(UInt8(1), at: VectorField.rule)
      record.put(UInt8(shape.gradient == 65535 ? 0 : 1), at: VectorField.paint)
      record.put(shape.opacity, at: VectorField.opacity)
      record.put(shape.gradient, at: VectorField.gradient)
      record.put(color: shape.color, at: VectorField.color)
      for (side, value) in [shape.left, -shape.bottom, shape.right, -shape.top].enumerated() {
        record.put(Int16(value), at: VectorField.box + 2 * side)
      }
      let number = add(record, to: .vectors)
      if index == 0 { image.put(UInt32(number), at: ImageField.first) }
    }
    return UInt16(add(image, to: .images))
  }

  /// Adds a gradient of two colours along an axis in fractions of a box; returns its index.
  package mutating func gradient(_ axis: [Double], _ colors: [UInt32]) -> UInt16 {
    var record = Record(.gradients)
    for (index, number) in axis.enumerated() { record.put(number: number, at: 4 * index) }
    record.put(UInt16(colors.count), at: 18)
    for (index, color) in colors.enumerated() {
      var stop = Record(.stops)
      stop.put(color: color, at: 0)
      stop.put(number: Double(index) / Double(colors.count - 1), at: 8)
      let number = add(stop, to: .stops)
      if index == 0 { record.put(UInt16(number), at: 16) }
    }
    return UInt16(add(record, to: .gradients))
  }
}
