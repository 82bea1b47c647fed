// SPDX-License-Identifier: Apache-2.0

/// A value of a D-Bus message; a variant is replaced by its content.
package enum BusValue: Equatable {
  case integer(Int64)
  case number(Double)
  /// Strings, object paths and signatures.
  case text(String)
  /// Arrays, structures, and a dictionary's entries, each with its key and its value.
  case list([BusValue])

  /// The integer; nil for other values.
  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The floating-point number; nil for other values.
  package var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The text; nil for other values.
  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The list's values; empty for other values.
  package var list: [BusValue] {
    if case .list(let values) = self { values } else { [] }
  }

  /// A dictionary's entries that have texts as keys.
  package var entries: [String: BusValue] {
    var entries: [String: BusValue] = [:]
    for entry in list where entry.list.count == 2 {
      if let key = entry.list[0].text { entries[key] = entry.list[1] }
    }
    return entries
  }
}
