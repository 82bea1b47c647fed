// SPDX-License-Identifier: Apache-2.0

internal import Theme
internal import Text

/// A text of a theme with its values, in UTF-8, as far as it fits.
struct ThemeText {
  /// The values of placeholders.
  struct Values {
    var messages = Messages()
    /// By channel, from 1; -1 where it is unknown.
    var percents = InlineArray<9, Int>(repeating: -1)
    /// The remaining time in seconds, 0 where it is unknown.
    var seconds = 0
    /// The short name of the keyboard's layout, the first letter lowest; 0 without a prompt.
    var keymap: UInt64 = 0
  }

  private var bytes = InlineArray<512, UInt8>(repeating: 0)
  private var count = 0
  /// The numbers of a pattern.
  private var (first, second) = (0, 0)
  private var isInPattern = false
  private let choice: ThemeSelection

  init(_ choice: ThemeSelection) { self.choice = choice }

  private mutating func append(wordOf piece: Int) {
    guard count + ShapedWord.size <= 512, piece < 1 << 24 else { return }
    append(ShapedWord.mark)
    append(UInt8(truncatingIfNeeded: piece >> 16))
    append(UInt8(truncatingIfNeeded: piece >> 8))
    append(UInt8(truncatingIfNeeded: piece))
  }

  var utf8: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bytes.span.extracting(first: count) }
  }

  static func != (a: borrowing ThemeText, b: borrowing ThemeText) -> Bool {
    if a.count != b.count { return true }
    for index in 0..<a.count where a.bytes[index] != b.bytes[index] { return true }
    return false
  }

  private mutating func append(_ text: Span<UInt8>) {
    for index in 0..<min(text.count, 512 - count) {
      // A client's text must not contain a word's mark; both are malformed UTF-8.
      bytes[count] = text[index] == ShapedWord.mark ? 0xFF : text[index]
      count += 1
    }
  }

  /// Appends a number of 0 or more.
  private mutating func append(_ number: Int) {
    var unit = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
  }

  /// A text without values; `standard` where there is none, or if it needs words of the pack that are not
  /// possible here.
  static func fixed(
    _ text: Int?, of choice: ThemeSelection, _ standard: [UInt8], words: Bool
  ) -> [UInt8] {
    var result = ThemeText(choice)
    guard let text, result.append(text, of: choice.pack, Values()) else { return standard }
    var bytes: [UInt8] = []
    for index in 0..<result.count {
      if result.bytes[index] == ShapedWord.mark, !words { return standard }
      bytes.append(result.bytes[index])
    }
    return bytes
  }

  /// Sets the first of a record's texts with all its values; false where there is none.
  mutating func set(textsOf record: Int, of pack: Pack, _ values: borrowing Values) -> Bool {
    let texts = pack[TextElement.self, record].texts
    for index in 0..<4 {
      guard let text = texts[index] else { continue }
      count = 0
      if append(text, of: pack, values) { return count > 0 }
    }
    return false
  }

  /// Appends a client's message, or its translation if it is a known text.
  mutating func append(message: Message, of pack: Pack) {
    var values = Values()
    values.messages.first = message
    _ = append(.message, of: pack, 1, values)
  }

  /// Appends a text of the chosen locale; false where a value is missing.
  mutating func append(_ text: Int, of pack: Pack, _ values: borrowing Values) -> Bool {
    for index in pack[TextRecord.self, choice.firstText + text].pieces {
      let piece = pack[PieceRecord.self, index]
      switch piece.kind {
      case .plain:
        append(pack.bytes(.strings, piece.content.lowerBound, count: piece.content.count))
      case .space: append(UInt8(ascii: " "))
      case .placeholder:
        guard append(piece.placeholder, of: pack, Int(piece.channel), values) else { return false }
      case .word: append(wordOf: index)
      }
    }
    return true
  }

  private mutating func append(_ byte: UInt8) {
    if count < 512 {
      bytes[count] = byte
      count += 1
    }
  }

  private mutating func append(
    _ placeholder: Placeholder, of pack: Pack, _ channel: Int, _ values: borrowing Values
  ) -> Bool {
    switch placeholder {
    case .message:
      let message = values.messages[max(channel, 1)]
      if message.isEmpty { return false }
      if !isInPattern, let known = pack.knownText(message.utf8) {
        // A known text that contains itself ends here.
        isInPattern = true
        defer { isInPattern = false }
        return append(known, of: pack, values)
      }
      append(message.utf8)
    case .percent:
      let percent = values.percents[min(max(channel, 1), 8)]
      if percent < 0 { return false }
      append(percent)
      append(UInt8(ascii: "%"))
    case .eta:
      if isInPattern { return false }
      return appendRemaining(of: pack, values)
    case .firstNumber: append(first)
    case .secondNumber: append(second)
    case .keymap:
      if values.keymap == 0 { return false }
      for index in 0..<8 where values.keymap >> UInt64(8 * index) != 0 {
        append(UInt8(truncatingIfNeeded: values.keymap >> UInt64(8 * index)))
      }
    }
    return true
  }

  /// Appends the remaining time, in the pack's pattern.
  private mutating func appendRemaining(of pack: Pack, _ values: borrowing Values) -> Bool {
    let r = values.seconds
    if r <= 0 { return false }
    let stage = pack[StageRecord.self, 0]
    var pattern = stage.secondsText
    (first, second) = (r > 10 ? (r + 4) / 5 * 5 : r, 0)
    if r >= 3600 {
      (pattern, first, second) = (stage.hoursText, r / 3600, r % 3600 / 60)
    } else if r >= 90 {
      (pattern, first) = (stage.minutesText, (r + 59) / 60)
    }
    guard let text = pattern else { return false }
    // A pattern that contains itself ends here.
    isInPattern = true
    defer { isInPattern = false }
    return append(text, of: pack, values)
  }
}
