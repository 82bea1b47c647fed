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
      let drawing = try library.drawing(name, file)
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
    var record = RecordBytes(.images)
    record.put(1 as UInt8, at: ImageField.kind)
    record.put(ImageField.smooth, at: ImageField.flags)
    record.put(UInt16(drawing.width), at: ImageField.width)
    record.put(UInt16(drawing.height), at: ImageField.height)
    record.put(UInt32(records.builder.count(.vectors)), at: ImageField.first)
    record.put(UInt32(drawing.shapes.count), at: ImageField.count)
    records.builder.append(record, to: .images)
    for shape in drawing.shapes {
      guard let (bytes, box) = OutlineStream.encode(shape.outline) else {
        preconditionFailure("An outline has been within the limits.")
      }
      var record = RecordBytes(.vectors)
      record.put(UInt32(records.builder.count(.outlines)), at: VectorField.outline)
      record.put(UInt32(bytes.count), at: VectorField.length)
      record.put(1 as UInt8, at: VectorField.rule)
      record.put(shape.opacity, at: VectorField.opacity)
      record.put(PackIndex.none, at: VectorField.gradient)
      switch shape.paint {
      case .color(let color): record.put(color, at: VectorField.color)
      case .gradient(let gradient):
        record.put(1 as UInt8, at: VectorField.paint)
        record.put(records.builder.gradient(gradient), at: VectorField.gradient)
        record.put(StraightColor(hex: 0xFF), at: VectorField.color)
      }
      for (index, side) in [box.left, box.bottom, box.right, box.top].enumerated() {
        record.put(UInt16(bitPattern: Int16(side)), at: VectorField.box + 2 * index)
      }
      records.builder.append(record, to: .vectors)
      records.builder.append(bytes, to: .outlines)
    }
  }
}
