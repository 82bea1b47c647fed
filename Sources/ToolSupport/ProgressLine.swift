// SPDX-License-Identifier: Apache-2.0

import CLinux
import Linux

/// A line on standard error that says how far long work is; nothing where standard error is no terminal.
package final class ProgressLine {
  private let isWatched = isatty(2) == 1
  private var isShown = false
  /// When the next text may be shown, in nanoseconds.
  private var next: Int64 = 0
  /// A terminal need not follow each step.
  private static let interval: Int64 = 100_000_000

  /// Shows nothing yet.
  package init() {}

  /// Replaces the line, a few times a second at most; the last step of a kind of work is always shown.
  package func show(_ text: @autoclosure () -> String, isLast: Bool = false) {
    guard isWatched else { return }
    let now = MonotonicClock.nanoseconds
    guard isLast || now >= next else { return }
    next = now + Self.interval
    isShown = true
    Files.writeError("\r\(text().escaped)\u{1B}[K")
  }

  /// Ends the line, so that it stays above what follows.
  package func end() {
    if isShown { Files.writeError("\n") }
    isShown = false
  }

  /// Removes the line.
  package func remove() {
    if isShown { Files.writeError("\r\u{1B}[K") }
    isShown = false
  }
}
