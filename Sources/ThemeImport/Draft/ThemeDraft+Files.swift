// SPDX-License-Identifier: Apache-2.0

/// The theme's folder.
extension ThemeDraft {
  /// All files of the folder; `theme.toml` is the last.
  ///
  /// - Parameters:
  ///   - origin: the original and its kind, for the first line.
  ///   - report: its lines about what was left out become comments.
  /// - Returns: The files with their names in the folder.
  package func folder(origin: String, report: ImportReport) -> [DraftFile] {
    var draft = self
    var all = files
    for sequence in sequences {
      all += sequence.files
      sequence.describe(in: &draft["animation", sequence.name])
    }
    all.append(DraftFile("theme.toml", Array(draft.text(origin, report).utf8)))
    return all
  }

  private func text(_ origin: String, _ report: ImportReport) -> String {
    var text = "# Imported by flipbook-theme from \(Self.comment(origin)).\n"
    let missing = report.lines.filter { $0.kind == .leftOut }
    if !missing.isEmpty {
      text += "# Left out:\n"
      for line in missing { text += "# - \(Self.comment(line.text))\n" }
    }
    if hasCutPositions {
      text +=
        "# Offsets with 0.48 or 0.52: the original cuts off the fraction of a pixel, a theme rounds it.\n"
    }
    var root = [DraftEntry("flipbook", .integer(1)), DraftEntry("name", .string(name))]
    for (key, value) in [("author", author), ("version", version), ("license", license)]
    where !value.isEmpty {
      root.append(DraftEntry(key, .string(value)))
    }
    if locales != ["en"] {
      root.append(DraftEntry("locales", .list(locales.map { .string($0) })))
    }
    if !messages.isEmpty {
      root.append(DraftEntry("messages", .list(messages.map { .string($0) })))
    }
    text += Self.lines(root)
    for table in ordered
    where !table.entries.isEmpty || !table.comments.isEmpty {
      text += "\n"
      for comment in table.comments { text += "# \(Self.comment(comment))\n" }
      guard !table.entries.isEmpty else { continue }
      text += "[\(table.path.map(DraftValue.key).joined(separator: "."))]\n"
      text += Self.lines(table.entries)
    }
    for (locale, entries) in translations.sorted(by: { $0.key < $1.key }) where !entries.isEmpty {
      text += "\n[translations.\(DraftValue.key(locale))]\n" + Self.lines(entries)
    }
    return text
  }

  /// Whether an offset is not whole because the original's positions are cut, by `Placement.Axis.cut`.
  private var hasCutPositions: Bool {
    tables.contains { table in
      guard case .list(let values)? = table["offset"] else { return false }
      return values.contains { value in
        if case .thousandths(let number) = value { number % 1000 != 0 } else { false }
      }
    }
  }

  private static func lines(_ entries: [DraftEntry]) -> String {
    entries.map { "\(DraftValue.key($0.key)) = \($0.value.text)\n" }.joined()
  }

  /// The tables in the order of the manual: the stage, the background, elements in their order, then situations.
  ///
  /// A situation's tables are together. A question comes last, as the later of two situations wins.
  private var ordered: [DraftTable] {
    let sections = ["colors", "stage", "background", "fonts"]
    var situations: [String] = []
    for table in tables where table.path.first == "when" && table.path.count > 1 {
      if !situations.contains(table.path[1]) { situations.append(table.path[1]) }
    }
    let ranks = tables.map { table -> Int in
      guard table.path.first == "when", table.path.count > 1 else {
        return sections.firstIndex(of: table.path.first ?? "") ?? sections.count
      }
      let situation = situations.firstIndex(of: table.path[1]) ?? 0
      return sections.count + 1 + (table.path[1] == "asking" ? situations.count : situation)
    }
    return tables.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { tables[$0] }
  }

  /// A text that stays on the comment's line.
  private static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}
