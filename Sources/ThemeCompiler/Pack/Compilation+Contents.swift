// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Texts, images and the scene's capacities.
extension Compilation {
  /// The parts of each text in each language; also adds the known texts.
  mutating func addTexts() -> [[[TemplatePart]]] {
    let font = messageFont
    // A program that sends one of the theme's own texts gets it in the machine's language, too.
    let messages = theme.messages + (theme.translations.isEmpty ? [] : ownTexts)
    let known = messages.map { records.builder.text(.template($0), font: font) }
    var sorted: [([UInt8], Int)] = []
    for (text, index) in zip(messages, known) where !text.isEmpty {
      let bytes = Array(text.utf8)
      if !sorted.contains(where: { $0.0 == bytes }) { sorted.append((bytes, index)) }
    }
    sorted.sort { $0.0.lexicographicallyPrecedes($1.0) }
    for (bytes, index) in sorted {
      var record = KnownTextRecord()
      record.sent = records.builder.string(String(decoding: bytes, as: UTF8.self))
      record.text = index
      records.builder.append(record)
    }
    return theme.locales.map { locale in
      records.builder.texts.map { parts(of: $0, in: locale) }
    }
  }

  /// The theme's texts with neither placeholders nor braces.
  private var ownTexts: [String] {
    records.builder.texts.compactMap { key in
      guard case .template(let text) = key, !text.contains("{"), !text.contains("}") else {
        return nil
      }
      return text
    }
  }

  /// The font of the first text that shows messages.
  private var messageFont: Int? {
    for element in theme.elements where element.kind == .text {
      let keys = records.resolver.element(element, conditionsOfBase)
      let texts = keys.texts("text") ?? (element.name == "message" ? ["{message}"] : [])
      if texts.contains(where: { $0.contains("{message") }) { return records.font(of: keys) }
    }
    return records.font(of: records.resolver.stage(conditionsOfBase))
  }

  /// Writes the results of `addTexts`.
  mutating func addLocales(_ locales: [[ShapedText]], firstGlyphs: [Int]) {
    for (name, texts) in zip(theme.locales, locales) {
      var record = LocaleRecord()
      for (index, byte) in name.utf8.enumerated() { record.name[index] = byte }
      record.firstText = UInt32(records.builder.count(.texts))
      record.zeroDigit = 0x30
      records.builder.append(record)
      for (index, text) in texts.enumerated() {
        var record = TextRecord()
        let first = records.builder.count(.pieces)
        record.pieces = first..<first + text.pieces.count
        record.isRightToLeft = text.isRightToLeft
        records.builder.append(record)
        if text.pieces.count > PackLimit.pieces {
          records.diagnostics.error(
            "locales", at: .start, "\(name): a text has \(text.pieces.count) words and spaces",
            expected: "at most \(PackLimit.pieces)")
        }
        let font = records.builder.textFonts[index]
        for piece in text.pieces {
          add(piece, font: font, first: font.map { firstGlyphs[$0] } ?? 0)
        }
      }
    }
  }

  /// Decodes and encodes all images.
  mutating func addImages() {
    // Before anything is decoded, as far as files say it.
    var stillPixels = 0
    for key in records.builder.images {
      guard case .file(let name) = key.source, let file = try? records.assets.imageFile(name),
        file.kind != .svg
      else { continue }
      let size = (width: file.width / 256, height: file.height / 256)
      guard count(size.width * size.height, of: key, &stillPixels) else { return }
    }
    stillPixels = 0
    for (index, key) in records.builder.images.enumerated() {
      if case .frames(let sequence) = key.source {
        addFrames(sequence, of: key)
        continue
      }
      if case .drawing(let drawing) = key.source {
        add(drawing)
        continue
      }
      let pixels: CompilerCache.Pixels
      do throws(ImageFileError) {
        pixels = try encodedPixels(of: key, side: records.builder.imageSides[index])
      } catch {
        var name = "a QR code"
        if case .file(let file) = key.source { name = file }
        let place = records.imagePlaces[key] ?? ("", .start)
        records.diagnostics.error(
          place.key, at: place.position, "'\(name)' cannot be used: \(error.reason)")
        continue
      }
      guard count(pixels.width * pixels.height, of: key, &stillPixels) else { return }
      var record = ImageRecord()
      (record.isOpaque, record.isSmooth) = (pixels.isOpaque, key.isSmooth)
      (record.width, record.height) = (UInt16(pixels.width), UInt16(pixels.height))
      record.content = records.builder.append(pixels.streams[0].bytes, to: .pixels)
      records.builder.append(record)
    }
  }

