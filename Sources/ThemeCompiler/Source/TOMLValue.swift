// SPDX-License-Identifier: Apache-2.0

internal import CTOML

/// A position in a file; lines and columns count from 1.
package struct SourcePosition: Comparable, Hashable, Sendable {
  package var line, column: Int

  /// The beginning of a file, as the position of missing keys.
  package static var start: SourcePosition { SourcePosition(line: 1, column: 1) }

  package static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// A key of a table, and its value.
struct TOMLMember {
  let key: String
  let position: SourcePosition
  let value: TOMLValue
}

/// A value of a TOML document, with its position.
struct TOMLValue {
  enum Content {
    case table([TOMLMember]), array([TOMLValue])
    case string(String), integer(Int64), real(Double), boolean(Bool)
    /// A date or a time, which no key of a theme accepts.
    case time
  }

  let content: Content
  let position: SourcePosition
  /// The place after its last character; of a table in brackets, that after its header.
  let end: SourcePosition

  /// The kind of value in words, for errors.
  var kind: String {
    switch content {
    case .table: "a table"
    case .array: "a list"
    case .string: "a text"
    case .integer, .real: "a number"
    case .boolean: "true or false"
    case .time: "a date or time"
    }
  }

  /// The members of a table, in the order of the file; empty for other values.
  var members: [TOMLMember] {
    if case .table(let members) = content { members } else { [] }
  }

  var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  var isTable: Bool {
    if case .table = content { true } else { false }
  }

  /// A number of any form; nil also for infinities.
  var number: Double? {
    switch content {
    case .integer(let value): Double(value)
    case .real(let value) where value.isFinite: value
    default: nil
    }
  }

  /// The elements of a list, or the value itself as the only one.
  var elements: [TOMLValue] {
    if case .array(let elements) = content { elements } else { [self] }
  }
}

/// Why a document is not TOML.
struct TOMLError: Error {
  let reason: String
  let position: SourcePosition
}

/// Parses documents with toml++, which has the position of every key and value.
enum TOMLReader {
  static func parse(_ bytes: [UInt8]) throws(TOMLError) -> TOMLValue {
    // toml++ reads within the bytes during the call, and keeps copies.
    let document = unsafe bytes.withUnsafeBufferPointer { memory in
      // C's characters are bytes.
      unsafe memory.withMemoryRebound(to: CChar.self) { text in
        unsafe ctoml_parse(text.baseAddress, text.count)
      }
    }
    guard let document = unsafe document else {
      throw TOMLError(reason: "there is no memory for it", position: .start)
    }
    // Freed once, and not used after this function.
    defer { unsafe ctoml_free(document) }
    var (line, column): (UInt32, UInt32) = (0, 0)
    // A zero-terminated text that the document owns.
    if let reason = unsafe ctoml_error(document, &line, &column) {
      throw TOMLError(
        reason: unsafe String(cString: reason),
        position: SourcePosition(line: Int(line), column: Int(column)))
    }
    var index = 0
    return unsafe member(of: document, at: &index).value
  }

  /// The value at an index, with the values below it, which follow it in the list.
  private static func member(of document: OpaquePointer, at index: inout Int) -> TOMLMember {
    // Each table and array counts its following values, so the index is within the list.
    let value = unsafe ctoml_at(document, index)
    index += 1
    let position = unsafe SourcePosition(line: Int(value.line), column: Int(value.column))
    let end = unsafe SourcePosition(line: Int(value.end_line), column: Int(value.end_column))
    let content: TOMLValue.Content
    switch unsafe Int(value.kind) {
    case CTOML_TABLE:
      content = .table(
        (0..<(unsafe Int(value.children))).map { _ in unsafe member(of: document, at: &index) })
    case CTOML_ARRAY:
      content = .array(
        (0..<(unsafe Int(value.children))).map { _ in unsafe member(of: document, at: &index).value
        })
    case CTOML_STRING: content = .string(unsafe text(value.text, value.text_size))
    case CTOML_INTEGER: content = .integer(unsafe value.integer)
    case CTOML_REAL: content = .real(unsafe value.real)
    case CTOML_BOOLEAN: content = .boolean(unsafe value.integer != 0)
    default: content = .time
    }
    return TOMLMember(
      key: unsafe text(value.key, value.key_size),
      position: unsafe SourcePosition(line: Int(value.key_line), column: Int(value.key_column)),
      value: TOMLValue(content: content, position: position, end: end))
  }

  /// Text of toml++, which has checked that it is UTF-8.
  private static func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let bytes = unsafe bytes else { return "" }
    // There are this many bytes while the document lives; they are copied.
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return unsafe String(decoding: buffer, as: UTF8.self)
  }
}
