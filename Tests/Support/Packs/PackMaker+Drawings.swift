// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
internal import Theme

extension PackMaker {
  /// A rectangle of a drawing, in 1/16384 of its longer side from the top left corner, y down.
  package struct Shape {
    package var (left, top, right, bottom) = (0, 0, 16384, 16384)
    package var color: UInt32
    package var gradient: Int?
    package var opacity: UInt16 = 65535

    package init(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int, color: UInt32) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
      self.color = color
    }
  }

  /// Adds an image of outlines; returns its index.
  package mutating func drawing(_ width: Int, _ height: Int, _ shapes: [Shape]) -> Int {
    var image = ImageRecord()
    (image.kind, image.isSmooth) = (.vector, true)
    (image.width, image.height) = (UInt16(width), UInt16(height))
    image.content = count(.vectors)..<count(.vectors) + shapes.count
    for shape in shapes {
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
      var record = VectorRecord()
      record.outline = add(bytes: stream, to: .outlines)
      record.isNonZero = true
      record.paint = shape.gradient == nil ? .color : .gradient
      (record.opacity, record.gradient) = (shape.opacity, shape.gradient)
      record.color = StraightColor(hex: shape.color)
      record.box = OutlineBox(
        left: shape.left, bottom: -shape.bottom, right: shape.right, top: -shape.top)
      add(record)
    }
    return add(image)
  }

  /// Adds a gradient of two colours along an axis in fractions of a box; returns its index.
  package mutating func gradient(_ axis: [Double], _ colors: [UInt32]) -> Int {
    var record = GradientRecord()
    let numbers = axis.map { Fixed(number: $0) }
    record.start = Point(numbers[0], numbers[1])
    record.end = Point(numbers[2], numbers[3])
    record.stops = count(.stops)..<count(.stops) + colors.count
    for (index, color) in colors.enumerated() {
      var stop = StopRecord()
      stop.color = StraightColor(hex: color)
      stop.offset = Fixed(number: Double(index) / Double(colors.count - 1))
      add(stop)
    }
    return add(record)
  }
}
