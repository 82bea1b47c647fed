// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// A font of a theme that is built for the pack: one font of all its files, in the units of the first.
struct FontBuilder {
  /// A glyph of one of the files.
  struct Key: Hashable {
    let face: Int
    let glyph: UInt32
  }

  /// A glyph of the pack: the key of its outline, and its advance.
  struct Entry {
    let key: Key
    let advance: Int
    /// The glyphs of a composite, which has no outline of its own.
    var parts: [PlacedGlyph] = []
  }

  /// The font's table in the file.
  var source: FontSource
  let features: [String]
  let faces: [FontFace]
  /// Units per em in the pack.
  private let em: Int
  /// The height of a capital in units.
  let capHeight: Int

  var entries: [Entry] = []
  var indices: [Key: Int] = [:]
  /// Composites by their glyphs.
  var composites: [[PlacedGlyph]: Int] = [:]
  /// The characters for messages, sorted, and their glyphs, which are consecutive.
  private(set) var scalars: [UInt32] = []
  private var scalarGlyphs: [UInt32: Int] = [:]
  /// The visible characters, which may be kerned.
  private var kerned: Set<UInt32> = []
  private var kerning = KerningClasses()
  /// What characters become beside others.
  var shaping = ShapingTables()

  /// A font with its files; the first file determines the text's height.
  init(_ source: FontSource, _ faces: [FontFace], features: [String]) {
    (self.source, self.faces, self.features) = (source, faces, ["tnum"] + features)
    em = faces[0].em > 4096 ? 2048 : faces[0].em
    capHeight = max(
      FontBuilder.scaled(faces[0].capHeight, em, faces[0].em), FontBuilder.scaled(1, em, 4))
  }

  private static func scaled(_ value: Int, _ em: Int, _ own: Int) -> Int {
    em == own ? value : (2 * value * em + (value < 0 ? -own : own)) / (2 * own)
  }

  /// A length of a face in the pack's units.
  func scaled(_ value: Int, of face: Int) -> Int {
    FontBuilder.scaled(value, em, faces[face].em)
  }

  /// The first file with a character; nil where none has it.
  func face(of scalar: UInt32) -> Int? {
    faces.firstIndex { $0.glyph(of: scalar) != nil }
  }

  /// Whether a file has a character.
  func has(_ scalar: UInt32, face: Int) -> Bool { faces[face].glyph(of: scalar) != nil }

  /// The width of a text on one line, in 1/65536 of its cap height; missing characters count as the missing
  /// glyph.
  func width(of text: String) -> Int64 {
    var width = 0
    for scalar in text.unicodeScalars {
      let face = face(of: scalar.value) ?? 0
      width += scaled(
        faces[face].advance(of: faces[face].glyph(of: scalar.value) ?? 0), of: face)
    }
    return Int64(width) << 16 / Int64(capHeight)
  }

  // MARK: Characters

  /// Sets the characters of messages: each has a glyph of its own, in their order.
  mutating func setCharacters(_ wanted: Set<UInt32>) {
    // The glyph for missing characters comes first.
    _ = index(of: 0, face: 0)
    scalars = wanted.union(CharacterSets.always).filter { face(of: $0) != nil }.sorted()
    for scalar in scalars {
      let face = face(of: scalar) ?? 0
      // With the font's features: digits of equal widths.
      let shaped = faces[face].shape([scalar], 0..<1, language: "en", features: features)
      let glyph = shaped.count == 1 ? shaped[0].glyph : faces[face].glyph(of: scalar) ?? 0
      if shaped.count == 1 { kerned.insert(scalar) }
      scalarGlyphs[scalar] = entries.count
      append(Key(face: face, glyph: glyph))
    }
    var pairs = kerningPairs()
    findShaping(&pairs)
    kerning = KerningClasses(pairs)
  }

  private mutating func append(_ key: Key) {
    let advance = scaled(faces[key.face].advance(of: key.glyph), of: key.face)
    if indices[key] == nil { indices[key] = entries.count }
    entries.append(Entry(key: key, advance: advance))
  }

