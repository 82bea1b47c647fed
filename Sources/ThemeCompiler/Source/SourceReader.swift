// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Reads a document by the schema: one pass finds all errors.
struct SourceReader {
  var parser = ValueParser()
  var theme = ThemeSource()
  /// The uses of colours by name, to be checked when all are known.
  private var colorUses: [(name: String, key: String, position: SourcePosition)] = []

  /// The same for fonts, with the names of all fonts.
  var fontUses: [(name: String, key: String, position: SourcePosition)] = []
  var fontNames: [String] = []

  /// Reads a file by its name below the folder.
  let read: (String) -> FileContent

  init(folder: String, read: @escaping (String) -> FileContent) {
    self.read = read
    theme.name = folder
  }

  /// Reads the document's table.
  mutating func read(_ root: TOMLValue) {
    var hasVersion = false
    for member in root.members {
      if member.key == "flipbook" { hasVersion = true }
      if let key = Schema.root.first(where: { $0.name == member.key }) {
        guard let value = parser.parse(member.value, as: key.type, key.name) else { continue }
        set(value, key.name, member.value.position)
      } else if Schema.tables.contains(member.key) {
        readTable(member)
      } else {
        unknown(
          member.key, at: member.position, among: Schema.root.map(\.name) + Schema.tables,
          otherwise: Self.element(member))
      }
    }
    if !hasVersion {
      parser.diagnostics.error("flipbook", at: .start, "missing", expected: "flipbook = 1")
    }
    // A document's table has all tables of a kind together, however far apart they are in the file.
    theme.elements.sort { $0.position < $1.position }
    // Tables of [when] may come before the tables that they override.
    for member in root.members where member.key == "when" { readOverrides(member) }
    theme.overrides.sort { $0.words.count < $1.words.count }
    checkColors()
    checkFonts()
  }

  private mutating func set(_ value: SettingValue, _ key: String, _ position: SourcePosition) {
    switch (key, value) {
    case ("name", .string(let text)): theme.name = text
    case ("author", .string(let text)): theme.author = text
    case ("version", .string(let text)): theme.version = text
    case ("license", .string(let text)): theme.license = text
    case ("locales", .strings(let names)): setLocales(names, position)
    case ("variants", .strings(let names)): setVariants(names, position)
    case ("messages", .strings(let texts)):
      (theme.messages, theme.messagesPosition) = (texts, position)
    case ("keymap", .strings(let names)): (theme.keymap, theme.keymapPosition) = (names, position)
    default: break
    }
  }

  private mutating func setLocales(_ names: [String], _ position: SourcePosition) {
    let isFine = names.allSatisfy { ValueParser.isName($0) && $0.utf8.count <= 15 }
    guard !names.isEmpty, names.count <= 64, isFine, Set(names).count == names.count else {
      parser.diagnostics.error(
        "locales", at: position, "not a list of languages", expected: "names such as en or de_AT")
      return
    }
    theme.locales = names
  }

  private mutating func setVariants(_ names: [String], _ position: SourcePosition) {
    let words = Set(SituationKeywords.all.joined())
    let isFine = names.allSatisfy { ValueParser.isName($0) && !words.contains($0) }
    guard names.count <= 3, isFine, Set(names).count == names.count else {
      parser.diagnostics.error(
        "variants", at: position, "these cannot be its variants",
        expected: "up to three names, which are no words of situations")
      return
    }
    theme.variants = names
  }

  private mutating func readTable(_ member: TOMLMember) {
    guard member.value.isTable else {
      parser.diagnostics.error(
        member.key, at: member.value.position, "\(member.value.kind) does not fit",
        expected: "a table")
      return
    }
    switch member.key {
    case "stage": theme.stage = settings(member.value, of: .stage, member.key)
    case "background":
      theme.backgroundPosition = member.value.position
      theme.background = settings(member.value, of: .background, member.key)
    case "colors":
      theme.colors = colors(member.value, "colors")
    case "animation":
      for child in member.value.members { readAnimation(child) }
    case "fonts":
      readFonts(member.value)
    case "translations":
      for child in member.value.members { readTranslations(child) }
    default:
      guard let kind = TableKind(rawValue: member.key), kind.isElement else { return }
      if !kind.hasNames { return readElement(member, table: member.key, kind: kind) }
      for child in member.value.members { readElement(child, table: member.key, kind: kind) }
    }
  }

  private mutating func readAnimation(_ member: TOMLMember) {
    theme.unread.insert(member.key)
    let key = "animation.\(member.key)"
    let expected = Schema.animationKinds.joined(separator: ", ")
    guard let kind = member.value.members.first(where: { $0.key == "kind" }) else {
      parser.diagnostics.error(key, at: member.position, "no kind", expected: "kind = \(expected)")
      return
    }
    guard let word = kind.value.string, let table = TableKind(rawValue: word),
      Schema.animationKinds.contains(word)
    else {
      parser.diagnostics.error(
        "\(key).kind", at: kind.value.position, "there is no such animation", expected: expected,
        suggestion: kind.value.string.flatMap {
          Spelling.nearest(to: $0, in: Schema.animationKinds)
        })
      return
    }
    theme.unread.remove(member.key)
    readElement(member, table: "animation", kind: table)
  }

