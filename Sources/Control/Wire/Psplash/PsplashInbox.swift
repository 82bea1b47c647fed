// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Stage
internal import Text

/// Parses the records of psplash's FIFO, one after the other.
///
///     PROGRESS NUMBER      MSG TEXT      QUIT
///
/// A negative number, with which psplash fills its bar from the other end, counts as its magnitude.
/// A step after 100 %, as installers with several steps report it, begins again at 0. Other records are
/// ignored, as in psplash.
struct PsplashInbox {
  private var afterwards: Command?
  private var isWhole = false

  /// The pending command of the last record; nil for none.
  mutating func next() -> Command? {
    defer { afterwards = nil }
    return afterwards
  }

  /// Parses one record, without its end; nil for one without a request.
  mutating func parse(_ record: Span<UInt8>) -> Request? {
    let all = record.extracting(record.trimmed(in: 0..<record.count))
    let wordEnd = all.firstBlank(in: 0..<all.count)
    let word = all.extracting(first: wordEnd)
    let rest = all.extracting(all.trimmed(in: wordEnd..<all.count))
    if word.isEqual(to: "QUIT") { return .quit(retains: false) }
    if word.isEqual(to: "MSG") {
      return Message.hasRoom ? .command(.message(Message(showing: rest))) : nil
    }
    guard word.isEqual(to: "PROGRESS") else { return nil }
    let number = PsplashInbox.number(rest)
    guard let percent = Percent(Fixed(number, over: 1)) else { return nil }
    let beginsAnew = isWhole && number < 100
    isWhole = number >= 100
    guard beginsAnew else { return .command(.progress(channel: 1, percent: percent)) }
    afterwards = .progress(channel: 1, percent: percent)
    return .command(.reset)
  }

  /// The magnitude of what C's `atoi` makes of a text, at most 100.
  private static func number(_ text: Span<UInt8>) -> Int {
    let isSigned = text.count > 0 && (text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+"))
    let start = isSigned ? 1 : 0
    var end = start
    while end < text.count, text[end].isDigit { end += 1 }
    return text.extracting(start..<end).wholeNumber(upTo: 100) ?? 0
  }
}
