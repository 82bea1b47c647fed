// SPDX-License-Identifier: Apache-2.0

package import Text

/// A value of a D-Bus message; a variant is replaced by its content.
package enum BusValue: Equatable {
  /// Whole numbers, and truth values as 0 and 1.
  case integer(Int64)
  /// A floating-point number, by its bits in IEEE 754: this module computes with none.
  case double(bits: UInt64)
  /// Strings, object paths and signatures.
  case text(LongText)
  /// Arrays, structures, and a dictionary's entries, each with its key and its value; empty for an array of bytes.
  case list([BusValue])

  /// The integer; nil for other values.
  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The text; nil for other values.
  package var text: LongText? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The list's values; empty for other values.
  package var list: [BusValue] {
    if case .list(let values) = self { values } else { [] }
  }

  /// The value of a dictionary's last entry that has this text as its key; nil without one.
  package func entry(_ key: StaticString) -> BusValue? {
    for entry in list.reversed() {
      let pair = entry.list
      if pair.count == 2, let text = pair[0].text, text.bytes.isEqual(to: key) { return pair[1] }
    }
    return nil
  }
}
