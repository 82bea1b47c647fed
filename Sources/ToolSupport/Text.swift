// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text on one line; control characters become spaces.
  package var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }

  /// The text with an escape in place of each character that would move a terminal's cursor, change its
  /// state, or reorder the text around it: `\u{1B}` for ESC.
  ///
  /// Such are control characters, line and paragraph separators, and format characters other than
  /// joiners. Format characters are invisible or reorder a text by the bidirectional algorithm (UAX
  /// #9).
  package var escaped: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isUnsafeInTerminals {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text without spaces at its ends.
  package var trimmed: String {
    var rest = self[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }

  /// The beginning of the text that has at most this many bytes of UTF-8, cut between characters.
  package func prefix(utf8Count limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var taken = 0
    return String(
      prefix { character in
        taken += character.utf8.count
        return taken <= limit
      })
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would do more than show the character at the cursor.
  package var isUnsafeInTerminals: Bool {
    // Persian and Hindi use joiners, which only join letters.
    if self == "\u{200C}" || self == "\u{200D}" { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
