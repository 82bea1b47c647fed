// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// A part of a text: literal characters, or a placeholder.
enum TemplatePart: Hashable {
  case plain(String)
  case placeholder(Placeholder, channel: UInt16)
}

/// Why a template is invalid.
struct TemplateError: Error {
  let what: String
  let expected: String
  var suggestion: String?
}

/// Parses placeholders such as `{percent}`.
enum TextTemplate {
  private static let placeholders: [(name: String, value: Placeholder, channels: Int)] = [
    ("message", .message, 4), ("percent", .percent, 8), ("eta", .eta, 1), ("keymap", .keymap, 1),
  ]

  /// The parts of a template; `{{` and `}}` are braces.
  static func parts(of text: String) throws(TemplateError) -> [TemplatePart] {
    var parts: [TemplatePart] = []
    var plain = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        plain.unicodeScalars.append(rest.removeFirst())
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw TemplateError(what: "a brace is not closed", expected: "'}', or '{{' for a brace")
        }
        if !plain.isEmpty { parts.append(.plain(plain)) }
        plain = ""
        parts.append(try placeholder(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      case "}":
        throw TemplateError(what: "a brace is not opened", expected: "'}}' for a brace")
      default: plain.unicodeScalars.append(scalar)
      }
    }
    if !plain.isEmpty { parts.append(.plain(plain)) }
    return parts
  }

  private static func placeholder(_ name: String) throws(TemplateError) -> TemplatePart {
    let words = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let found = placeholders.first(where: { $0.name == words[0] }) else {
      throw TemplateError(
        what: "there is no placeholder {\(name)}",
        expected: "{message}, {percent}, {eta} or {keymap}",
        suggestion: Spelling.nearest(to: words[0], in: placeholders.map(\.name)).map { "{\($0)}" })
    }
    if words.count == 1 { return .placeholder(found.value, channel: 1) }
    guard words.count == 2, let channel = Int(words[1]), 2...8 ~= channel,
      channel <= found.channels,
      String(channel) == words[1]
    else {
      throw TemplateError(
        what: "there is no placeholder {\(name)}",
        expected: found.channels > 1
          ? "{\(found.name)/2} to {\(found.name)/\(found.channels)}" : "{\(found.name)}")
    }
    return .placeholder(found.value, channel: UInt16(channel))
  }
}
