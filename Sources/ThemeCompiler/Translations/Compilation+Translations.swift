// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Texts in a language of the theme.
extension Compilation {
  /// The parts of a text in a language; those of the first language if it has none.
  mutating func parts(of key: TextKey, in locale: String) -> [TemplatePart] {
    switch key {
    case .standard(let name):
      let own = BuiltInStrings.text(name, in: locale) ?? ""
      guard let translation = theme.translation(of: "@\(name)", in: locale) else {
        return BuiltInStrings.parts(of: own)
      }
      if !BuiltInStrings.hasPlaceholders(of: own, translation.text) {
        warn(of: translation, in: locale, "'\(own)' has other numbers")
        return BuiltInStrings.parts(of: own)
      }
      return BuiltInStrings.parts(of: translation.text)
    case .template(let template):
      let translation = theme.translation(of: template, in: locale)
      // A message of programs has no placeholders.
      if theme.messages.contains(template) { return [.plain(translation?.text ?? template)] }
      do throws(TemplateError) {
        let own = try TextTemplate.parts(of: template)
        guard let translation else { return own }
        let parts = try TextTemplate.parts(of: translation.text)
        if Set(parts.filter(\.isPlaceholder)) != Set(own.filter(\.isPlaceholder)) {
          warn(of: translation, in: locale, "'\(template)' has other placeholders")
        }
        return parts
      } catch {
        records.diagnostics.error(
          "translations.\(locale)", at: translation?.position ?? .start,
          "'\(translation?.text ?? template)': \(error.what)", expected: error.expected,
          suggestion: error.suggestion, file: translation?.file)
        return []
      }
    }
  }

  private mutating func warn(of translation: Translation, in locale: String, _ what: String) {
    records.diagnostics.warning(
      "translations.\(locale)", at: translation.position, what, file: translation.file)
  }

  /// Warns of translations of texts that the theme does not have.
  mutating func checkTranslations() {
    var known = Set(BuiltInStrings.all.map { "@\($0)" })
    for case .template(let text) in records.builder.texts { known.insert(text) }
    for (language, texts) in theme.translations where theme.hasLanguage(language) {
      for (text, translation) in texts where !known.contains(text) {
        records.diagnostics.warning(
          "translations.\(language)", at: translation.position,
          "'\(text)' is none of the theme's texts, and its translation is never shown",
          file: translation.file)
      }
    }
  }
}

extension TemplatePart {
  fileprivate var isPlaceholder: Bool {
    if case .placeholder = self { true } else { false }
  }
}
