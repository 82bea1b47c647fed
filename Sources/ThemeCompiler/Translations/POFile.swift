// SPDX-License-Identifier: Apache-2.0

/// A text and its translation in a PO file.
struct POEntry {
  var context: String?
  var text: String
  var translation: String
  /// The positions of `msgid` and `msgstr`.
  var position, translationPosition: SourcePosition
  var isFuzzy: Bool
}

/// An error in a line of a PO file.
struct POError: Error {
  let what: String
  let expected: String
  let position: SourcePosition
}

/// Parses PO files of GNU gettext, without plural forms, which themes do not have.
///
/// gettext's own parser (libgettextpo) would put flipbook-theme under the GPL; the tests compare with its
/// `msgfmt`.
struct POFile {
  /// The field of a line.
  private enum Field: String {
    case context = "msgctxt"
    case text = "msgid"
    case translation = "msgstr"
  }

  /// The entries in the order of the file, with the header.
  private(set) var entries: [POEntry] = []
  private(set) var errors: [POError] = []

  private var entry: POEntry?
  private var field: Field?
  private var isFuzzy = false
  /// The number of errors before the entry.
  private var errorsBefore = 0

  /// Parses a file; errors are in `errors`.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
    let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let number = index + 1
      guard let text = String(validating: line, as: UTF8.self) else {
        fail("it is no UTF-8", expected: "a file in UTF-8", at: number, 1)
        break
      }
      read(Array(text.unicodeScalars), line: number)
    }
    close()
    checkHeader()
    checkRepetitions()
  }

  private mutating func fail(_ what: String, expected: String, at line: Int, _ column: Int) {
    errors.append(
      POError(
        what: what, expected: expected, position: SourcePosition(line: line, column: column)))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\u{C}"
  }

  private mutating func read(_ line: [Unicode.Scalar], line number: Int) {
    guard let start = line.firstIndex(where: { !Self.isBlank($0) }) else { return }
    if line[start] == "#" { return readComment(line[start...]) }
    if line[start] == "\"" { return readText(line[start...], line: number) }
    let end = line[start...].firstIndex { Self.isBlank($0) || $0 == "\"" } ?? line.count
    let word = line[start..<end].reduce(into: "") { $0.unicodeScalars.append($1) }
    if word == "msgid_plural" || word.hasPrefix("msgstr[") {
      field = nil
      return fail(
        "a theme's texts have no plural forms", expected: "msgid and msgstr", at: number, start + 1)
    }
    guard let field = Field(rawValue: word) else {
      self.field = nil
      return fail(
        "there is no keyword '\(word)'", expected: "msgctxt, msgid, msgstr, a text or #",
        at: number, start + 1)
    }
    begin(field, at: SourcePosition(line: number, column: start + 1))
    let rest = line[end...].drop { Self.isBlank($0) }
    readText(rest, line: number)
  }

  /// A flag is for the following entry, which may be an obsolete one; those are comments.
  private mutating func readComment(_ comment: ArraySlice<Unicode.Scalar>) {
    if field == .translation { close() }
    let kind = comment.dropFirst().first
    if kind == "~" { isFuzzy = false }
    guard kind == "," else { return }
    let flags = comment.dropFirst(2).split { $0 == "," || Self.isBlank($0) }
    if flags.contains(where: { $0.elementsEqual("fuzzy".unicodeScalars) }) { isFuzzy = true }
  }

  private mutating func begin(_ new: Field, at position: SourcePosition) {
    if field == .translation && new != .translation { close() }
    switch new {
    case .context where entry != nil, .text where entry != nil && field != .context:
      fail(
        "the text before has no msgstr", expected: "msgstr", at: position.line, position.column)
      close(isWhole: false)
    case .translation where field != .text:
      field = nil
      return fail(
        "there is no msgid before it", expected: "msgid", at: position.line, position.column)
    default: break
    }
    if entry == nil {
      entry = POEntry(
        text: "", translation: "", position: position, translationPosition: position,
        isFuzzy: isFuzzy)
      errorsBefore = errors.count
    }
    if new == .context { entry?.context = "" }
    if new == .text { entry?.position = position }
    if new == .translation { entry?.translationPosition = position }
    field = new
  }

  private mutating func close(isWhole: Bool = true) {
    if let entry {
      if field == .translation && isWhole {
        entries.append(entry)
      } else if isWhole, errors.count == errorsBefore {
        fail(
          "it has no msgstr", expected: "msgstr", at: entry.position.line, entry.position.column)
      }
    }
    (entry, field, isFuzzy) = (nil, nil, false)
  }

  /// Reads a text in quotes, and appends it to the current field.
  private mutating func readText(_ text: ArraySlice<Unicode.Scalar>, line number: Int) {
    let column = text.startIndex + 1
    var rest = text
    guard rest.popFirst() == "\"" else {
      return fail("there is no text", expected: "a text in quotes", at: number, column)
    }
    var found = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        if let other = rest.firstIndex(where: { !Self.isBlank($0) }) {
          return fail(
            "something follows the text", expected: "the line's end", at: number, other + 1)
        }
        return append(String(found), line: number, column)
      }
      guard scalar == "\\" else {
        found.append(scalar)
        continue
      }
      let start = rest.startIndex
      guard let escaped = Self.escaped(&rest) else {
        return fail(
          "there is no such escape", expected: "\\n, \\t, \\\", \\\\, \\101 or \\x41", at: number,
          start)
      }
      found.append(escaped)
    }
    fail("the text has no end", expected: "a quote at the line's end", at: number, column)
  }

  /// The character of an escape after a backslash; nil for an unknown escape, or beyond ASCII.
  private static func escaped(_ rest: inout ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    guard let scalar = rest.popFirst() else { return nil }
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "a": return "\u{7}"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "v": return "\u{B}"
    case "\"", "\\", "'", "?": return scalar
    case "0"..."7", "x":
      let radix = scalar == "x" ? 16 : 8
      var digits = radix == 8 ? String(scalar) : ""
      while digits.count < (radix == 8 ? 3 : 2), let next = rest.first,
        Int(String(next), radix: radix) != nil
      {
        digits += String(next)
        rest.removeFirst()
      }
      return UInt8(digits, radix: radix).flatMap { (1...127).contains($0) ? .init($0) : nil }
    default: return nil
    }
  }

  private mutating func append(_ text: String, line: Int, _ column: Int) {
    switch field {
    case .context: entry?.context?.append(text)
    case .text: entry?.text.append(text)
    case .translation: entry?.translation.append(text)
    // The previous line was wrong, and has been reported.
    case nil:
      if errors.isEmpty {
        fail("the text belongs to nothing", expected: "msgid or msgstr", at: line, column)
      }
    }
  }

  /// The header may name the file's encoding; it has to be UTF-8.
  private mutating func checkHeader() {
    guard let header = entries.first(where: { $0.text.isEmpty && $0.context == nil }) else {
      return
    }
    for line in header.translation.split(separator: "\n") {
      guard let range = line.firstRange(of: "charset=") else { continue }
      let name = line[range.upperBound...].prefix { $0 != ";" && $0 != " " }
      // The unchanged value of a template.
      if ["utf-8", "utf8", "us-ascii", "ascii", "charset"].contains(name.lowercased()) { continue }
      fail(
        "its charset is \(name)", expected: "UTF-8", at: header.translationPosition.line,
        header.translationPosition.column)
    }
  }

  private mutating func checkRepetitions() {
    var known: [String: Int] = [:]
    for entry in entries {
      let key = (entry.context.map { $0 + "\u{4}" } ?? "") + entry.text
      if let line = known[key] {
        fail(
          "the text is there already, line \(line)", expected: "each text once",
          at: entry.position.line, entry.position.column)
      }
      known[key] = known[key] ?? entry.position.line
    }
  }
}
