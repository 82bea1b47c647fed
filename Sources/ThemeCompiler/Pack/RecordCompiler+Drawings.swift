// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// SVG files that become outlines in the pack.
extension RecordCompiler {
  /// The drawing that an element shows instead of an SVG's pixels; nil where pixels are requested or needed.
  ///
  /// One warning names the part of the file that needs pixels.
  mutating func drawing(
    of file: ImageFile, named name: String, _ element: ElementSource, _ setting: Setting,
    _ keys: Resolved, _ tint: StraightColor?
  ) -> ImageKey? {
    guard file.kind == .svg else { return nil }
    if element.kind == .image {
      // Cropping, and enlarging without smoothing, need pixels.
      guard keys.integer("raster") == nil, keys.boolean("smooth"), keys.choice("fit") == 1,
        keys.length("radius").map({ $0.value == 0 }) ?? true
      else { return nil }
    }
    do throws(DrawingError) {
      let drawing = try assets.drawing(name, file)
      try count(drawing, "\(element.key) \(name)")
      return ImageKey(
        source: .drawing(tint.map { drawing.tinted($0) } ?? drawing), tint: nil, isSmooth: true,
        raster: nil)
    } catch {
      guard !warned.contains("\(element.key) \(name)") else { return nil }
      warned.insert("\(element.key) \(name)")
      diagnostics.warning(
        "\(element.key).\(element.kind == .image ? "file" : "icon")", at: setting.position,
        "'\(name)' becomes pixels: \(error.reason)")
      return nil
    }
  }

  /// Counts a drawing once per element.
  private mutating func count(_ drawing: Drawing, _ key: String) throws(DrawingError) {
    let error = DrawingError(
      reason: "the theme's drawings have more than \(VectorLimit.points) points, "
        + "\(VectorLimit.shapes) shapes or \(VectorLimit.stops) colours of gradients together")
    if let isDrawn = countedDrawings[key] {
      if isDrawn { return }
      throw error
    }
    let sum = (
      shapes: drawn.shapes + drawing.shapes.count, points: drawn.points + drawing.pointCount,
      stops: drawn.stops + drawing.stopCount
    )
    let fits =
      sum.shapes <= VectorLimit.shapes && sum.points <= VectorLimit.points
      && sum.stops <= VectorLimit.stops
    countedDrawings[key] = fits
    if !fits { throw error }
    drawn = sum
  }
}

extension Compilation {
  /// Writes a drawing.
  mutating func add(_ drawing: Drawing) {
    var record = ImageRecord()
    (record.kind, record.isSmooth) = (.vector, true)
    (record.width, record.height) = (UInt16(drawing.width), UInt16(drawing.height))
    let first = records.builder.count(.vectors)
    record.content = first..<first + drawing.shapes.count
    records.builder.append(record)
    for shape in drawing.shapes {
      guard let (bytes, box) = OutlineStream.encode(shape.outline) else {
        preconditionFailure("An outline has been within the limits.")
      }
      var record = VectorRecord()
      record.outline = records.builder.append(bytes, to: .outlines)
      record.isNonZero = true
      record.opacity = shape.opacity
      switch shape.paint {
      case .color(let color): record.color = color
      case .gradient(let gradient):
        record.paint = .gradient
        record.gradient = records.builder.gradient(gradient)
        record.color = StraightColor(hex: 0xFF)
      case .shading(let shading):
        record.shading = records.builder.shading(shading)
        record.color = shading.mean
      }
      record.box = box
      records.builder.append(record)
    }
  }
}
