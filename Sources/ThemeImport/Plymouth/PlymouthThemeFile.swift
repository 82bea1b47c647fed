// SPDX-License-Identifier: Apache-2.0

/// A `.plymouth` file: groups of keys, as GLib's key files have them.
package struct PlymouthThemeFile: Equatable, Sendable {
  /// A key of a group, `[xx]` of its name apart.
  private struct Key: Hashable {
    let group, name, locale: String
  }

  /// The path for messages.
  package let path: String
  private var values: [Key: String] = [:]
  private var locales: Set<String> = []

  /// Parses the file's text.
  ///
  /// - Throws: `unusable` with the line that is neither a group nor a key.
  package init(_ text: String, path: String) throws(ImportError) {
    self.path = path
    var group = ""
    // A key file may have lines of Windows.
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let line = Self.trimmed(line)
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
      if line.hasPrefix("[") {
        guard line.hasSuffix("]") else {
          throw .unusable("\(path):\(index + 1): expected '[group]' or 'key=value'")
        }
        group = String(line.dropFirst().dropLast())
        continue
      }
      guard let equals = line.firstIndex(of: "=") else {
        throw .unusable("\(path):\(index + 1): expected '[group]' or 'key=value'")
      }
      var name = Self.trimmed(line[..<equals])
      var locale = ""
      if name.hasSuffix("]"), let open = name.lastIndex(of: "[") {
        locale = String(name[name.index(after: open)...].dropLast())
        name = String(name[..<open])
        locales.insert(locale)
      }
      values[Key(group: group, name: name, locale: locale)] = Self.unescaped(
        Self.trimmed(line[line.index(after: equals)...]))
    }
    guard self["ModuleName", in: "Plymouth Theme"] != nil else {
      throw .unusable("\(path): no ModuleName in [Plymouth Theme]")
    }
  }

  /// The plugin that draws the theme, such as `two-step`.
  package var module: String { self["ModuleName", in: "Plymouth Theme"] ?? "" }

  /// The theme's name as people read it.
  package var name: String? { self["Name", in: "Plymouth Theme"] }

  /// The languages of translated keys, such as `de` and `pt_BR`.
  package var languages: [String] { locales.sorted() }

  /// The value of a key; nil where it is missing or empty.
  package subscript(name: String, in group: String, locale locale: String = "") -> String? {
    let value = values[Key(group: group, name: name, locale: locale)]
    return value?.isEmpty == false ? value : nil
  }

  /// Whether a group has any key.
  package func has(group: String) -> Bool { values.keys.contains { $0.group == group } }

  /// The names of a group's keys, sorted.
  package func keys(of group: String) -> [String] {
    Set(values.keys.filter { $0.group == group }.map(\.name)).sorted()
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(Substring(scalars))
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.popFirst() else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch next {
      case "n": result += "\n"
      case "t": result += "\t"
      case "s": result += " "
      case "\\": result += "\\"
      default: result.unicodeScalars.append(contentsOf: ["\\", next])
      }
    }
    return result
  }
}
