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

  /// A linear gradient of a shape, which a matrix places on a page, and the opacity of its colours.
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
    var alphas: [Double] = []
    for child in node.children where child.name == "stop" {
      let offset = min(max(child.numbers("offset").first ?? 0, 0), 1)
      stops.append(
        Stop(
          color: try color(child["stop-color"] ?? "black"),
          offset: Int32((offset * 65536).rounded())))
      alphas.append(child.alpha("stop-opacity"))
    }
    guard let alpha = alphas.first else { throw DrawingError(reason: "it has an empty gradient") }
    guard alphas.allSatisfy({ $0 == alpha }) else {
      throw DrawingError(reason: "it has a gradient whose colours are not equally opaque")
    }
    let own = DrawingMatrix(node.numbers("gradientTransform")) ?? DrawingMatrix()
    let numbers = ["x1", "y1", "x2", "y2"].map { node.numbers($0).first ?? 0 }
    guard
      let axis = axis(
        DrawingPoint(x: numbers[0], y: numbers[1]), DrawingPoint(x: numbers[2], y: numbers[3]),
        GradientBox.matrix(own.followed(by: outer), of: shape))
    else {
      // Without an axis the whole shape has the last colour.
      return (.color(stops[stops.count - 1].color), alpha)
    }
    let sides = [page.width, page.height, page.width, page.height]
    let fractions = zip([axis.0.x, axis.0.y, axis.1.x, axis.1.y], sides).map { $0 / $1 }
    guard fractions.allSatisfy({ abs($0) <= 16 }) else {
      throw DrawingError(reason: "it has a gradient with ends far outside")
    }
    let gradient = DrawingGradient(
      axis: fractions.map { Int32(($0 * 65536).rounded()) }, stops: stops)
    return (.gradient(gradient), alpha)
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
