// SPDX-License-Identifier: Apache-2.0

/// A value of a D-Bus message; variants are what is in them.
package enum BusValue: Equatable {
  case integer(Int64)
  case number(Double)
  /// Strings, object paths and signatures.
  case text(String)
  /// Arrays, structures, and an entry of a dictionary with its key and its value.
  case list([BusValue])

  /// The whole number, where it is one.
  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The number with a fraction, where it is one.
  package var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The text, where it is one.
  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The values inside; none where it is no list.
  package var list: [BusValue] {
    if case .list(let values) = self { values } else { [] }
  }

  /// A dictionary's entries with keys that are texts.
  package var entries: [String: BusValue] {
    var entries: [String: BusValue] = [:]
    for entry in list where entry.list.count == 2 {
      if let key = entry.list[0].text { entries[key] = entry.list[1] }
    }
    return entries
  }
}
