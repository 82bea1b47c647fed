// SPDX-License-Identifier: Apache-2.0

/// `[when.…]`.
extension SourceReader {
  mutating func readOverrides(_ member: TOMLMember) {
    for child in member.value.members {
      let key = "when.\(child.key)"
      guard child.value.isTable, let words = words(of: child, key) else { continue }
      var override = OverrideSource(words: words)
      for table in child.value.members { read(table, key, into: &override) }
      theme.overrides.append(override)
    }
  }

  private mutating func words(of member: TOMLMember, _ key: String) -> [String]? {
    let words = member.key.split(separator: " ").map(String.init)
    let known = SituationKeywords.all.flatMap { $0 } + theme.variants
    for word in words where !known.contains(word) {
      parser.diagnostics.error(
        key, at: member.position, "there is no situation '\(word)'",
        expected: "words such as portrait, shutdown, failed, asking or a variant",
        suggestion: Spelling.nearest(to: word, in: known))
      return nil
    }
    guard !words.isEmpty, Set(words).count == words.count,
      SituationKeywords.canHold(words, variants: theme.variants)
    else {
      parser.diagnostics.error(
        key, at: member.position, "these words never hold together",
        expected: "one of each kind")
      return nil
    }
    return words
  }

  private mutating func read(
    _ table: TOMLMember, _ prefix: String, into override: inout OverrideSource
  ) {
    let key = "\(prefix).\(table.key)"
    switch table.key {
    case "colors":
      override.colors = colors(table.value, key)
      for member in table.value.members where theme.colors[member.key] == nil {
        parser.diagnostics.error(
          "\(key).\(member.key)", at: member.position, "there is no such colour in [colors]",
          suggestion: Spelling.nearest(to: member.key, in: theme.colors.keys.sorted()))
      }
    case "background":
      override.background = settings(table.value, of: .background, key)
    case "prompt":
      override.elements["prompt"] = settings(table.value, of: .prompt, key)
    case let name where Schema.elementTables.contains(name):
      for member in table.value.members { read(member, of: name, key, into: &override) }
    case "stage":
      parser.diagnostics.error(key, at: table.position, "the stage is the same in all situations")
    default:
      unknown(
        key, at: table.position,
        among: ["colors"] + Schema.elementTables,
        otherwise: theme.elements.first { $0.name == table.key }?.key)
    }
  }

  private mutating func read(
    _ member: TOMLMember, of table: String, _ prefix: String, into override: inout OverrideSource
  ) {
    let key = "\(prefix).\(member.key)"
    let isDefaultMessage = table == "text" && member.key == "message"
    let element = theme.elements.first { $0.name == member.key && $0.table == table }
    guard let kind = element?.kind ?? (isDefaultMessage ? .text : nil) else {
      if theme.unread.contains(member.key) { return }
      let names = theme.elements.filter { $0.table == table }.map(\.name)
      parser.diagnostics.error(
        key, at: member.position, "there is no \(table) of that name",
        suggestion: Spelling.nearest(to: member.key, in: names))
      return
    }
    var found = settings(
      member.value, of: kind, key, except: ["kind", "channel", "files", "elements"])
    if found["anchor"] != nil, element?.settings["anchor"] == nil {
      parser.diagnostics.error(
        "\(key).anchor", at: found["anchor"]?.position ?? member.position,
        "the element is in a stack or in the column in all situations",
        expected: "an anchor in its own table, too")
      found["anchor"] = nil
    }
    override.elements[member.key] = found
  }
}
