// SPDX-License-Identifier: Apache-2.0

/// `[translations.…]`, and its PO files.
extension SourceReader {
  mutating func readTranslations(_ member: TOMLMember) {
    let key = "translations.\(member.key)"
    guard member.value.isTable else {
      parser.diagnostics.error(
        key, at: member.value.position, "\(member.value.kind) does not fit", expected: "a table")
      return
    }
    if !theme.hasLanguage(member.key) {
      parser.diagnostics.warning(
        key, at: member.position, "the theme has no such language in 'locales'")
    }
    var files: [(name: String, position: SourcePosition)] = []
    for child in member.value.members {
      guard let text = child.value.string else {
        parser.diagnostics.error(
          "\(key).\(child.key)", at: child.value.position, "\(child.value.kind) does not fit",
          expected: "a text")
        continue
      }
      if child.key == "po", text.hasSuffix(".po") {
        files.append((text, child.value.position))
      } else {
        theme.translations[member.key, default: [:]][child.key] = Translation(
          text: text, position: child.value.position, file: nil)
      }
    }
    for file in files { readPO(file.name, at: file.position, of: member.key) }
  }

  /// Adds the translations of a file that the theme's own file does not have.
  private mutating func readPO(_ name: String, at position: SourcePosition, of language: String) {
    let key = "translations.\(language).po"
    guard check(file: name, at: position, key) else { return }
    let bytes: [UInt8]
    switch read(name) {
    case .unreadable(let reason):
      return parser.diagnostics.error(
        key, at: position, "'\(name)' cannot be used: \(reason)", expected: "a PO file")
    case .bytes(let found): bytes = found
    }
    let file = POFile(bytes)
    for error in file.errors {
      parser.diagnostics.error(
        "", at: error.position, error.what, expected: error.expected, file: name)
    }
    // Untranslated and fuzzy texts are shown in the first language.
    for entry in file.entries
    where !entry.text.isEmpty && !entry.translation.isEmpty && !entry.isFuzzy {
      if entry.context != nil {
        parser.diagnostics.warning(
          "", at: entry.position, "a theme's texts have no context: it is not used", file: name)
        continue
      }
      if theme.translations[language]?[entry.text] != nil { continue }
      theme.translations[language, default: [:]][entry.text] = Translation(
        text: entry.translation, position: entry.translationPosition, file: name)
    }
  }
}
