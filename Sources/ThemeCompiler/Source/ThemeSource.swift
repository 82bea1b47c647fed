// SPDX-License-Identifier: Apache-2.0

/// A table of the file for an element, with the keys it has.
struct ElementSource {
  let kind: TableKind
  /// `image`, `animation` and the like, as the file has it.
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

  /// The texts of a key that is a list.
  func strings(_ key: String) -> [String] {
    if case .strings(let texts) = settings[key]?.value { texts } else { [] }
  }
}

/// What differs in some situations: a table of `[when]`.
struct OverrideSource {
  /// All of them have to hold.
  let words: [String]
  var colors: [String: ColorName] = [:]
  var background: Settings = [:]
  /// By the element's name.
  var elements: [String: Settings] = [:]
}

/// A text in another language, and where it stands.
struct Translation {
  let text: String
  let position: SourcePosition
  /// The PO file; nil for the theme's own.
  let file: String?
}

/// A theme as its file says it; every value is of its key's type.
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
  /// In the file's order; stacks among them.
  var elements: [ElementSource] = []
  /// Elements whose tables could not be read, which others may name all the same.
  var unread: Set<String> = []
  /// By the number of their words, then in the file's order: later ones win.
  var overrides: [OverrideSource] = []
  /// By language, then by the text as the theme has it.
  var translations: [String: [String: Translation]] = [:]

  /// Whether a language, such as `de`, is one of the theme's, such as `de_AT`.
  func hasLanguage(_ name: String) -> Bool {
    locales.contains { $0 == name || $0.hasPrefix(name + "_") }
  }

  /// The translation of a text for a locale such as `de_AT`, or else for `de`.
  func translation(of text: String, in locale: String) -> Translation? {
    let language = locale.split(separator: "_").first.map(String.init) ?? locale
    return translations[locale]?[text] ?? translations[language]?[text]
  }
}
