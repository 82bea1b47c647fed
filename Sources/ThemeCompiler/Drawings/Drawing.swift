// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// An image of filled outlines.
struct Drawing: Hashable {
  /// In 1/4096 of the longer side.
  let width, height: Int
  var shapes: [DrawingShape]

  /// The number of points of all its outlines.
  var pointCount: Int { shapes.reduce(0) { $0 + $1.outline.count } }

  /// The number of stops of all its gradients.
  var stopCount: Int {
    shapes.reduce(0) { sum, shape in
      switch shape.paint {
      case .color: return sum
      case .gradient(let gradient): return sum + gradient.stops.count
      case .shading(let shading): return sum + shading.stops.count
      }
    }
  }

  /// Whether it has gradients that programs without minor version 3 do not have.
  var hasShading: Bool {
    shapes.contains { if case .shading = $0.paint { true } else { false } }
  }

  /// Whether shapes overlap, by their boxes: then a group's opacity would show shapes through
  /// others.
  static func overlap(_ shapes: [DrawingShape]) -> Bool {
    for (index, shape) in shapes.enumerated() {
      for other in shapes[..<index] where shape.box.meets(other.box) { return true }
    }
    return false
  }

  /// The drawing with one colour for all shapes, which keep their opacity.
  func tinted(_ color: StraightColor) -> Drawing {
    var drawing = self
    for index in shapes.indices {
      drawing.shapes[index].paint =
        switch shapes[index].paint {
        case .color(let own): .color(color.faded(by: own.alpha))
        case .gradient: .color(color)
        case .shading(let shading): shading.tinted(color)
        }
    }
    return drawing
  }
}

/// A shape of a drawing, filled by the nonzero rule.
struct DrawingShape: Hashable {
  /// In `VectorRecord.units` per longer side, from the top left corner, y up.
  var outline: [OutlinePoint]
  var paint: DrawingPaint
  /// 65535 for 1.
  var opacity: UInt16

  /// The box of all its points.
  var box: DrawingBox {
    var box = DrawingBox()
    for point in outline { box.include(point.x, point.y) }
    return box
  }
}

/// The fill of a shape.
enum DrawingPaint: Hashable {
  case color(StraightColor)
  case gradient(DrawingGradient)
  case shading(DrawingShading)
}

/// A linear gradient; numbers in Q16.16.
struct DrawingGradient: Hashable {
  struct Stop: Hashable {
    let color: StraightColor
    let offset: Int32
  }

  /// The axis in fractions of the image's width and height, y down.
  let axis: [Int32]
  let stops: [Stop]
}

/// A box around points.
struct DrawingBox: Hashable {
  private(set) var (left, bottom, right, top) = (Int.max, Int.max, Int.min, Int.min)

  mutating func include(_ x: Int, _ y: Int) {
    (left, bottom) = (min(left, x), min(bottom, y))
    (right, top) = (max(right, x), max(top, y))
  }

  func meets(_ other: DrawingBox) -> Bool {
    left < other.right && other.left < right && bottom < other.top && other.bottom < top
  }
}

/// Why an SVG cannot be a drawing.
struct DrawingError: Error {
  let reason: String
}
