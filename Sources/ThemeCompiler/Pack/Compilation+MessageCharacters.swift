// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Programs' messages, which come in the theme's languages.
extension Compilation {
  /// A common letter of each language that is not written in Latin letters.
  private static let letters: [String: Unicode.Scalar] = [
    "am": "\u{12A0}", "ar": "\u{627}", "be": "\u{430}", "bg": "\u{430}", "bn": "\u{995}",
    "el": "\u{3B1}", "fa": "\u{627}", "gu": "\u{A95}", "he": "\u{5D0}", "hi": "\u{915}",
    "hy": "\u{561}", "ja": "\u{306E}", "ka": "\u{10D0}", "km": "\u{1780}", "kn": "\u{C95}",
    "ko": "\u{B2E4}", "lo": "\u{E81}", "mk": "\u{430}", "ml": "\u{D15}", "mr": "\u{915}",
    "my": "\u{1000}", "ne": "\u{915}", "pa": "\u{A15}", "ru": "\u{430}", "si": "\u{D9A}",
    "sr": "\u{430}", "ta": "\u{B95}", "te": "\u{C15}", "th": "\u{E01}", "uk": "\u{430}",
    "ur": "\u{627}", "zh": "\u{7684}",
  ]

  /// Warns of languages without letters in a message's font, once for each language and font.
  mutating func checkMessageCharacters(_ locales: [[[TemplatePart]]]) {
    for (locale, texts) in zip(theme.locales, locales) {
      let language = locale.split(separator: "_").first.map(String.init) ?? locale
      guard let letter = Self.letters[language] else { continue }
      for (index, parts) in texts.enumerated() {
        let showsMessages = parts.contains {
          if case .placeholder(.message, _) = $0 { true } else { false }
        }
        guard showsMessages else { continue }
        let number = records.builder.textFonts[index]
        let font = number.flatMap { records.fonts[$0] }
        guard font.map({ $0.glyph(of: letter.value) == nil }) ?? !StrokeFont.has(letter) else {
          continue
        }
        let key = "messages \(locale) \(number.map(String.init) ?? "")"
        guard records.warned.insert(key).inserted else { continue }
        records.diagnostics.warning(
          font.map { "fonts.\($0.source.name).characters" } ?? "locales",
          at: font?.source.settings["characters"]?.position ?? font?.source.position ?? .start,
          "\(locale): {message} is shown without this language's letters, such as '\(letter)': what programs send appears as boxes"
        )
      }
    }
  }
}
