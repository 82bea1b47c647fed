// SPDX-License-Identifier: Apache-2.0

/// `[fonts.…]`, and texts that name a font.
extension SourceReader {
  mutating func readFonts(_ table: TOMLValue) {
    for member in table.members {
      let key = "fonts.\(member.key)"
      fontNames.append(member.key)
      guard member.value.isTable else {
        parser.diagnostics.error(
          key, at: member.value.position, "\(member.value.kind) does not fit", expected: "a table")
        continue
      }
      guard ValueParser.isName(member.key) else {
        parser.diagnostics.error(
          key, at: member.position, "this cannot be a name", expected: "letters, digits, - and _")
        continue
      }
      let errors = parser.diagnostics.errorCount
      let found = settings(member.value, of: .font, key)
      if found["file"] == nil, parser.diagnostics.errorCount == errors {
        parser.diagnostics.error(key, at: member.position, "no file", expected: "file = …")
      }
      check(found, key)
      theme.fonts.append(
        FontSource(name: member.key, position: member.position, settings: found))
    }
    if theme.fonts.count > 8 {
      parser.diagnostics.error(
        "fonts", at: theme.fonts[8].position, "\(theme.fonts.count) fonts", expected: "at most 8")
    }
  }

  /// Checks the lists of a font.
  private mutating func check(_ settings: Settings, _ key: String) {
    if let setting = settings["characters"], case .strings(let entries) = setting.value {
      for entry in entries where CharacterSets.scalars(of: entry) == nil {
        parser.diagnostics.error(
          "\(key).characters", at: setting.position, "'\(entry)' does not fit",
          expected: CharacterSets.names.joined(separator: ", ") + ", U+2190-2193 or characters",
          suggestion: Spelling.nearest(to: entry, in: CharacterSets.names))
      }
    }
    if let setting = settings["features"], case .strings(let features) = setting.value {
      for feature in features where !Characters.isFeature(feature) {
        parser.diagnostics.error(
          "\(key).features", at: setting.position, "'\(feature)' is no feature of OpenType",
          expected: "a tag such as \"tnum\" or \"-liga\"")
      }
    }
    if let setting = settings["fallback"], case .strings(let files) = setting.value {
      for file in files {
        _ = check(
          file: FallbackFace.parts(of: file).name, at: setting.position, "\(key).fallback")
      }
    }
  }

  /// Checks that all named fonts exist.
  mutating func checkFonts() {
    for use in fontUses where !fontNames.contains(use.name) {
      parser.diagnostics.error(
        use.key, at: use.position, "there is no font '\(use.name)'",
        expected: "a name of [fonts]", suggestion: Spelling.nearest(to: use.name, in: fontNames))
    }
  }
}

/// An entry of `fallback`: a file, and the face of a collection.
enum FallbackFace {
  /// Its parts: `NotoSansCJK-Regular.ttc#2` is face 2; without a number it is face 0.
  static func parts(of text: String) -> (name: String, index: Int) {
    guard let mark = text.lastIndex(of: "#"), let index = UInt8(text[text.index(after: mark)...])
    else { return (text, 0) }
    return (String(text[..<mark]), Int(index))
  }
}
