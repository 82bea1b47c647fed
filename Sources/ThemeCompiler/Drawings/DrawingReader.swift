// SPDX-License-Identifier: Apache-2.0

internal import CFonts
internal import Theme

/// The limits of a drawing, so that every scene has room for it.
enum VectorLimit {
  /// For all drawings of a theme together; each counts for every element that shows it.
  static let (shapes, points, stops) = (PackWork.shapes, PackWork.points, 128)
  static let (strokePoints, dashes) = (8192, 256)
}

/// Makes a drawing of the SVG that librsvg drew on cairo's SVG surface.
struct DrawingReader {
  private let tree: DrawingTree
  private let page: (width: Double, height: Double)
  /// The matrix from the page to outline units.
  private let matrix: DrawingMatrix
  private var depth = 0

  /// The reason for an image, and for parts that librsvg rasterised itself.
  static let imageReason = "it has an image"

  /// The drawing of cairo's file of a page.
  static func read(
    _ text: [UInt8], width: Double, height: Double
  ) throws(DrawingError) -> Drawing {
    guard let tree = DrawingTree(text) else { throw DrawingError(reason: "cairo wrote no SVG") }
    let scale = Double(VectorRecord.units) / max(width, height)
    var reader = DrawingReader(
      tree: tree, page: (width, height),
      matrix: DrawingMatrix([scale, 0, 0, -scale, 0, 0]) ?? DrawingMatrix())
    let shapes = try reader.shapes(of: tree.root, DrawingMatrix())
    let side = Double(ImageFile.largestSide) / max(width, height)
    let drawing = Drawing(
      width: Int((width * side).rounded()), height: max(1, Int((height * side).rounded())),
      shapes: clipped(shapes, to: reader.pageBox))
    try check(drawing)
    return drawing
  }

  /// Checks that a drawing is within the limits.
  private static func check(_ drawing: Drawing) throws(DrawingError) {
    guard drawing.shapes.count <= VectorLimit.shapes else {
      throw DrawingError(
        reason: "it has \(drawing.shapes.count) shapes, more than \(VectorLimit.shapes)")
    }
    guard drawing.pointCount <= VectorLimit.points else {
      throw DrawingError(
        reason: "it has \(drawing.pointCount) points, more than \(VectorLimit.points)")
    }
    guard drawing.stopCount <= VectorLimit.stops else {
      throw DrawingError(reason: "its gradients have more than \(VectorLimit.stops) colours")
    }
  }

  /// The page in outline units.
  private var pageBox: DrawingBox {
    var box = DrawingBox()
    let corner = matrix.apply(DrawingPoint(x: page.width, y: page.height))
    box.include(0, 0)
    box.include(Int(corner.x.rounded()), Int(corner.y.rounded()))
    return box
  }

  private mutating func shapes(
    of node: DrawingNode, _ outer: DrawingMatrix
  ) throws(DrawingError) -> [DrawingShape] {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { throw DrawingError(reason: "it is nested too deep") }
    if node["filter"] != nil { throw DrawingError(reason: "it has a filter") }
    let own = DrawingMatrix(node.numbers("transform")) ?? DrawingMatrix()
    var shapes: [DrawingShape] = []
    switch node.name {
    case "svg", "g":
      for child in node.children { shapes += try self.shapes(of: child, own.followed(by: outer)) }
    case "path", "rect": shapes = try painted(node, own.followed(by: outer))
    case "use":
      guard let id = node.reference("xlink:href") ?? node.reference("href"),
        let target = tree.named[id]
      else { throw DrawingError(reason: "cairo wrote a part that is not there") }
      if id.hasPrefix("glyph") { throw DrawingError(reason: "it has text") }
      if target.name == "image" { throw DrawingError(reason: Self.imageReason) }
      let place = DrawingMatrix([
        1, 0, 0, 1, node.numbers("x").first ?? 0, node.numbers("y").first ?? 0,
      ])
      shapes = try self.shapes(
        of: target, (place ?? DrawingMatrix()).followed(by: own.followed(by: outer)))
    case "defs", "mask", "clipPath", "filter", "linearGradient", "radialGradient", "pattern",
      "symbol":
      return []
    case "image": throw DrawingError(reason: Self.imageReason)
    default: throw DrawingError(reason: "it has a '\(node.name)'")
    }
    if let clip = node.reference("clip-path") {
      shapes = Self.clipped(shapes, to: try box(ofClip: clip, own.followed(by: outer)))
    }
    if let mask = node.reference("mask") {
      let alpha = try opacity(ofMask: mask)
      if alpha < 1, Drawing.overlap(shapes) {
        throw DrawingError(reason: "it has a group that is translucent, with shapes that overlap")
      }
      for index in shapes.indices {
        shapes[index].opacity = UInt16((Double(shapes[index].opacity) * alpha).rounded())
      }
    }
    return shapes
  }