  /// A still image's pixels in the form of the pack.
  private mutating func encodedPixels(
    of key: ImageKey, side: Int
  ) throws(ImageFileError) -> CompilerCache.Pixels {
    if case .file(let name) = key.source { _ = try records.assets.imageFile(name) }
    let cache = records.assets.cache
    let cacheKey = cache.key(of: key, side: side)
    if let known = cache.pixels(cacheKey) { return known }
    let image = try pixels(of: key, side: side)
    let result = CompilerCache.Pixels(
      width: image.width, height: image.height, isOpaque: image.isOpaque,
      streams: [CompilerCache.Stream(bytes: PixelStream.encode(image))])
    cache.keep(result, for: cacheKey)
    return result
  }

  /// Counts an image's pixels; false, with an error, where they are more than the daemon has the time for.
  private mutating func count(_ pixels: Int, of key: ImageKey, _ sum: inout Int) -> Bool {
    sum += pixels
    if sum <= PackWork.stillPixels { return true }
    let place = records.imagePlaces[key] ?? ("", .start)
    records.diagnostics.error(
      place.key, at: place.position, "the images up to this one have \(sum) pixels together",
      expected: "at most \(PackWork.stillPixels), which a boot has the time for")
    return false
  }

  private mutating func pixels(
    of key: ImageKey, side: Int
  ) throws(ImageFileError) -> PixelImage {
    switch key.source {
    case .frames, .drawing: throw ImageFileError(reason: "it has no pixels of its own")
    case .code(let text):
      guard let image = ImageFile.code(text) else {
        throw ImageFileError(reason: "the text is too long")
      }
      return image
    case .file(let name):
      let image = try records.assets.imageFile(name).image(side: key.raster ?? side)
      return key.tint.map { image.tinted($0) } ?? image
    }
  }

  /// Whether a panel has a border in any situation.
  private func hasBorder(_ node: ElementNode) -> Bool {
    guard let element = node.element else { return false }
    return element.settings["border"] != nil
      || theme.overrides.contains { $0.elements[element.name]?["border"] != nil }
  }

  /// The largest capacities for a scene with all elements; transitions count twice.
  func room() -> SceneRoom {
    var room = SceneRoom(shapes: 4, elements: 64, stops: 32, edges: 1 << 17)
    room.shapes += 2 * records.drawn.shapes
    room.elements += 2 * records.drawn.points
    room.stops += 2 * records.drawn.stops
    let stage = ReferenceStage(records.resolver.background(conditionsOfBase), records.resolver)
    var (width, height): (Int64, Int64) = (0, 0)
    for node in elementTree.nodes {
      room.add(node.kind, hasBorder: hasBorder(node))
      guard node.kind == .animation || node.kind == .image, let element = node.element else {
        continue
      }
      // Sizes in points must fit; others follow the stage.
      let keys = records.resolver.element(element, conditionsOfBase)
      let sides = element.kind == .ring ? ("size", "size") : ("width", "height")
      let inPoints = { (key: String) -> Int64 in
        guard let length = keys.length(key), length.unit == .point else { return 0 }
        return (stage.points(length) + 65535) >> 16
      }
      width = max(width, inPoints(sides.0))
      height += inPoints(sides.1)
    }
    (room.width, room.height) = (Int(width), Int(height))
    return room
  }
}

extension BuiltInStrings {
  /// The parts of a standard text; its placeholders are `{0}` and `{1}`.
  static func parts(of text: String) -> [TemplatePart] {
    var parts: [TemplatePart] = []
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      let digit = rest.index(after: brace)
      if brace > rest.startIndex { parts.append(.plain(String(rest[..<brace]))) }
      parts.append(
        .placeholder(rest[digit] == "0" ? .firstNumber : .secondNumber, channel: 0))
      rest = rest[rest.index(digit, offsetBy: 2)...]
    }
    if !rest.isEmpty { parts.append(.plain(String(rest))) }
    return parts
  }
}
