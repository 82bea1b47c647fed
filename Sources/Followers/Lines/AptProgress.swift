// SPDX-License-Identifier: Apache-2.0

import Text

/// Interprets APT's status lines.
///
/// APT counts twice from 0 to 100: over the downloads and over dpkg's work. Each of them is left
/// out if there is nothing to do, and dpkg's work ends below 100. Downloads are the first stage;
/// without downloads dpkg's work is the whole.
package struct AptProgress: LineInterpreter {
  /// Downloads are 30 % of the whole by default.
  package static var defaultWeights: StageWeights { StageWeights([30, 70]) }

  private let weights: StageWeights
  private let downloadsOnly: Bool
  private var hasDownloaded = false

  /// No line has been read.
  ///
  /// `downloadsOnly` means that no dpkg follows (`apt-get update`).
  package init(downloadsOnly: Bool = false, weights: StageWeights = defaultWeights) {
    precondition(weights.count == 2, "APT has two stages")
    self.downloadsOnly = downloadsOnly
    self.weights = weights
  }

  package mutating func events(for line: Span<UInt8>) -> [ProgressEvent] {
    guard let line = AptStatusLine(line) else { return [] }
    return events(for: line)
  }

  /// The events of a line.
  package mutating func events(for line: AptStatusLine) -> [ProgressEvent] {
    switch line {
    case .download(let percent, let text):
      hasDownloaded = true
      let overall = downloadsOnly ? percent : weights.overall(stage: 0, percent)
      return [.message(text), .overall(overall), .step(percent)]
    case .package(_, let percent, let text):
      let overall = hasDownloaded ? weights.overall(stage: 1, percent) : percent
      return [.message(text), .overall(overall), .step(percent)]
    case .error(let package, let text):
      return [.failed(reason(package, text))]
    case .configurationFile(let path):
      return [.message("Waiting for a decision about \(path)")]
    case .mediaChange(let medium, let drive, let text):
      return [.message(text.isEmpty ? "Insert \(medium) into \(drive)" : text)]
    }
  }

  /// The error text, with the package's name unless the text contains it.
  private func reason(_ package: LongText, _ text: LongText) -> LongText {
    var start = package.count
    while start > 0, package.bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
    let file = package[start...]
    let name =
      file.hasSuffix(".deb") ? file[..<file.bytes.firstPosition(of: UInt8(ascii: "_"))] : file
    if text.isEmpty { return "\(name) failed" }
    return text.position(of: name.bytes) != nil ? text : "\(name): \(text)"
  }
}
