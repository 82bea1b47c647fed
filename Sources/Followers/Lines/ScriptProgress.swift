// SPDX-License-Identifier: Apache-2.0

import Text

/// Interprets the lines of scripts: percentages and texts, as zenity and dialog accept them, and
/// the daemon's own commands.
package struct ScriptProgress: LineInterpreter {
  /// The line that is expected next between two lines `XXX`.
  private enum Gauge {
    case outside, percentage, text
  }

  private var gauge = Gauge.outside

  /// Starts outside of a gauge's block.
  package init() {}

  package mutating func events(for line: Span<UInt8>) -> [ProgressEvent] {
    let text = LongText(onOneLine: line).trimmed
    if text == "XXX" {
      gauge = gauge == .outside ? .percentage : .outside
      return []
    }
    switch gauge {
    case .outside:
      if let event = event(text) { return [event] }
      return pair(text)
    case .percentage:
      gauge = .text
      guard let percentage = Percentage(text.bytes) else { return [] }
      return [.overall(percentage)]
    case .text: return [.message(text)]
    }
  }

  /// The event of a line that begins with a keyword.
  private func event(_ text: LongText) -> ProgressEvent? {
    if text.hasPrefix("#") { return .message(text[1...].trimmed) }
    let end = text.bytes.firstPosition(of: 0x20)
    let rest = text[end...].trimmed
    switch text[..<end] {
    case "progress":
      if rest == "unknown" { return .unknown }
      guard let percentage = Percentage(rest.bytes) else { return nil }
      return .overall(percentage)
    case "step":
      guard let percentage = Percentage(rest.bytes) else { return nil }
      return .step(percentage)
    case "message": return .message(rest)
    case "start": return rest.isEmpty ? .started : nil
    case "done": return rest.isEmpty ? .succeeded : nil
    case "fail": return .failed(rest)
    default: return nil
    }
  }

  /// The events of a percentage with an optional text after it.
  private func pair(_ text: LongText) -> [ProgressEvent] {
    let sign = text.bytes.firstPosition(of: UInt8(ascii: "%"))
    let end = min(text.bytes.firstPosition(of: 0x20), sign)
    guard let percentage = Percentage(text.bytes.extracting(first: end)) else { return [] }
    var rest = text[end...].trimmed
    if rest.hasPrefix("%") { rest = rest[1...].trimmed }
    return rest.isEmpty ? [.overall(percentage)] : [.message(rest), .overall(percentage)]
  }
}
