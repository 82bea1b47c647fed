// SPDX-License-Identifier: Apache-2.0

package import Text

/// A prompt: a question, and the field with the typed text.
public struct Prompt: Equatable, Sendable {
  /// The question; empty where there is only a field.
  package let question: Message
  /// The entry field with the typed text so far.
  package let entry: EntryField

  /// A question with a field; if `entry` is off, there is no prompt.
  package init(question: Message, entry: EntryField) {
    (self.question, self.entry) = (question, entry)
  }
}
