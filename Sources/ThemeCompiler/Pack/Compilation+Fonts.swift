// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Fonts, and the shaping of texts.
extension Compilation {
  /// Opens the theme's fonts with all their files.
  mutating func openFonts() {
    for source in theme.fonts {
      var faces: [FontFace] = []
      var axes: [FontAxis] = []
      if case .axes(let values) = source.settings["axes"]?.value { axes = values }
      var index = 0
      if case .integer(let number) = source.settings["index"]?.value { index = number }
      if let setting = source.settings["file"], case .string(let name) = setting.value {
        open(name, index: index, axes: axes, "fonts.\(source.name).file", setting, &faces)
      }
      if faces.isEmpty {
        records.fonts.append(nil)
        continue
      }
      if let setting = source.settings["fallback"] {
        for text in source.strings("fallback") {
          let (name, index) = FallbackFace.parts(of: text)
          open(name, index: index, axes: [], "fonts.\(source.name).fallback", setting, &faces)
        }
      }
      records.fonts.append(FontBuilder(source, faces, features: source.strings("features")))
    }
  }

  private mutating func open(
    _ name: String, index: Int, axes: [FontAxis], _ key: String, _ setting: Setting,
    _ faces: inout [FontFace]
  ) {
    do throws(FontFileError) {
      faces.append(try records.assets.fontFace(name, index: index, axes: axes))
    } catch {
      records.diagnostics.error(
        key, at: setting.position, "'\(name)' cannot be used: \(error.reason)",
        expected: "a TrueType or OpenType font")
    }
  }

  /// Sets the characters of every font, and shapes the texts of each language in their fonts.
  mutating func shapeTexts(_ locales: [[[TemplatePart]]]) -> [[ShapedText]] {
    for number in records.fonts.indices {
      guard let source = records.fonts[number]?.source else { continue }
      let entries = source.settings["characters"] == nil ? ["latin"] : source.strings("characters")
      var scalars = Set(entries.flatMap { CharacterSets.scalars(of: $0) ?? [] })
      for texts in locales {
        for (index, parts) in texts.enumerated() {
          // Patterns of times may be embedded in texts of this font, even if they have another font
          // themselves.
          let font = records.builder.textFonts[index]
          let isPattern =
            switch records.builder.texts[index] {
            case .standard(let name): ["hours", "minutes", "seconds"].contains(name)
            case .template: false
            }
          guard font == number || isPattern else { continue }
          for part in parts {
            guard case .plain(let text) = part else { continue }
            scalars.formUnion(text.unicodeScalars.map(\.value).filter { Self.isSimple($0) })
          }
        }
      }
      if records.fonts.contains(where: { $0 != nil }) {
        scalars.formUnion(0x30...0x39)
        scalars.insert(0x25)
      }
      scalars.formUnion(records.ownCharacters[number] ?? [])
      setCharacters(scalars, ofFont: number)
    }
    return zip(theme.locales, locales).map { locale, texts in
      texts.enumerated().map { index, parts in shape(parts, text: index, in: locale) }
    }
  }

  /// Sets the characters of a font with their kerning, which takes longest of all.
  private mutating func setCharacters(_ scalars: Set<UInt32>, ofFont number: Int) {
    guard let font = records.fonts[number] else { return }
    let key = CompilerCache.FontKey(
      faces: font.faces.map { ObjectIdentifier($0) }, features: font.features, scalars: scalars)
    var made = records.assets.cache.font(key) {
      var made = font
      made.setCharacters(scalars)
      return made
    }
    // The same font may be in another line of the file.
    made.source = font.source
    records.fonts[number] = made
  }

  /// Whether a character can be laid out without shaping, if its font has no special rules.
  private static func isSimple(_ scalar: UInt32) -> Bool {
    let script = Characters.script(of: scalar)
    return script == nil || FontBuilder.kernedScripts.contains(script)
      || (0x2E80...0x9FFF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar)
  }

  private mutating func shape(_ parts: [TemplatePart], text: Int, in locale: String) -> ShapedText {
    guard let number = records.builder.textFonts[text], records.fonts[number] != nil else {
      return plain(parts, in: locale)
    }
    var shaper = TextShaper(locale: locale)
    guard let shaped = shaper.shape(parts, in: &records.fonts[number]) else {
      return ShapedText()
    }
    if !shaper.missing.isEmpty, let source = records.fonts[number]?.source {
      records.warn(ofMissing: shaper.missing, in: parts, locale, source)
    }
    return shaped
  }

  /// A text in the built-in font.
  private mutating func plain(_ parts: [TemplatePart], in locale: String) -> ShapedText {
    var text = ShapedText()
    for part in parts {
      switch part {
      case .plain(let words):
        records.check(charactersOf: words, in: locale)
        text.pieces.append(.plain(words))
      case .placeholder(let value, let channel):
        text.pieces.append(.placeholder(value, channel: channel, level: 0))
      }
    }
    return text
  }

  /// Writes the sections of all fonts; returns the number of each font's first glyph.
  mutating func addFonts() -> [Int] {
    var firsts: [Int] = []
    for (number, font) in records.fonts.enumerated() {
      let first = records.builder.count(.glyphs)
      firsts.append(first)
      guard let font else { continue }
      let key = "fonts.\(font.source.name)"
      guard first + font.glyphCount <= 16384 else {
        records.diagnostics.error(
          "\(key).characters", at: font.source.position,
          "the fonts have more than 16384 glyphs", expected: "fewer characters")
        return firsts
      }
      let broken = font.write(to: &records.builder, number: number, first: first)
      if let one = broken.first {
        let others = broken.count > 1 ? ", and \(broken.count - 1) more" : ""
        records.diagnostics.error(
          key, at: font.source.position,
          "the outline of \(one.text)\(others) cannot be read, or has more than 4096 points",
          expected: "another font, or other characters")
      }
    }
    return firsts
  }

  /// Writes a piece of a text.
  mutating func add(_ piece: TextPiece, font: Int?, first: Int) {
    var record = PieceRecord()
    switch piece {
    case .plain(let text):
      let range = records.builder.string(text)
      record.kind = .plain
      record.content = Int(range.offset)..<Int(range.offset + range.length)
    case .placeholder(let value, let channel, let level):
      (record.kind, record.level) = (.placeholder, level)
      (record.placeholder, record.channel) = (value, channel)
    case .space(let level):
      (record.kind, record.level) = (.space, level)
    case .word(let glyphs, let width, let level):
      (record.kind, record.level) = (.word, level)
      (record.font, record.isShaped) = (UInt8(clamping: font ?? 0), true)
      let start = records.builder.count(.placedGlyphs)
      record.content = start..<start + glyphs.count
      record.width = Int32(clamping: width)
      for glyph in glyphs {
        var placed = PlacedGlyphRecord()
        placed.glyph = UInt16(clamping: first + glyph.glyph)
        (placed.x, placed.y) = (Int32(clamping: glyph.x), Int16(clamping: glyph.y))
        records.builder.append(placed)
      }
    }
    records.builder.append(record)
  }
}