  /// The index of a glyph in the font.
  mutating func index(of glyph: UInt32, face: Int) -> Int {
    let key = Key(face: face, glyph: glyph)
    if let index = indices[key] { return index }
    append(key)
    return entries.count - 1
  }

  /// The glyph of a message's character.
  func glyph(of scalar: UInt32) -> Int? { scalarGlyphs[scalar] }

  func advance(of glyph: Int) -> Int { entries[glyph].advance }

  /// The kerning of two glyphs, in the pack's units.
  func kerning(_ first: Int, _ second: Int) -> Int { kerning[first, second] }

  /// Scripts with kerning and without shaping: Latin, Greek, Cyrillic.
  static let kernedScripts = Set([0x41, 0x3B1, 0x430].map { Characters.script(of: $0) })
  /// Further scripts with kerning: Thai, Hiragana, Katakana.
  private static let otherKernedScripts = Set(
    [0xE01, 0x3042, 0x30A2].map { Characters.script(of: $0) })

  /// Finds the kerning of each pair of characters of the same file.
  private func kerningPairs() -> KerningPairs {
    var pairs = KerningPairs(count: entries.count)
    for (number, face) in faces.enumerated() {
      let own = scalars.filter {
        guard let glyph = scalarGlyphs[$0], $0 > 0x20, kerned.contains($0),
          entries[glyph].key.face == number
        else {
          return false
        }
        // A mark would become a part of the letter before it.
        if Characters.isMark($0) { return false }
        let script = Characters.script(of: $0)
        return script == nil || Self.kernedScripts.contains(script)
          || Self.otherKernedScripts.contains(script)
      }
      for first in own {
        // One text with all pairs: a pair's effect on the first advance is its kerning.
        var text: [UInt32] = []
        for second in own { text += [first, second] }
        let shaped = face.shape(
          text, 0..<text.count, language: "en",
          features: features + ["-liga", "-clig", "-calt", "-ccmp", "-locl"])
        guard shaped.count == text.count, let left = scalarGlyphs[first] else { continue }
        let advance = face.advance(of: entries[left].key.glyph)
        for (index, second) in own.enumerated() {
          guard let right = scalarGlyphs[second],
            shaped[2 * index].glyph == entries[left].key.glyph,
            shaped[2 * index + 1].glyph == entries[right].key.glyph
          else { continue }
          let change = scaled(shaped[2 * index].advance - advance, of: number)
          if change != 0 { pairs.set(left, right, change) }
        }
      }
    }
    return pairs
  }

  // MARK: Shaping

  /// Shapes a part of a text; it must be in one file, one script and one direction.
  func shape(
    _ text: [UInt32], _ part: Range<Int>, face: Int, script: UInt32, language: String,
    isRightToLeft: Bool
  ) -> [ShapedGlyph] {
    faces[face].shape(
      text, part, script: script, language: language, isRightToLeft: isRightToLeft,
      features: features
    ).map {
      ShapedGlyph(
        glyph: $0.glyph, cluster: $0.cluster, advance: scaled($0.advance, of: face),
        x: scaled($0.x, of: face), y: scaled($0.y, of: face))
    }
  }

  /// Whether shaped glyphs equal the result of characters with kerning at run time.
  func isPlain(_ shaped: [ShapedGlyph], _ text: [UInt32], _ part: Range<Int>, face: Int) -> Bool {
    guard shaped.count == part.count else { return false }
    for (index, glyph) in shaped.enumerated() {
      guard let own = scalarGlyphs[text[part.lowerBound + index]],
        entries[own].key == Key(face: face, glyph: glyph.glyph), glyph.x == 0, glyph.y == 0
      else { return false }
      var advance = entries[own].advance
      if index + 1 < shaped.count, let next = scalarGlyphs[text[part.lowerBound + index + 1]] {
        advance += kerning(own, next)
      }
      // Scaled lengths may be rounded differently.
      if abs(advance - glyph.advance) > 1 { return false }
    }
    return true
  }

