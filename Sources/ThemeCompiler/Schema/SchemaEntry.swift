// SPDX-License-Identifier: Apache-2.0

/// A key of the schema, for generated texts: the JSON schema, `new --all`, the manual.
package struct SchemaEntry: Sendable {
  /// The form of a value in TOML.
  package enum Form: Sendable {
    case text, number, whole, boolean, list, table
    /// Any of these.
    case several([Form])
  }

  package let name: String
  package let form: Form
  /// The expected value in words.
  package let expected: String
  /// The default as in the file.
  package let standard: String?
  package let summary: String
  /// The possible words; empty if other values are possible.
  package let words: [String]

  /// The keys of the root.
  package static var root: [SchemaEntry] { Schema.root.map { SchemaEntry($0) } }

  /// A table's own keys, and for elements the common keys.
  package static func entries(of table: TableKind) -> [SchemaEntry] {
    Schema.keys(of: table).map { SchemaEntry($0) }
  }

  private init(_ key: SchemaKey) {
    (name, expected) = (key.name, key.type.expected)
    (standard, summary) = (key.standard, key.summary)
    if case .choice(let choices) = key.type { words = choices } else { words = [] }
    form = SchemaEntry.form(of: key.type)
  }

  private static func form(of type: ValueType) -> Form {
    switch type {
    case .length: .several([.number, .text, .table])
    case .lengths, .colors, .axis, .slice, .strings, .keyframes: .list
    case .point, .palette, .text: .several([.text, .list])
    case .color, .choice, .file, .string, .font: .text
    case .boolean: .boolean
    case .integer: .whole
    case .number, .time: .number
    case .axes: .table
    }
  }
}
