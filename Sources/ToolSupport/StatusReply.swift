// SPDX-License-Identifier: Apache-2.0

import ControlClient

/// The daemon's answer to `status`: `key=value` words, where a value with blanks stands in double
/// quotes.
package struct StatusReply: Equatable {
  /// The keys with their values, in the daemon's order.
  package let fields: [Field]

  /// One key and its value.
  package struct Field: Equatable {
    package let key: String
    package let value: String
    /// Whether JSON has the value as a number.
    fileprivate let isNumber: Bool
  }

  /// Reads an answer without its `ok`.
  package init(_ text: String) {
    let line = Array(text.utf8)
    var reader = StatusFields()
    var fields: [Field] = []
    while let field = reader.next(in: line.span) {
      let value = line.span.extracting(field.value)
      fields.append(
        Field(
          key: String(decoding: line[field.key], as: UTF8.self),
          value: StatusReply.value(line[field.value], isQuoted: field.isQuoted),
          isNumber: !field.isQuoted && value.isJSONNumber))
    }
    self.fields = fields
  }

  /// A key's value; nil where the daemon does not report it.
  package subscript(key: String) -> String? {
    fields.first { $0.key == key }?.value
  }

  /// The state on one line, for a person.
  package var line: String {
    let progress = self["unknown"] == "yes" ? "…" : self["shown"].map { "\($0) %" }
    return [progress, self["state"], self["message"]].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: "  ")
  }

  /// The fields as one JSON object; numbers become JSON numbers.
  package var json: String {
    let members = fields.map { field in
      let value = field.isNumber ? field.value : JSON.string(field.value).text()
      return "\(JSON.string(field.key).text()): \(value)"
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  /// A value without the backslashes before quotes and backslashes.
  private static func value(_ bytes: ArraySlice<UInt8>, isQuoted: Bool) -> String {
    var value: [UInt8] = []
    var rest = bytes
    while var byte = rest.popFirst() {
      if isQuoted, byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { byte = escaped }
      value.append(byte)
    }
    return String(decoding: value, as: UTF8.self)
  }
}
