// SPDX-License-Identifier: Apache-2.0

import Linux
import Text

/// One line of results: words with a space between.
struct Line {
  private var text = InlineText<256>()

  /// Adds a word.
  mutating func append(_ word: StaticString) {
    separate()
    text.append(word)
  }

  /// Adds a number.
  mutating func append(_ number: Int) {
    separate()
    text.append(number)
  }

  /// Ends the line and writes it to the standard output.
  consuming func print() {
    text.append("\n")
    guard let output = try? FileDescriptor(duplicating: 1), let _ = try? output.writeAll(text.bytes)
    else { fatalError("the standard output is closed") }
  }

  private mutating func separate() {
    if text.count > 0 { text.append(" ") }
  }
}
