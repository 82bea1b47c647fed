// SPDX-License-Identifier: Apache-2.0

/// The daemon's answer to `status`: `key=value` words, where a value with blanks stands in double
/// quotes.
package struct StatusReply: Equatable {
  /// The keys with their values, in the daemon's order.
  package let fields: [Field]

  /// One key and its value.
  package struct Field: Equatable {
    package let key: String
    package let value: String
  }

  /// Reads an answer without its `ok`.
  package init(_ text: String) {
    var fields: [Field] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty else { break }
      let key = rest.prefix { $0 != "=" && $0 != " " }
      rest = rest.dropFirst(key.count)
      guard rest.first == "=" else { continue }
      let (value, after) = StatusReply.value(rest.dropFirst())
      fields.append(Field(key: String(key), value: value))
      rest = after
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
      let value =
        StatusReply.isNumber(field.value) ? field.value : JSON.string(field.value).text()
      return "\(JSON.string(field.key).text()): \(value)"
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private static func value(_ text: Substring) -> (String, rest: Substring) {
    guard text.first == "\"" else {
      let word = text.prefix { $0 != " " }
      return (String(word), text.dropFirst(word.count))
    }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst(), character != "\"" {
      if character == "\\", let escaped = rest.popFirst() {
        value.append(escaped)
      } else {
        value.append(character)
      }
    }
    return (value, rest)
  }

  private static func isNumber(_ text: String) -> Bool {
    DecimalNumber(text) != nil && (text.first != "0" || text.count == 1 || text.hasPrefix("0."))
  }
}
