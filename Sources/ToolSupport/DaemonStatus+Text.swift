// SPDX-License-Identifier: Apache-2.0

package import FlipbookClient
import Text

extension DaemonStatus {
  /// Reads an answer without its `ok`.
  package init(_ text: String) { self.init(line: Array(text.utf8).span) }

  /// A key, its value, and whether JSON has the value as a number.
  package typealias Field = (key: String, value: String, isNumber: Bool)

  /// The keys with their values, in the daemon's order.
  package var fields: [Field] {
    let line = [UInt8](copying: bytes)
    var reader = StatusFields()
    var fields: [Field] = []
    while let field = reader.next(in: line.span) {
      let value = field.text(in: line.span)
      fields.append(
        (
          String(decoding: line[field.key], as: UTF8.self), String(copying: value.bytes),
          !field.isQuoted && value.bytes.isJSONNumber
        ))
    }
    return fields
  }

  /// The state on one line, for a person.
  package var summary: String {
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
}
