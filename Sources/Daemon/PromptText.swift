// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
import Stage
import Text

/// A question on a text terminal: its text, an echo of the typed answer unless it is a secret, and
/// a new line at the end.
struct PromptText {
  /// The number of the written question; nil for none.
  private var number: UInt32?
  private var entry = EntryField()

  /// Whether a question is written and still pending.
  var isShown: Bool { number != nil }

  /// Writes the changes; false where the terminal did not accept them, and the caller must try again.
  mutating func show(
    _ clients: borrowing ClientTable, on terminal: borrowing FileDescriptor
  ) -> Bool {
    guard let asked = clients.questionNumber else { return end(on: terminal) }
    let entry = clients.entry
    let isNew = asked != number
    guard isNew || PromptText.differ(entry.text, self.entry.text) else { return true }
    var line = InlineText<1000>()
    if number != nil && isNew { line.append("\n") }
    line.append(isNew ? "\n" : "\r")
    let words = clients.question
    line.append(words.utf8)
    line.append(PromptText.end(of: words.utf8))
    line.append(entry.text)
    // Removes erased characters.
    if !isNew { line.append("\u{1B}[K") }
    let isWritten = PromptText.write(line.bytes, on: terminal)
    guard isWritten else { return false }
    (number, self.entry) = (asked, entry)
    return true
  }

  /// Ends the line of a finished question.
  mutating func end(on terminal: borrowing FileDescriptor) -> Bool {
    guard number != nil else { return true }
    (number, entry) = (nil, EntryField())
    let newline: StaticString = "\n"
    return PromptText.write(newline.bytes, on: terminal)
  }

  /// The text after a question, which often ends with punctuation already.
  private static func end(of words: Span<UInt8>) -> StaticString {
    var last = words.count - 1
    while last > 0, words[last] == UInt8(ascii: " ") { last -= 1 }
    guard last >= 0 else { return "" }
    let isEnd = words[last] == UInt8(ascii: ":") || words[last] == UInt8(ascii: "?")
    return !isEnd ? ": " : last == words.count - 1 ? " " : ""
  }

  private static func differ(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return true }
    for index in a.indices where a[index] != b[index] { return true }
    return false
  }

  /// Whether all of it was accepted: no call waits for a terminal.
  private static func write(_ text: Span<UInt8>, on terminal: borrowing FileDescriptor) -> Bool {
    let transfer = try? terminal.write(text)
    // A failed terminal is detected by reading.
    return transfer == .bytes(text.count) || transfer == nil || transfer == .end
  }
}
