// SPDX-License-Identifier: Apache-2.0

/// What a person is asked: a question, and the field that shows what is typed for it.
public struct Prompt: Equatable, Sendable {
  /// The question; empty where there is only a field.
  package let question: Message
  /// What has been typed so far.
  package let entry: EntryField

  /// Asks a question with a field, which `entry` has: without one there is no prompt.
  package init(question: Message, entry: EntryField) {
    (self.question, self.entry) = (question, entry)
  }
}