  private static func clipped(_ shapes: [DrawingShape], to box: DrawingBox) -> [DrawingShape] {
    shapes.compactMap { shape in
      var shape = shape
      shape.outline = ClippedOutline.clipped(shape.outline, to: box)
      return shape.outline.isEmpty ? nil : shape
    }
  }

  /// The box of a rectangular clip.
  private func box(ofClip id: String, _ outer: DrawingMatrix) throws(DrawingError) -> DrawingBox {
    guard let node = tree.named[id], node.children.count == 1 else {
      throw DrawingError(reason: "it has a clip path")
    }
    let contours = try contours(of: node.children[0], outer).filter { !$0.curves.isEmpty }
    var box = DrawingBox()
    for contour in contours {
      for point in contour.outline { box.include(point.x, point.y) }
    }
    let isRectangle =
      contours.count == 1
      && contours[0].curves.allSatisfy {
        $0.isLine && (abs($0.start.x - $0.end.x) < 1 || abs($0.start.y - $0.end.y) < 1)
      }
    guard isRectangle else { throw DrawingError(reason: "it has a clip path") }
    return box
  }

  /// The opacity of a mask of the whole page.
  private func opacity(ofMask id: String) throws(DrawingError) -> Double {
    var node = tree.named[id]
    while let inner = node, inner.children.count == 1, inner.name == "mask" || inner.name == "g" {
      node = inner.children[0]
    }
    guard let node, node.name == "rect", let alpha = node.numbers("fill-opacity").first,
      (node.numbers("x").first ?? 0) <= 0, (node.numbers("y").first ?? 0) <= 0,
      (node.numbers("width").first ?? 0) >= page.width - 1,
      (node.numbers("height").first ?? 0) >= page.height - 1
    else { throw DrawingError(reason: "it has a mask") }
    return min(max(alpha, 0), 1)
  }

  /// The contours of a path or a rectangle in outline units.
  private func contours(
    of node: DrawingNode, _ outer: DrawingMatrix, isOnPage: Bool = true
  ) throws(DrawingError) -> [DrawingContour] {
    var text = node["d"] ?? ""
    if node.name == "rect" {
      let sides = ["x", "y", "width", "height"].map { node.numbers($0).first ?? 0 }
      let (right, bottom) = (sides[0] + sides[2], sides[1] + sides[3])
      text =
        "M \(sides[0]) \(sides[1]) L \(right) \(sides[1]) L \(right) \(bottom) L \(sides[0]) \(bottom) Z"
    }
    guard let contours = DrawingContour.read(text) else {
      throw DrawingError(reason: "it has a path that cairo wrote in another way")
    }
    return isOnPage ? contours.map { $0.transformed(outer.followed(by: matrix)) } : contours
  }

  /// The shapes of a path's fill and stroke.
  private mutating func painted(
    _ node: DrawingNode, _ outer: DrawingMatrix
  ) throws(DrawingError) -> [DrawingShape] {
    var shapes: [DrawingShape] = []
    if let paint = try paint(of: node, "fill", outer) {
      let outlines = try contours(of: node, outer).map(\.outline).filter { !$0.isEmpty }
      var turned = outlines
      if node["fill-rule"] == "evenodd" {
        guard let result = EvenOddOutline.turned(outlines) else {
          throw DrawingError(reason: "it has contours that cross, with the even-odd rule")
        }
        turned = result
      }
      shapes.append(
        DrawingShape(outline: turned.flatMap { $0 }, paint: paint.0, opacity: paint.1))
    }
    if let paint = try paint(of: node, "stroke", outer) {
      let outline = try DrawingStroke(node)
        .outline(
          of: contours(of: node, outer, isOnPage: false).filter {
            !$0.curves.isEmpty || $0.isClosed
          }, outer.followed(by: matrix))
      shapes.append(DrawingShape(outline: outline, paint: paint.0, opacity: paint.1))
    }
    return shapes.filter { !$0.outline.isEmpty && $0.opacity > 0 }
  }

  /// The paint of a fill or a stroke, and its opacity; nil for none.
  private func paint(
    of node: DrawingNode, _ name: String, _ outer: DrawingMatrix
  ) throws(DrawingError) -> (DrawingPaint, UInt16)? {
    guard let value = node[name] ?? (name == "fill" ? "black" : nil), value != "none" else {
      return nil
    }
    let alpha = node.alpha("\(name)-opacity")
    let opacity = UInt16((alpha * 65535).rounded())
    guard let id = node.reference(name) else {
      return (.color(try DrawingGradient.color(value)), opacity)
    }
    guard let gradient = tree.named[id],
      gradient.name == "linearGradient" || gradient.name == "radialGradient"
    else { throw DrawingError(reason: "it has a pattern") }
    let shape = try contours(of: node, outer, isOnPage: false).map { $0.transformed(outer) }
    let (paint, share) = try DrawingGradient.read(gradient, of: shape, outer, page)
    return (paint, UInt16((Double(opacity) * share).rounded()))
  }
}
