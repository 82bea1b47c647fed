// SPDX-License-Identifier: Apache-2.0

package import Linux

/// Why a line is no command: one line of text that says what was wrong, where, and why.
package struct CommandError: Error {
  /// What kind of mistake it was.
  package enum Kind: Sendable {
    /// Nothing but blanks.
    case empty
    /// The first word is no command.
    case unknownCommand
    /// A word is missing, or one is too many.
    case wrongArguments
    /// A number is malformed, negative or out of its range.
    case badNumber
    /// A text holds bytes that cannot be shown.
    case badText
    /// The line is longer than a line may be, or has no end.
    case badLine
    /// There is no memory for its text.
    case noMemory
    /// Whoever sent it may not ask for anything.
    case notAllowed
  }

  /// What kind of mistake it was.
  package let kind: Kind

  /// The one line to show, without a newline and without `error: `.
  package var text: InlineText<128>

  /// A mistake whose text begins with `text`; more may be appended.
  init(_ kind: Kind, _ text: StaticString = "") {
    self.kind = kind
    self.text = InlineText()
    self.text.append(text)
  }

  /// A mistake about something that was sent, quoted: `WHAT 'QUOTED'WHY`.
  init(_ kind: Kind, _ what: StaticString, quoting quoted: Span<UInt8>, _ why: StaticString) {
    self.init(kind, what)
    text.append(quoting: quoted)
    text.append(why)
  }
}
