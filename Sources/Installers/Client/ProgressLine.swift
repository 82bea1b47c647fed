// SPDX-License-Identifier: Apache-2.0

import ToolSupport
import CLinux

/// A line with the progress on standard error, if that is a terminal.
package struct ProgressLine {
  private let isShown: Bool
  private var shown = ""

  /// A line that is visible only if it is wanted and there is a terminal.
  package init(isWanted: Bool) {
    isShown = isWanted && isatty(2) == 1
  }

  /// Whether it is visible.
  package var isVisible: Bool { isShown }

  /// Shows a model's progress.
  package mutating func show(_ model: ProgressModel, at now: Int64) {
    guard isShown else { return }
    let percent = model.overall.map { "\($0.tenThousandths / 10000) %" }
    let parts = [percent, model.message, model.remaining(at: now)].compactMap { $0 }
    let text = parts.filter { !$0.isEmpty }.joined(separator: "  ").escaped
    guard text != shown else { return }
    shown = text
    Files.writeError("\r\u{1B}[K\(text)")
  }

  /// Keeps the line, and goes to the next.
  package func end() {
    if isShown, !shown.isEmpty { Files.writeError("\n") }
  }
}
