// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The theme's texts for translators.
extension Compilation {
  /// A template for PO files (POT), in the order of first use; without a date, so that the same theme makes
  /// the same bytes.
  var textTemplate: String {
    var text = """
      msgid ""
      msgstr ""
      "Project-Id-Version: \(Self.escaped(theme.name)) \(Self.escaped(theme.version))\\n"
      "Language: \\n"
      "MIME-Version: 1.0\\n"
      "Content-Type: text/plain; charset=UTF-8\\n"
      "Content-Transfer-Encoding: 8bit\\n"

      """
    let places = places
    var written: Set<TextKey> = []
    for key in records.builder.texts where isForTranslators(key) && written.insert(key).inserted {
      let (words, comment) =
        switch key {
        case .template(let template): (template, nil as String?)
        case .standard(let name): ("@\(name)", BuiltInStrings.text(name, in: theme.locales[0]))
        }
      text += "\n"
      if let comment { text += "#. \(comment)\n" }
      for (name, position) in places[words] ?? [] {
        text += "#. \(name)\n#: theme.toml:\(position.line)\n"
      }
      text += "msgid \"\(Self.escaped(words))\"\nmsgstr \"\"\n"
    }
    return text
  }

  /// Whether a text has letters to translate, and can be shown.
  private func isForTranslators(_ key: TextKey) -> Bool {
    switch key {
    case .template(let template):
      let parts =
        theme.messages.contains(template)
        ? [.plain(template)] : (try? TextTemplate.parts(of: template)) ?? []
      return parts.contains { part in
        if case .plain(let text) = part { text.contains(where: \.isLetter) } else { false }
      }
    case .standard(let name):
      if BuiltInStrings.names.contains(name) { return true }
      // Every pack has patterns of times.
      return records.builder.texts.contains { key in
        if case .template(let text) = key { text.contains("{eta}") } else { false }
      }
    }
  }

  /// The uses of each text: the key's name, and its position in the theme's file.
  private var places: [String: [(String, SourcePosition)]] {
    var places: [String: [(String, SourcePosition)]] = [:]
    for message in theme.messages {
      places[message, default: []].append(("messages", theme.messagesPosition))
    }
    var tables = theme.elements.map { ($0.key, $0.settings) }
    for override in theme.overrides {
      for (name, settings) in override.elements.sorted(by: { $0.key < $1.key }) {
        let key = theme.elements.first { $0.name == name }?.key ?? name
        tables.append(("when.\(override.words.joined(separator: " ")).\(key)", settings))
      }
    }
    for (table, settings) in tables {
      for (name, setting) in settings.sorted(by: { $0.key < $1.key }) {
        guard case .text(let texts) = setting.value else { continue }
        for text in texts {
          places[text, default: []].append(("\(table).\(name)", setting.position))
        }
      }
    }
    return places
  }

  /// A text escaped for quotes in PO files.
  static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t").replacing("\r", with: "\\r")
  }
}
