// SPDX-License-Identifier: Apache-2.0

package import Text

/// Parses the daemon's status: `key=value` words.
///
/// A value with blanks is in double quotes, with `\` before quotes and backslashes in it.
package struct StatusFields {
  /// The ranges of a key and its value.
  package struct Field: Equatable {
    /// The key.
    package var key: Range<Int>
    /// The value, without its quotes.
    package var value: Range<Int>
    /// Whether the value was quoted, and may contain backslashes.
    package var isQuoted: Bool

    /// The value without the backslashes before quotes and backslashes.
    package func text(in line: Span<UInt8>) -> LongText {
      var text = LongText()
      var position = value.lowerBound
      while position < value.upperBound {
        let isEscape = isQuoted && line[position] == UInt8(ascii: "\\")
        if isEscape, position + 1 < value.upperBound { position += 1 }
        text.append(byte: line[position])
        position += 1
      }
      return text
    }
  }

  private var position = 0

  /// Starts before the first word.
  package init() {}

  /// The next field; a word without `=` is skipped.
  package mutating func next(in line: Span<UInt8>) -> Field? {
    while true {
      while position < line.count, line[position] == 0x20 { position += 1 }
      guard position < line.count else { return nil }
      let start = position
      while position < line.count, line[position] != 0x20, line[position] != UInt8(ascii: "=") {
        position += 1
      }
      guard position < line.count, line[position] == UInt8(ascii: "=") else { continue }
      let key = start..<position
      position += 1
      guard position < line.count, line[position] == UInt8(ascii: "\"") else {
        let end = line.firstPosition(of: 0x20, from: position)
        defer { position = end }
        return Field(key: key, value: position..<end, isQuoted: false)
      }
      position += 1
      let first = position
      while position < line.count, line[position] != UInt8(ascii: "\"") {
        position += line[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position = min(position, line.count)
      defer { position = min(position + 1, line.count) }
      return Field(key: key, value: first..<position, isQuoted: true)
    }
  }

  /// Whether a status line reports a state.
  package static func hasState(_ state: StaticString, in line: Span<UInt8>) -> Bool {
    var fields = StatusFields()
    while let field = fields.next(in: line) {
      if line.extracting(field.key).isEqual(to: "state") {
        return line.extracting(field.value).isEqual(to: state)
      }
    }
    return false
  }
}

extension Span<UInt8> {
  /// Whether it is a JSON number as it stands: digits, perhaps with a point between them.
  package var isJSONNumber: Bool {
    let point = firstPosition(of: UInt8(ascii: "."))
    guard point > 0, point != count - 1, point == 1 || self[0] != UInt8(ascii: "0") else {
      return false
    }
    for index in 0..<count where index != point && !self[index].isDigit { return false }
    return true
  }
}
