// SPDX-License-Identifier: Apache-2.0

package import Text

/// The error of a line that is no command: one line of text that says what was wrong, where, and
/// why.
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
    /// The sender has no permission.
    case notAllowed
  }

  /// What kind of mistake it was.
  package let kind: Kind

  /// The one line to show, without a newline and without `error: `.
  package var text: InlineText<128> { line.text }

  /// A class instance: as an inline value it would be copied by each call that an error passes
  /// through.
  private let line: Line

  private final class Line: Sendable {
    let text: InlineText<128>

    init(_ text: InlineText<128>) { self.text = text }
  }

  /// A mistake with its whole text.
  init(_ kind: Kind, _ text: InlineText<128>) {
    self.kind = kind
    line = Line(text)
  }

  /// A mistake with its whole text.
  init(_ kind: Kind, _ text: StaticString) {
    var line = InlineText<128>()
    line.append(text)
    self.init(kind, line)
  }

  /// A mistake about something that was sent, quoted: `WHAT 'QUOTED'WHY`.
  init(_ kind: Kind, _ what: StaticString, quoting quoted: Span<UInt8>, _ why: StaticString) {
    var line = InlineText<128>()
    line.append(what)
    line.append(quoting: quoted)
    line.append(why)
    self.init(kind, line)
  }
}
