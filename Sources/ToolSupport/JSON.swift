// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259) for output.
package enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  /// A number with decimals, as its text.
  case decimal(String)
  case string(String)
  case array([JSON])
  /// Members in the order in which they are written.
  case object([(String, JSON)])

  /// A text, or `null` for nil.
  package static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// The value as text; each level is indented by two more spaces.
  package func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let value): return "\(value)"
    case .decimal(let text): return text
    case .string(let text): return JSON.quoted(text)
    case .array(let values):
      if values.isEmpty { return "[]" }
      let lines = values.map { inner + $0.text(indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.map { "\(inner)\(JSON.quoted($0.0)): \($0.1.text(indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case let other where other.isUnsafeInTerminals:
        // A character beyond the Basic Multilingual Plane is two units.
        for unit in String(Character(scalar)).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
