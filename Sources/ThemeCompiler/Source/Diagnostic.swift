// SPDX-License-Identifier: Apache-2.0

/// A display with a problem.
package struct DiagnosedDisplay: Hashable, Sendable {
  /// In points, such as `800x480`.
  package let size: String
  /// The first situation of the problem, such as `boot-up, idle`.
  package let situation: String
}

/// An error of a theme, or a warning, with its position.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error, warning
  }

  package let severity: Severity
  package let position: SourcePosition
  /// The file below the theme's folder; nil for the theme's own file.
  package var file: String?
  /// The key with its tables, such as `image.logo.height`; empty for the whole file.
  package let key: String
  package let what: String
  package var expected: String?
  package var suggestion: String?
  /// The displays that it is about; none where it is about all of them.
  package var displays: [DiagnosedDisplay] = []
  /// What is wrong on one of these displays.
  package var whatOnDisplay: String?

  /// The path of its file, relative to that of the theme's own.
  package func path(besides theme: String) -> String {
    guard let file else { return theme }
    return theme.lastIndex(of: "/").map { theme[...$0] + file } ?? file
  }

  /// One line, as compilers write it; control characters from a file are escaped as in TOML.
  package func line(file: String) -> String {
    var text = "\(path(besides: file)):\(position.line):\(position.column): \(severity.rawValue): "
    if !key.isEmpty { text += "\(key): " }
    text += what
    if let expected { text += "; expected \(expected)" }
    if let suggestion { text += "; did you mean '\(suggestion)'?" }
    return text.unicodeScalars.reduce(into: "") { line, scalar in
      guard scalar.properties.generalCategory == .control else {
        line.unicodeScalars.append(scalar)
        return
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let zeros = String(repeating: "0", count: 4 - digits.count)
      line += scalar == "\n" ? "\\n" : "\\u\(zeros)\(digits)"
    }
  }
}

/// All diagnostics, each once.
package struct Diagnostics: Sendable {
  package private(set) var all: [Diagnostic] = []

  package init() {}

  package mutating func error(
    _ key: String, at position: SourcePosition, _ what: String, expected: String? = nil,
    suggestion: String? = nil, file: String? = nil
  ) {
    add(
      Diagnostic(
        severity: .error, position: position, file: file, key: key, what: what, expected: expected,
        suggestion: suggestion))
  }

  package mutating func warning(
    _ key: String, at position: SourcePosition, _ what: String, file: String? = nil
  ) {
    add(Diagnostic(severity: .warning, position: position, file: file, key: key, what: what))
  }

  /// A warning about some displays, which `places` names in words.
  package mutating func warning(
    _ key: String, at position: SourcePosition, _ what: String, _ places: String,
    on displays: [DiagnosedDisplay]
  ) {
    add(
      Diagnostic(
        severity: .warning, position: position, key: key, what: "\(what) \(places)",
        displays: displays, whatOnDisplay: what))
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    if !all.contains(diagnostic) { all.append(diagnostic) }
  }

  package var errorCount: Int { all.count { $0.severity == .error } }
  package var warningCount: Int { all.count - errorCount }

  /// Sorted by position, then by text; those of the theme's own file first.
  package var sorted: [Diagnostic] {
    all.sorted { a, b in
      if a.file != b.file { return (a.file ?? "") < (b.file ?? "") }
      if a.position != b.position { return a.position < b.position }
      return (a.key, a.what) < (b.key, b.what)
    }
  }

  /// The last line: `2 errors, 1 warning`.
  package var summary: String {
    let (errors, warnings) = (errorCount, warningCount)
    return
      "\(errors) error\(errors == 1 ? "" : "s"), \(warnings) warning\(warnings == 1 ? "" : "s")"
  }
}

/// Finds the nearest of some names, for a mistyped one.
enum Spelling {
  /// The nearest name; nil without a near one.
  ///
  /// Near means that at most a third of the letters differ (none of two letters), or that it is the beginning
  /// of a name, with at least three letters.
  static func nearest(to name: String, in names: [String]) -> String? {
    let ranked = names.map { (distance(Array(name.utf8), Array($0.utf8)), $0) }
    guard let best = ranked.min(by: { $0.0 < $1.0 }),
      best.0 <= max(name.utf8.count > 2 ? 1 : 0, name.utf8.count / 3)
    else {
      return name.utf8.count > 2 ? names.first { $0.hasPrefix(name) } : nil
    }
    return best.1
  }

  /// The number of letters to change, insert, remove or swap with a neighbour (optimal string alignment).
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [[Int](0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
