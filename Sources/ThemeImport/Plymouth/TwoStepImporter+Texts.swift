// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Titles, messages and fonts of a two-step theme.
extension TwoStepImporter {
  /// The sizes of Plymouth's fonts where the theme has none, in points of 1/72 inch.
  private static let usualSize = 12
  private static let usualTitleSize = 30
  /// A pack holds 64, that of the theme included.
  private static let mostLanguages = 60

  mutating func addTexts() {
    let font = PlymouthFont(theme.file["Font", in: TwoStepTheme.group], usual: Self.usualSize)
    let titleFont = PlymouthFont(
      theme.file["TitleFont", in: TwoStepTheme.group], usual: Self.usualTitleSize)
    draft["stage"]["text-size"] = .thousandths(font.capHeight)
    addFont("text", font, key: "Font") { draft, name in draft["stage"]["font"] = .string(name) }
    let titles = theme.modes.map(\.settings.title)
    let subtitles = theme.modes.map(\.settings.subtitle)
    add("title", titles, key: "Title")
    add("subtitle", subtitles, key: "SubTitle")
    let hasTitle = titles.contains { $0 != nil }
    let hasSubtitle = subtitles.contains { $0 != nil }
    if hasTitle {
      draft["text", "title"]["size"] = .thousandths(titleFont.capHeight)
      addFont("title", titleFont, key: "TitleFont") { draft, name in
        draft["text", "title"]["font"] = .string(name)
      }
    }
    if hasTitle, hasSubtitle {
      var stack = draft["stack", "titles"]
      stack["anchor"] = theme.title.value
      stack["elements"] = .list([.string("title"), .string("subtitle")])
      // A subtitle's height apart, between the lines' boxes.
      stack["gap"] = .thousandths(3 * font.capHeight)
      draft["stack", "titles"] = stack
    } else if hasTitle || hasSubtitle {
      draft["text", hasTitle ? "title" : "subtitle"]["anchor"] = theme.title.value
    }
    addTranslations()
    addPercent()
    addMessage()
  }

  /// A text that differs between modes; Plymouth's own default is none.
  private mutating func add(_ name: String, _ texts: [String?], key: String) {
    guard let first = texts[0] ?? texts.compactMap(\.self).first else { return }
    draft["text", name]["text"] = .string(TemplateText.plain(first))
    for (mode, text) in zip(theme.modes, texts) {
      if let text, text != first {
        draft.set(["when", mode.name, "text", name], "text", .string(TemplateText.plain(text)))
      }
    }
    show(["text", name]) { mode, _ in (name == "title" ? mode.title : mode.subtitle) != nil }
    hiddenByQuestions.append(["text", name])
    let modes = zip(theme.modes, texts).filter { $0.1 != nil }.map(\.0.name)
    report.taken("\(key) of \(modes.joined(separator: ", "))")
  }

  private mutating func addTranslations() {
    var locales: [String] = []
    for language in theme.file.languages {
      guard Self.isLanguage(language) else {
        report.leftOut("[\(language)]: not a language such as de or pt_BR")
        continue
      }
      var entries: [DraftEntry] = []
      for mode in theme.modes {
        for key in ["Title", "SubTitle"] {
          guard let text = theme.file[key, in: mode.name],
            let translation = theme.file[key, in: mode.name, locale: language]
          else { continue }
          let entry = DraftEntry(TemplateText.plain(text), .string(TemplateText.plain(translation)))
          if !entries.contains(where: { $0.key == entry.key }) { entries.append(entry) }
        }
      }
      guard !entries.isEmpty else { continue }
      guard locales.count < Self.mostLanguages else {
        report.leftOut("[\(language)]: titles in more than \(Self.mostLanguages) languages")
        continue
      }
      locales.append(language)
      draft.translations[language] = entries
    }
    guard !locales.isEmpty else { return }
    draft.locales = ["en"] + locales.filter { $0 != "en" }
    report.taken("titles in \(locales.joined(separator: ", "))")
    if draft["fonts", "text"]["file"] == nil, draft["fonts", "title"]["file"] == nil {
      report.changed(
        "translations: the built-in font has Latin letters only; a table [fonts.NAME] adds others")
    }
  }

  /// A language as locales name it.
  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        2...3 ~= part.utf8.count && part.allSatisfy { $0.isASCII && $0.isLetter }
      } && parts[0] == parts[0].lowercased()
  }

  private mutating func addPercent() {
    guard theme.modes.contains(where: { $0.settings.showsPercent && $0.settings.usesBar }) else {
      return
    }
    draft["text", "percent"]["text"] = .string("{percent}")
    placeBelow(["text", "percent"])
    show(["text", "percent"]) { mode, _ in mode.showsPercent && mode.usesBar }
    hiddenByQuestions.append(["text", "percent"])
    report.changed("ProgressBarShowPercentComplete: '42 %' in place of '42% complete'")
  }

  private mutating func addMessage() {
    draft["text", "message"]["text"] = .string("{message}")
    placeBelow(["text", "message"])
    show(["text", "message"]) { mode, _ in !mode.hidesMessages }
    report.taken(
      theme.isMessageBelow ? "MessageBelowAnimation: messages" : "messages in the top left corner")
  }

  /// Puts a text where Plymouth's messages are, in each mode.
  private mutating func placeBelow(_ path: [String]) {
    guard theme.isMessageBelow else {
      draft.set(path, "anchor", .string("top-left"))
      draft.set(path, "offset", .list([.integer(10), .integer(10)]))
      draft.set(path, "align", .string("start"))
      return
    }
    // The animation is drawn after the bar, so that it decides where both are.
    let (theme, spriteHeight) = (theme, spriteHeight)
    let place = { (mode: TwoStepTheme.Mode) -> (DraftValue, DraftValue) in
      if mode.usesBar, !mode.usesAnimation {
        // Half of the bar is below its anchor's share of the height.
        let below = theme.barHeight * (1000 - theme.bar.y) / 1000
        return (.point(500, theme.bar.y), .list([.integer(0), .integer(below + 10)]))
      }
      return (
        .point(500, theme.animation.y),
        .list([.integer(0), .integer(spriteHeight / 2 + 10)])
      )
    }
    let (anchor, offset) = place(theme.bootUp)
    draft.set(path, "anchor", anchor)
    draft.set(path, "pivot", .string("top"))
    draft.set(path, "offset", offset)
    for mode in theme.modes where place(mode.settings) != (anchor, offset) {
      draft.set(["when", mode.name] + path, "anchor", place(mode.settings).0)
      draft.set(["when", mode.name] + path, "offset", place(mode.settings).1)
    }
  }

  private mutating func addFont(
    _ name: String, _ font: PlymouthFont, key: String,
    use: (inout ThemeDraft, String) -> Void
  ) {
    guard let wanted = font.description else { return }
    switch FontSearch.find(font) {
    case .found(let found):
      let file = draft.add(found.bytes, as: "\(name)-font.\(found.suffix)")
      draft["fonts", name]["file"] = .string(file)
      if found.index > 0 { draft["fonts", name]["index"] = .integer(found.index) }
      use(&draft, name)
      report.taken("\(key)=\(wanted): a copy of \(found.path), whose licence is yours to check")
    case .missing(let reason):
      report.changed("\(key)=\(wanted): \(reason); texts are in the built-in font")
    }
  }
}
