// SPDX-License-Identifier: Apache-2.0

import ToolSupport

/// One line that APT writes to `APT::Status-Fd`.
///
/// The form is `KIND:SUBJECT:PERCENT:TEXT`. The text may contain colons, and so may the subject (a
/// package with its architecture).
package enum AptStatusLine: Equatable {
  /// A download's progress over all files.
  case download(percent: Percentage, text: String)
  /// dpkg's operation on a package, and the progress over all of dpkg's work.
  case package(name: String, percent: Percentage, text: String)
  /// dpkg has failed with a package, given by its name or its file's path.
  case error(package: String, text: String)
  /// dpkg waits for a decision on the version of a configuration file.
  case configurationFile(path: String)
  /// APT waits for another disc.
  case mediaChange(medium: String, drive: String, text: String)

  /// Parses a line without its end; nil for an unknown line, which is ignored.
  package init?(_ line: some Collection<UInt8>) {
    let text = String(decoding: line, as: UTF8.self).printable
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let kind = text[..<colon]
    let rest = text[text.index(after: colon)...]
    if kind == "media-change" {
      self.init(mediaChange: rest)
      return
    }
    guard let fields = Fields(rest) else { return nil }
    switch kind {
    case "dlstatus": self = .download(percent: fields.percent, text: fields.text)
    case "pmstatus":
      self = .package(name: fields.subject, percent: fields.percent, text: fields.text)
    case "pmerror": self = .error(package: fields.subject, text: fields.text)
    case "pmconffile": self = .configurationFile(path: fields.subject)
    default: return nil
    }
  }

  private init?(mediaChange rest: Substring) {
    let parts = rest.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    self = .mediaChange(
      medium: String(parts[0]), drive: String(parts[1]), text: String(parts[2]).trimmed)
  }

  /// `SUBJECT:PERCENT:TEXT`; the first field that is a percentage ends the subject.
  private struct Fields {
    package var subject: String
    package var percent: Percentage
    package var text: String

    package init?(_ line: Substring) {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 3 else { return nil }
      for index in 1..<(parts.count - 1) {
        guard let percent = Percentage(parts[index]) else { continue }
        subject = parts[..<index].joined(separator: ":")
        self.percent = percent
        text = parts[(index + 1)...].joined(separator: ":").trimmed
        return
      }
      return nil
    }
  }
}
