// SPDX-License-Identifier: Apache-2.0

internal import Text

/// The lines of a file about boots, and the fields between single blanks in each.
struct BootLines {
  /// The number of the present line, from 1; 0 before the first.
  private(set) var number = 0
  private var line = 0..<0
  private var next = 0
  private var field = 0

  /// Goes to the next line; false after the last.
  ///
  /// - Throws: Where the file does not end with a line's end, as one that was cut off.
  mutating func advance(in bytes: Span<UInt8>) throws(BootFileError) -> Bool {
    guard next < bytes.count else { return false }
    number += 1
    let end = bytes.firstPosition(of: UInt8(ascii: "\n"), from: next)
    guard end < bytes.count else { throw BootFileError("the line is cut off", line: number) }
    (line, field, next) = (next..<end, next, end + 1)
    return true
  }

  /// The next field of the line; nil after the last.
  mutating func field(in bytes: Span<UInt8>) -> Range<Int>? {
    guard field <= line.upperBound else { return nil }
    let end = min(
      bytes.firstPosition(of: UInt8(ascii: " "), from: field), line.upperBound)
    defer { field = end + 1 }
    return field..<end
  }

  /// The whole line.
  var range: Range<Int> { line }

  /// An error of the present line.
  func error(_ problem: StaticString) -> BootFileError { BootFileError(problem, line: number) }

  /// A time in milliseconds; nil where the field is no number or too large.
  static func time(_ field: Span<UInt8>) -> Int32? {
    guard 1...7 ~= field.count else { return nil }
    var number: Int64 = 0
    for index in field.indices {
      guard field[index].isDigit else { return nil }
      number = number * 10 + Int64(field[index] - UInt8(ascii: "0"))
    }
    return number <= BootLimits.longestTime ? Int32(number) : nil
  }
}

extension [UInt8] {
  /// Appends a literal.
  mutating func append(_ text: StaticString) { append(text.bytes) }

  /// Appends bytes.
  mutating func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }

  /// Appends a number in decimal.
  mutating func append(decimal number: Int64) {
    var digits = InlineText<24>()
    digits.append(number)
    append(digits.bytes)
  }
}
