// SPDX-License-Identifier: Apache-2.0

internal import FlipbookClient
internal import Text

/// Prints the daemon's status, as lines or as a JSON object, with no characters that control a
/// terminal.
struct StatusPrinter {
  private let isJSON: Bool
  private var text = InlineText<1024>()

  /// Whether a write to standard output has failed.
  private(set) var hasFailed = false

  init(asJSON: Bool) {
    isJSON = asJSON
  }

  /// Prints each field on a line of its own, or all as one object.
  mutating func printFields(of line: Span<UInt8>) {
    var fields = StatusFields()
    var isFirst = true
    if isJSON { text.append("{") }
    while let field = fields.next(in: line) {
      let value = line.extracting(field.value)
      if isJSON {
        text.append(isFirst ? "\"" : ", \"")
        append(line.extracting(field.key), isQuoted: false)
        text.append("\": ")
        let isNumber = !field.isQuoted && value.isJSONNumber
        if !isNumber { text.append("\"") }
        append(value, isQuoted: field.isQuoted)
        if !isNumber { text.append("\"") }
      } else {
        append(line.extracting(field.key), isQuoted: false)
        text.append("=")
        append(value, isQuoted: field.isQuoted)
        text.append("\n")
      }
      isFirst = false
      flush()
    }
    if isJSON { text.append("}\n") }
    flush()
  }

  /// Prints a line as it was received.
  mutating func printLine(_ line: Span<UInt8>) {
    append(line, isQuoted: false)
    text.append("\n")
    flush()
  }

  /// Appends text, with escapes for characters that must not reach a terminal, in pieces that fit.
  private mutating func append(_ part: Span<UInt8>, isQuoted: Bool) {
    var position = 0
    while position < part.count {
      // A quoted value has a backslash before its quotes and backslashes.
      if isQuoted, part[position] == UInt8(ascii: "\\"), position + 1 < part.count { position += 1 }
      let byte = part[position]
      if isJSON, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append("\\") }
      position += text.append(escapingCharacterOf: part, at: position)
      if text.count > 1000 { flush() }
    }
  }

  private mutating func flush() {
    if text.count > 0, !StandardStreams.print(text.bytes) { hasFailed = true }
    text.removeAll()
  }
}
