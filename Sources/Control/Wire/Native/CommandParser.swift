// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
package import Stage
internal import Text

/// Parses the stage's commands, one per line; the grammar is the same on every endpoint and in
/// timelines.
///
///     progress PERCENT      progress/CHANNEL PERCENT      PERCENT: DIGITS[.DIGITS], 0 or more
///     progress unknown      progress/CHANNEL unknown      CHANNEL: 1 or more
///     message TEXT          message/SLOT TEXT             SLOT: 1 to 4 (no TEXT: the message goes)
///     eta SECONDS           eta unknown                   SECONDS: a whole number
///     start  done  fail  reset  quit
///
/// Blanks around words are ignored. Commands are lower case.
package enum CommandParser {
  /// The largest channel that a command may name.
  package static let largestChannel = 9999

  /// The largest number of seconds in a command, about 30 years; larger ones are clamped to it.
  package static let largestTime = 1_000_000_000

  /// Reads one line, which has no line end.
  package static func parse(_ line: Span<UInt8>) throws(CommandError) -> Command {
    let all = line.trimmed(in: 0..<line.count)
    let wordEnd = line.firstBlank(in: all)
    let word = line.extracting(all.lowerBound..<wordEnd)
    let rest = line.extracting(line.trimmed(in: wordEnd..<all.upperBound))
    if word.count == 0 { throw CommandError(.empty, "empty line: a command is expected") }
    let command: Command
    switch word.position(among: "message eta progress start done fail reset quit") {
    case 0: return .message(try message(rest))
    case 1: return .remaining(seconds: try seconds(rest))
    case 2: return try progress(channel: 1, rest)
    case 3: command = .start
    case 4: command = .done
    case 5: command = .fail
    case 6: command = .reset
    case 7: command = .quit
    default:
      if word.count > 9, word.begins(with: "progress/") {
        return try progress(channel: try channel(word.extracting(9..<word.count)), rest)
      }
      if word.count > 8, word.begins(with: "message/") {
        return try message(word.extracting(8..<word.count), rest)
      }
      throw CommandError(
        .unknownCommand, "unknown command ", quoting: word,
        ": not progress, message, eta, start, done, fail, reset or quit")
    }
    if rest.count > 0 { throw CommandError(word, tooMany: rest) }
    return command
  }

  private static func progress(
    channel: Int, _ text: Span<UInt8>
  ) throws(CommandError) -> Command {
    if text.count == 0 {
      throw CommandError(.wrongArguments, "progress: a percentage or 'unknown' is missing")
    }
    let end = text.firstBlank(in: 0..<text.count)
    if end < text.count {
      let rest = text.extracting(text.trimmed(in: end..<text.count))
      let name: StaticString = "progress"
      throw CommandError(name.bytes, tooMany: rest)
    }
    if text.isEqual(to: "unknown") { return .progressUnknown(channel: channel) }
    switch Decimal(text) {
    case .number(let value):
      guard let percent = Percent(value) else { fallthrough }
      return .progress(channel: channel, percent: percent)
    case .negative:
      throw CommandError(.badNumber, "progress ", quoting: text, ": less than 0")
    case .malformed:
      throw CommandError(
        .badNumber, "progress ", quoting: text, ": not a number such as 42 or 42.5")
    }
  }

  /// A time in whole seconds; nil for `unknown`.
  private static func seconds(_ text: Span<UInt8>) throws(CommandError) -> Int? {
    if text.isEqual(to: "unknown") { return nil }
    guard let seconds = text.wholeNumber(upTo: largestTime) else {
      throw CommandError(.badNumber, "eta ", quoting: text, ": not a whole number of seconds")
    }
    if text.count == 0 {
      throw CommandError(.wrongArguments, "eta: a number of seconds or 'unknown' is missing")
    }
    return seconds
  }

  private static func channel(_ text: Span<UInt8>) throws(CommandError) -> Int {
    guard let channel = text.wholeNumber(upTo: largestChannel + 1) else {
      throw CommandError(
        .badNumber, "progress/", quoting: text, ": the channel is no whole number")
    }
    guard 1...largestChannel ~= channel else {
      throw CommandError(.badNumber, "progress/", quoting: text, ": channels are 1 to 9999")
    }
    return channel
  }

  /// A message for a slot; only themes show more than the first slot.
  private static func message(
    _ name: Span<UInt8>, _ text: Span<UInt8>
  ) throws(CommandError) -> Command {
    guard let slot = name.wholeNumber(upTo: 5), Command.messageSlots ~= slot else {
      throw CommandError(.badNumber, "message/", quoting: name, ": slots are 1 to 4")
    }
    let message = try message(text)
    return slot == 1 ? .message(message) : .slot(slot, message)
  }

  /// The text of a message; a longer one is cut at the end of a character.
  private static func message(_ text: Span<UInt8>) throws(CommandError) -> Message {
    if let position = UTF8Check.firstFault(in: text) {
      var line = InlineText<128>()
      line.append("message: byte ")
      line.append(position + 1)
      line.append(
        UTF8Check.controlLength(in: text, at: position) > 0
          ? " is a control character" : " is not UTF-8")
      throw CommandError(.badText, line)
    }
    return Message(truncating: text)
  }
}

extension CommandError {
  /// The error of a known command with too many words.
  fileprivate init(_ command: Span<UInt8>, tooMany rest: Span<UInt8>) {
    var line = InlineText<128>()
    line.append(command)
    line.append(": unexpected ")
    line.append(quoting: rest)
    self.init(.wrongArguments, line)
  }
}
