// SPDX-License-Identifier: Apache-2.0

import CLinux
import ControlClient
import Text

/// A line with the progress on standard error, if that is a terminal.
package struct ProgressLine {
  private let isShown: Bool
  private var shown = LongText()

  /// A line that is visible only if it is wanted and there is a terminal.
  package init(isWanted: Bool) {
    isShown = isWanted && isatty(2) == 1
  }

  /// Whether it is visible.
  package var isVisible: Bool { isShown }

  /// Shows a model's progress.
  package mutating func show(_ model: ProgressModel, at now: Int64) {
    guard isShown else { return }
    var text = LongText()
    if let overall = model.overall { text = "\(overall.tenThousandths / 10000) %" }
    for part in [model.message, model.remaining(at: now) ?? LongText()] where !part.isEmpty {
      if !text.isEmpty { text.append("  ") }
      text.append(contentsOf: part)
    }
    guard text != shown else { return }
    shown = text
    var line = InlineText<1024>()
    line.append("\r\u{1B}[K")
    line.append(escaping: text.bytes)
    StandardStreams.reportError(line.bytes)
  }

  /// Keeps the line, and goes to the next.
  package func end() {
    if isShown, !shown.isEmpty { StandardStreams.reportError("\n") }
  }
}
