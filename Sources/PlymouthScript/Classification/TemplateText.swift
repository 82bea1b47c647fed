// SPDX-License-Identifier: Apache-2.0

/// Texts of other programs as templates of a theme, in which braces and a leading `@` have a meaning.
package enum TemplateText {
  /// A template that shows a text as it is.
  package static func plain(_ text: String) -> String { guarded(escaped(text)) }

  /// A template with the progress between two texts.
  static func percent(after start: some StringProtocol, before end: some StringProtocol) -> String {
    guarded(escaped(start) + "{percent}" + escaped(end))
  }

  /// Scalars and not characters: a brace with a combining accent is a brace of a template, too.
  private static func escaped(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar)
      if scalar == "{" || scalar == "}" { result.append(scalar) }
    }
    return String(result)
  }

  /// A leading @ would be the name of a standard text.
  private static func guarded(_ text: String) -> String {
    (text.unicodeScalars.first == "@" ? " " : "") + text
  }
}
