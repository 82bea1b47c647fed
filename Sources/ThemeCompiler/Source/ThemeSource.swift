// SPDX-License-Identifier: Apache-2.0

/// A table of the file for an element, with its keys.
struct ElementSource {
  let kind: TableKind
  /// `image`, `animation` and the like, as in the file.
  let table: String
  let name: String
  let position: SourcePosition
  var settings: Settings

  /// `image.logo`.
  var key: String { name == table ? table : "\(table).\(name)" }
}

/// A table of `[fonts]`.
struct FontSource {
  let name: String
  let position: SourcePosition
  let settings: Settings

  /// The texts of a key with a list.
  func strings(_ key: String) -> [String] {
    if case .strings(let texts) = settings[key]?.value { texts } else { [] }
  }
}

/// Differences in some situations: a table of `[when]`.
struct OverrideSource {
  /// All of them must be true.
  let words: [String]
  var colors: [String: ColorName] = [:]
  var background: Settings = [:]
  /// By the element's name.
  var elements: [String: Settings] = [:]
}

/// A text in another language, and its position.
struct Translation {
  let text: String
  let position: SourcePosition
  /// The PO file; nil for the theme's own.
  let file: String?
}

/// A theme as in its file; every value has its key's type.
struct ThemeSource {
  var name = ""
  var author = ""
  var version = ""
  var license = ""
  var locales = ["en"]
  var variants: [String] = []
  var messages: [String] = []
  var messagesPosition = SourcePosition.start
  var keymap: [String] = []
  var keymapPosition = SourcePosition.start

  var stage: Settings = [:]
  var background: Settings = [:]
  var backgroundPosition = SourcePosition.start
  var colors: [String: ColorName] = [:]
  var fonts: [FontSource] = []
  /// In the file's order, with the stacks.
  var elements: [ElementSource] = []
  /// Elements with unreadable tables, which other tables may still name.
  var unread: Set<String> = []
  /// Sorted by the number of words, then in the file's order: later ones take precedence.
  var overrides: [OverrideSource] = []
  /// By language, then by the text in the theme.
  var translations: [String: [String: Translation]] = [:]

  /// Whether a language such as `de` is one of the theme's, such as `de_AT`.
  func hasLanguage(_ name: String) -> Bool {
    locales.contains { $0 == name || $0.hasPrefix(name + "_") }
  }

  /// The translation of a text for a locale such as `de_AT`, or else for `de`.
  func translation(of text: String, in locale: String) -> Translation? {
    let language = locale.split(separator: "_").first.map(String.init) ?? locale
    return translations[locale]?[text] ?? translations[language]?[text]
  }
}