  /// A glyph with an outline that a pack cannot have, and its character if there is one.
  struct BrokenGlyph {
    let number: UInt32
    let scalar: Unicode.Scalar?

    var text: String {
      guard let scalar else { return "glyph \(number)" }
      return "'\(scalar)' (U+\(String(scalar.value, radix: 16, uppercase: true)))"
    }
  }

  // MARK: The pack

  /// The number of glyphs.
  var glyphCount: Int { entries.count }

  /// Writes the font's sections; `first` is the number of its first glyph in the pack.
  ///
  /// Returns glyphs with unreadable outlines, with too many points or with points out of range.
  func write(to builder: inout PackBuilder, number: Int, first: Int) -> [BrokenGlyph] {
    var outlines: [Key: GlyphRecord] = [:]
    var broken: [BrokenGlyph] = []
    var records: [GlyphRecord] = []
    for entry in entries {
      var record = GlyphRecord()
      if !entry.parts.isEmpty {
        // Below, as its parts may come after it.
      } else if let known = outlines[entry.key] {
        record = known
      } else {
        let outline = faces[entry.key.face].outline(of: entry.key.glyph)
        let points = (outline ?? []).map {
          OutlinePoint(
            x: scaled($0.x, of: entry.key.face), y: scaled($0.y, of: entry.key.face),
            isOnCurve: $0.isOnCurve, isLast: $0.isLast)
        }
        let encoded = OutlineStream.encode(points)
        if outline == nil || encoded.map({ $0.bytes.count <= 65535 }) != true {
          let scalar = faces[entry.key.face].scalar(of: entry.key.glyph)
          broken.append(BrokenGlyph(number: entry.key.glyph, scalar: scalar))
        }
        let (bytes, box) = encoded ?? ([], OutlineBox())
        record.outline = builder.append(bytes, to: .outlines)
        record.box = box
        outlines[entry.key] = record
      }
      record.advance = Int16(clamping: entry.advance)
      records.append(record)
    }
    for (index, entry) in entries.enumerated() where !entry.parts.isEmpty {
      let (bytes, box) = OutlineStream.composite(
        entry.parts.map { ($0, records[$0.glyph]) }, first: first)
      records[index].outline = builder.append(bytes, to: .outlines)
      records[index].box = box
    }
    for record in records { builder.append(record) }
    shaping.write(to: &builder, first: first)
    writeFont(to: &builder, number: number, first: first)
    return broken
  }

  private func writeFont(to builder: inout PackBuilder, number: Int, first: Int) {
    func glyph(_ scalars: UInt32...) -> UInt16 {
      UInt16(clamping: scalars.lazy.compactMap { scalarGlyphs[$0] }.first ?? 0)
    }
    var record = FontRecord()
    record.capHeight = UInt16(clamping: capHeight)
    record.ascent = Int16(clamping: scaled(faces[0].ascent, of: 0))
    record.descent = Int16(clamping: scaled(faces[0].descent, of: 0))
    record.glyphs = first..<first + entries.count
    record.ellipsis = glyph(0x2026, 0x2E)
    record.bullet = glyph(0x2022, 0x2A)
    record.replacement = glyph(0xFFFD)
    record.space = glyph(0x20)
    let firstRange = builder.count(.characters)
    var start = 0
    for index in scalars.indices {
      let isLast = index + 1 == scalars.count || scalars[index + 1] != scalars[index] + 1
      guard isLast else { continue }
      var range = CharacterRecord()
      range.first = scalars[start]
      let firstGlyph = first + (scalarGlyphs[scalars[start]] ?? 0)
      range.glyphs = firstGlyph..<firstGlyph + index + 1 - start
      range.font = UInt16(clamping: number)
      builder.append(range)
      start = index + 1
    }
    record.characters = firstRange..<builder.count(.characters)
    if !kerning.isEmpty {
      record.rows = UInt8(clamping: kerning.rows)
      record.columns = UInt8(clamping: kerning.columns)
      let table = builder.append(kerning.bytes(glyphs: entries.count), to: .kerning)
      record.kerning = UInt32(table.lowerBound)
    }
    builder.append(record)
  }
}
