// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Colours in cairo's notation.
extension DrawingGradient {
  /// A colour `rgb(10%,20%,30%)`.
  static func color(_ text: String) throws(DrawingError) -> StraightColor {
    let channels = text.drop { $0 != "(" }.split { "(),% ".contains($0) }
      .compactMap { Double($0) }
    guard text.hasPrefix("rgb("), channels.count == 3 else {
      if text == "black" { return StraightColor(hex: 0x0000_00FF) }
      throw DrawingError(reason: "it has a colour that cairo wrote in another way")
    }
    // Files have 8 bits.
    let bits = channels.map { UInt16((min(max($0, 0), 100) * 2.55).rounded()) * 257 }
    return StraightColor(red: bits[0], green: bits[1], blue: bits[2], alpha: 65535)
  }

  /// A gradient of a shape, which a matrix places on a page, and the opacity of its colours if they have the same one.
  ///
  /// - Parameters:
  ///   - node: The gradient.
  ///   - shape: The contours of the shape on the page.
  ///   - outer: The matrix.
  ///   - page: The page's size.
  /// - Returns: The paint, and its opacity.
  /// - Throws: The reason why a drawing cannot have it.
  static func read(
    _ node: DrawingNode, of shape: [DrawingContour], _ outer: DrawingMatrix,
    _ page: (width: Double, height: Double)
  ) throws(DrawingError) -> (DrawingPaint, Double) {
    if let method = node["spreadMethod"], method != "pad" {
      throw DrawingError(reason: "it has a gradient that is repeated")
    }
    var stops: [Stop] = []
    for child in node.children where child.name == "stop" {
      let offset = min(max(child.numbers("offset").first ?? 0, 0), 1)
      var color = try color(child["stop-color"] ?? "black")
      color.alpha = UInt16((child.alpha("stop-opacity") * 65535).rounded())
      stops.append(Stop(color: color, offset: Int32((offset * 65536).rounded())))
    }
    guard let first = stops.first else { throw DrawingError(reason: "it has an empty gradient") }
    let isEqual = stops.allSatisfy { $0.color.alpha == first.color.alpha }
    let own = DrawingMatrix(node.numbers("gradientTransform")) ?? DrawingMatrix()
    let matrix = GradientBox.matrix(own.followed(by: outer), of: shape)
    if node.name == "radialGradient" {
      return (try DrawingShading.radial(node, stops, matrix, page), 1)
    }
    let numbers = ["x1", "y1", "x2", "y2"].map { node.numbers($0).first ?? 0 }
    guard
      let axis = axis(
        DrawingPoint(x: numbers[0], y: numbers[1]), DrawingPoint(x: numbers[2], y: numbers[3]),
        matrix)
    else {
      // Without an axis the whole shape has the last colour.
      return (.color(stops[stops.count - 1].color), 1)
    }
    let ends = try fractions(of: [axis.0, axis.1], page)
    if !isEqual { return (.shading(DrawingShading(kind: .linear, points: ends, stops: stops)), 1) }
    let opaque = stops.map { stop in
      var color = stop.color
      color.alpha = .max
      return Stop(color: color, offset: stop.offset)
    }
    return (
      .gradient(DrawingGradient(axis: ends, stops: opaque)), Double(first.color.alpha) / 65535
    )
  }

  /// Points in fractions of a page, x and y of each, in Q16.16.
  static func fractions(
    of points: [DrawingPoint], _ page: (width: Double, height: Double)
  ) throws(DrawingError) -> [Int32] {
    let fractions = points.flatMap { [$0.x / page.width, $0.y / page.height] }
    guard fractions.allSatisfy({ abs($0) <= 16 }) else {
      throw DrawingError(reason: "it has a gradient with ends far outside")
    }
    return fractions.map { Int32(($0 * 65536).rounded()) }
  }

  /// The gradient's axis on the page.
  ///
  /// If the matrix shears it, it is not the transformed axis.
  private static func axis(
    _ start: DrawingPoint, _ end: DrawingPoint, _ matrix: DrawingMatrix
  ) -> (DrawingPoint, DrawingPoint)? {
    let (along, determinant) = (end - start, matrix.a * matrix.d - matrix.b * matrix.c)
    let square = along.x * along.x + along.y * along.y
    guard square > 0, determinant != 0 else { return nil }
    // The increase of the offset along x and y of the page.
    let x = (along.x * matrix.d - along.y * matrix.b) / determinant / square
    let y = (along.y * matrix.a - along.x * matrix.c) / determinant / square
    let origin = matrix.apply(start)
    let steepness = x * x + y * y
    guard steepness > 0 else { return nil }
    return (origin, origin + DrawingPoint(x: x / steepness, y: y / steepness))
  }
}