  private mutating func readElement(_ member: TOMLMember, table: String, kind: TableKind) {
    let key = table == "prompt" ? table : "\(table).\(member.key)"
    guard member.value.isTable else {
      parser.diagnostics.error(
        key, at: member.value.position, "\(member.value.kind) does not fit", expected: "a table")
      return
    }
    if let other = theme.elements.first(where: { $0.name == member.key }) {
      parser.diagnostics.error(
        key, at: member.position, "the name is that of \(other.key), line \(other.position.line)",
        expected: "a name of its own")
      return
    }
    if table != "prompt", !ValueParser.isName(member.key) || member.key == "prompt" {
      parser.diagnostics.error(
        key, at: member.position, "this cannot be a name", expected: "letters, digits, - and _")
      return
    }
    theme.elements.append(
      ElementSource(
        kind: kind, table: table, name: member.key, position: member.position,
        settings: settings(member.value, of: kind, key)))
  }

  /// The checked keys of a table.
  mutating func settings(
    _ table: TOMLValue, of kind: TableKind, _ prefix: String, except fixed: [String] = []
  ) -> Settings {
    var found: Settings = [:]
    for member in table.members {
      let path = "\(prefix).\(member.key)"
      if kind == .image, member.key == MotionKey.table {
        readMotion(member.value, path, into: &found)
        continue
      }
      guard let key = Schema.key(member.key, of: kind) else {
        let nested = kind == .image ? [MotionKey.table] : []
        unknown(path, at: member.position, among: Schema.keys(of: kind).map(\.name) + nested)
        continue
      }
      if fixed.contains(member.key) {
        parser.diagnostics.error(
          path, at: member.position, "this is the same in all situations",
          expected: "it in the element's own table")
        continue
      }
      let parsed =
        key.type == .keyframes
        ? keyframes(member.value, path) : parser.parse(member.value, as: key.type, path)
      guard let value = parsed else { continue }
      if case .file = key.type, case .string(let name) = value,
        !check(file: name, at: member.value.position, path)
      {
        continue
      }
      if key.type == .font, case .string(let name) = value {
        fontUses.append((name, path, member.value.position))
      }
      if !Schema.isShown(member.key, of: kind, inOverride: prefix.hasPrefix("when.")) {
        parser.diagnostics.warning(
          path, at: member.position, "flipbookd does not go by this yet")
      }
      recordColors(value, path, member.value.position)
      found[member.key] = Setting(value: value, position: member.value.position)
    }
    return found
  }

  /// Whether a file's name is below the theme's folder.
  mutating func check(file name: String, at position: SourcePosition, _ path: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    if name.isEmpty || parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }) {
      parser.diagnostics.error(
        path, at: position, "'\(name)' is not below the theme's folder",
        expected: "a name without '..' that does not begin with '/'")
      return false
    }
    return true
  }

  private mutating func recordColors(
    _ value: SettingValue, _ key: String, _ position: SourcePosition
  ) {
    let used: [ColorName]
    switch value {
    case .color(let color): used = [color]
    case .colors(let colors), .palette(.colors(let colors)): used = colors
    default: used = []
    }
    for case .name(let name) in used { colorUses.append((name, key, position)) }
  }

  private mutating func checkColors() {
    for use in colorUses where theme.colors[use.name] == nil {
      parser.diagnostics.error(
        use.key, at: use.position, "there is no colour '\(use.name)'",
        expected: "RRGGBB, RRGGBBAA or a name of [colors]",
        suggestion: Spelling.nearest(to: use.name, in: theme.colors.keys.sorted()))
    }
  }

  /// Names and their colours, which cannot be names of other colours.
  mutating func colors(_ table: TOMLValue, _ prefix: String) -> [String: ColorName] {
    var found: [String: ColorName] = [:]
    for member in table.members {
      let key = "\(prefix).\(member.key)"
      guard ValueParser.isName(member.key), member.key != "none", StraightColor(member.key) == nil
      else {
        parser.diagnostics.error(
          key, at: member.position, "this cannot be a name",
          expected: "letters, digits, - and _, which are no colour")
        continue
      }
      guard let text = member.value.string, let color = StraightColor(text) else {
        parser.diagnostics.error(
          key, at: member.value.position, "not a colour", expected: "RRGGBB or RRGGBBAA")
        // Its uses are not errors.
        found[member.key] = .literal(StraightColor.none)
        continue
      }
      found[member.key] = .literal(color)
    }
    return found
  }

  /// The full name of an element's table that lacks its kind, such as `image.logo`.
  private static func element(_ member: TOMLMember) -> String? {
    let keys = member.value.members.map(\.key)
    guard !keys.isEmpty, ValueParser.isName(member.key) else { return nil }
    if keys.contains("kind") { return "animation.\(member.key)" }
    let table = TableKind.allCases.first { table in
      table.isElement && table.hasNames && !table.isAnimation
        && keys.allSatisfy { Schema.key($0, of: table) != nil }
    }
    return table.map { "\($0.rawValue).\(member.key)" }
  }

  mutating func unknown(
    _ key: String, at position: SourcePosition, among names: [String],
    otherwise usual: String? = nil
  ) {
    let last = key.split(separator: ".").last.map(String.init) ?? key
    parser.diagnostics.error(
      key, at: position, "there is no such key",
      suggestion: Spelling.nearest(to: last, in: names) ?? usual)
  }
}
