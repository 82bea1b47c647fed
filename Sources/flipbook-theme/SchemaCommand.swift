// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ThemeCompiler
import ToolSupport

/// `flipbook-theme schema`: prints a description of `theme.toml` for editors.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of theme.toml, for editors.")

  @Flag(help: "Print the tables of flipbook-theme(5) instead.")
  var manual = false

  func run() throws {
    try Files.say(manual ? Manual.tables : SchemaCommand.document.text() + "\n")
  }

  /// The schema.
  static var document: JSON {
    var properties = SchemaEntry.root.map { ($0.name, Self.property($0)) }
    var animations: [JSON] = []
    for kind in TableKind.allCases where !kind.isNested {
      let entries = SchemaEntry.entries(of: kind)
      if kind.isAnimation {
        animations.append(Self.table(entries, kind: kind.rawValue))
      } else {
        let table = kind == .image ? Self.image : Self.table(entries)
        properties.append((kind.table, kind.hasNames ? Self.named(table) : table))
      }
    }
    properties.append(("animation", Self.named(.object([("oneOf", .array(animations))]))))
    for table in ["colors", "when", "translations"] {
      properties.append((table, .object([("type", .string("object"))])))
    }
    return .object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("title", .string("A theme of Flipbook")), ("type", .string("object")),
      ("required", .array([.string("flipbook")])), ("additionalProperties", .bool(false)),
      ("properties", .object(properties)),
    ])
  }

  /// The table of an image, with the table of its motion and the tables of its keyframes.
  private static var image: JSON {
    let keyframe = table(SchemaEntry.entries(of: .keyframe))
    let keyframes: (String, JSON) = (
      "keyframes", .object([("type", .string("array")), ("items", keyframe)])
    )
    let motion = table(SchemaEntry.entries(of: .motion), replacing: keyframes)
    return table(SchemaEntry.entries(of: .image), replacing: ("motion", motion))
  }

  /// A table with names as its keys.
  private static func named(_ element: JSON) -> JSON {
    .object([("type", .string("object")), ("additionalProperties", element)])
  }

  private static func table(
    _ entries: [SchemaEntry], kind: String? = nil, replacing other: (String, JSON)? = nil
  ) -> JSON {
    var properties = entries.map { ($0.name, property($0)) }
    if let other {
      properties.removeAll { $0.0 == other.0 }
      properties.append(other)
    }
    if let kind {
      properties.removeAll { $0.0 == "kind" }
      properties.append(("kind", .object([("const", .string(kind))])))
    }
    return .object([
      ("type", .string("object")), ("additionalProperties", .bool(false)),
      ("required", .array(kind == nil ? [] : [.string("kind")])),
      ("properties", .object(properties)),
    ])
  }

  private static func property(_ entry: SchemaEntry) -> JSON {
    var members: [(String, JSON)] = [
      ("description", .string("\(entry.summary) Expected: \(entry.expected)."))
    ]
    let types = types(of: entry.form)
    members.append(
      ("type", types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })))
    if !entry.words.isEmpty { members.append(("enum", .array(entry.words.map { .string($0) }))) }
    return .object(members)
  }

  private static func types(of form: SchemaEntry.Form) -> [String] {
    switch form {
    case .text: ["string"]
    case .number: ["number"]
    case .whole: ["integer"]
    case .boolean: ["boolean"]
    case .list: ["array"]
    case .table: ["object"]
    case .several(let forms): forms.flatMap { types(of: $0) }
    }
  }
}

/// The schema's part of flipbook-theme(5), in man's language.
enum Manual {
  static var tables: String {
    var text = section("The root", SchemaEntry.root)
    text += section("[stage]", SchemaEntry.entries(of: .stage))
    text += section("[background]", SchemaEntry.entries(of: .background))
    text += section("[fonts.NAME]", SchemaEntry.entries(of: .font))
    let common = SchemaEntry.entries(of: .stack).prefix { $0.name != "elements" }
    text += section("All elements", Array(common))
    for kind in TableKind.allCases where kind.isElement {
      text += section(
        title(of: kind), Array(SchemaEntry.entries(of: kind).dropFirst(common.count)))
      guard kind == .image else { continue }
      text += section("[image.NAME.motion]", SchemaEntry.entries(of: .motion))
      text += section("A keyframe of a motion", SchemaEntry.entries(of: .keyframe))
    }
    return text
  }

  private static func title(of kind: TableKind) -> String {
    "[\(kind.table)\(kind.hasNames ? ".NAME" : "")]"
      + (kind.isAnimation ? ", kind \(kind.rawValue)" : "")
  }

  private static func section(_ title: String, _ entries: [SchemaEntry]) -> String {
    var text = ".SS \(title)\n"
    for entry in entries {
      text += ".TP\n.B \(escaped(entry.name))\n\(escaped(entry.summary))\n"
      text += "Expected: \(escaped(short(entry.expected)))."
      text += entry.standard.map { " Default: \(escaped($0)).\n" } ?? "\n"
    }
    return text
  }

  /// Removes the explanation that the manual gives once for all lengths, colours and points.
  private static func short(_ expected: String) -> String {
    for word in ["a length", "a colour", "a point"] where expected.hasPrefix(word + ":") {
      return word + (expected.hasSuffix(", or none") ? ", or none" : "")
    }
    return expected
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("…", with: "...").replacing("•", with: "\\(bu")
  }
}
