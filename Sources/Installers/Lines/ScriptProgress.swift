// SPDX-License-Identifier: Apache-2.0

import ToolSupport

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

  package mutating func events(for line: [UInt8]) -> [ProgressEvent] {
    let text = String(decoding: line, as: UTF8.self).printable.trimmed
    if text == "XXX" {
      gauge = gauge == .outside ? .percentage : .outside
      return []
    }
    switch gauge {
    case .outside: return event(text).map { [$0] } ?? pair(text)
    case .percentage:
      gauge = .text
      return Percentage(text).map { [.overall($0)] } ?? []
    case .text: return [.message(text)]
    }
  }

  /// The event of a line that begins with a keyword.
  private func event(_ text: String) -> ProgressEvent? {
    if text.hasPrefix("#") { return .message(String(text.dropFirst()).trimmed) }
    let word = text.prefix { $0 != " " }
    let rest = String(text.dropFirst(word.count)).trimmed
    switch word {
    case "progress":
      return rest == "unknown" ? .unknown : Percentage(rest).map { .overall($0) }
    case "step": return Percentage(rest).map { .step($0) }
    case "message": return .message(rest)
    case "start": return rest.isEmpty ? .started : nil
    case "done": return rest.isEmpty ? .succeeded : nil
    case "fail": return .failed(rest)
    default: return nil
    }
  }

  /// The events of a percentage with an optional text after it.
  private func pair(_ text: String) -> [ProgressEvent] {
    let number = text.prefix { $0 != " " && $0 != "%" }
    guard let percentage = Percentage(number) else { return [] }
    var rest = String(text.dropFirst(number.count)).trimmed
    if rest.hasPrefix("%") { rest = String(rest.dropFirst()).trimmed }
    return (rest.isEmpty ? [] : [.message(rest)]) + [.overall(percentage)]
  }
}
