// SPDX-License-Identifier: Apache-2.0

package import Text

/// One line that APT writes to `APT::Status-Fd`.
///
/// The form is `KIND:SUBJECT:PERCENT:TEXT`. The text may contain colons, and so may the subject (a
/// package with its architecture).
package enum AptStatusLine: Equatable {
  /// A download's progress over all files.
  case download(percent: Percentage, text: LongText)
  /// dpkg's operation on a package, and the progress over all of dpkg's work.
  case package(name: LongText, percent: Percentage, text: LongText)
  /// dpkg has failed with a package, given by its name or its file's path.
  case error(package: LongText, text: LongText)
  /// dpkg waits for a decision on the version of a configuration file.
  case configurationFile(path: LongText)
  /// APT waits for another disc.
  case mediaChange(medium: LongText, drive: LongText, text: LongText)

  /// Parses a line without its end; nil for an unknown line, which is ignored.
  package init?(_ line: Span<UInt8>) {
    let text = LongText(onOneLine: line)
    guard let colon = text.colon(from: 0) else { return nil }
    let kind = text[..<colon]
    if kind == "media-change" {
      self.init(mediaChange: text, from: colon + 1)
      return
    }
    guard let fields = Fields(text, from: colon + 1) else { return nil }
    switch kind {
    case "dlstatus": self = .download(percent: fields.percent, text: fields.text)
    case "pmstatus":
      self = .package(name: fields.subject, percent: fields.percent, text: fields.text)
    case "pmerror": self = .error(package: fields.subject, text: fields.text)
    case "pmconffile": self = .configurationFile(path: fields.subject)
    default: return nil
    }
  }

  private init?(mediaChange line: LongText, from start: Int) {
    guard let first = line.colon(from: start), let second = line.colon(from: first + 1) else {
      return nil
    }
    self = .mediaChange(
      medium: line[start..<first], drive: line[first + 1..<second],
      text: line[(second + 1)...].trimmed)
  }

  /// `SUBJECT:PERCENT:TEXT`; the first field that is a percentage ends the subject.
  private struct Fields {
    var subject: LongText
    var percent: Percentage
    var text: LongText

    init?(_ line: LongText, from start: Int) {
      var colon = line.colon(from: start)
      while let before = colon, let after = line.colon(from: before + 1) {
        if let percent = Percentage(line.bytes.extracting(before + 1..<after)) {
          subject = line[start..<before]
          self.percent = percent
          text = line[(after + 1)...].trimmed
          return
        }
        colon = after
      }
      return nil
    }
  }
}

extension LongText {
  /// The position of the first colon from a position on.
  fileprivate func colon(from start: Int) -> Int? {
    let position = bytes.firstPosition(of: UInt8(ascii: ":"), from: min(start, count))
    return position < count ? position : nil
  }
}
