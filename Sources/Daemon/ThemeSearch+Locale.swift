// SPDX-License-Identifier: Apache-2.0

import Linux
import Text

extension ThemeSearch {
  /// Finds the locale for a theme's language, unless the command lines give one.
  func findLocale() {
    // Memory outputs depend only on their command line, not on the machine.
    if locale != nil || !searches { return }
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] as [StaticString] {
      if let path = Environment.withValue(of: name, { try? Path($0) }), let path {
        locale = path
        return
      }
    }
    // Early in a boot the service manager has not read these files yet.
    for file in ["/etc/locale.conf", "/etc/default/locale"] as [StaticString] {
      guard let bytes = try? ThemeSearch.read(Path(file)) else { continue }
      locale = ThemeSearch.locale(in: bytes.span)
      if locale != nil { return }
    }
  }

  /// The value of `LANG` in a file of shell variables.
  private static func locale(in text: Span<UInt8>) -> Path? {
    let name: StaticString = "LANG="
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count && text[end] != UInt8(ascii: "\n") { end += 1 }
      let line = text.extracting(start..<end)
      start = end + 1
      guard line.count > 5, line.extracting(first: 5).isEqual(to: name) else { continue }
      // Quotes are not part of the value.
      let isQuoted = line[5] == UInt8(ascii: "\"") || line[5] == UInt8(ascii: "'")
      let last = isQuoted ? max(line.count - 1, 6) : line.count
      return try? Path(line.extracting((isQuoted ? 6 : 5)..<last))
    }
    return nil
  }
}
