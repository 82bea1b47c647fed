// SPDX-License-Identifier: Apache-2.0

/// A value of a key in `theme.toml`.
package enum DraftValue: Equatable, Sendable {
  /// A text in quotes.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number in thousandths.
  case thousandths(Int)
  /// A number in millionths.
  case millionths(Int)
  /// `true` or `false`.
  case boolean(Bool)
  /// Values in brackets.
  case list([DraftValue])
  /// Keys and values in braces.
  case table([DraftEntry])

  /// A colour `RRGGBB` of 24 bits, red first.
  package static func color(_ rgb: UInt32) -> DraftValue {
    .string(hexadecimal(rgb))
  }

  /// A colour of 24 bits as `RRGGBB`, for messages.
  package static func hexadecimal(_ rgb: UInt32) -> String {
    hexadecimal(rgb & 0xFF_FFFF, digits: 6)
  }

  /// A colour `RRGGBBAA` of 32 bits, red first; without the opacity where it is 255.
  package static func color(withOpacity rgba: UInt32) -> DraftValue {
    rgba & 0xFF == 0xFF ? color(rgba >> 8) : .string(hexadecimal(rgba, digits: 8))
  }

  /// A point of the stage from fractions in thousandths.
  package static func point(_ x: Int, _ y: Int) -> DraftValue {
    .list([.thousandths(x), .thousandths(y)])
  }

  /// A length in a unit such as `%` or `cap`, from thousandths.
  package static func length(_ thousandths: Int, _ unit: String) -> DraftValue {
    .string(decimal(thousandths) + unit)
  }

  /// Pixels as points, and at most a share, where they could exceed a display.
  ///
  /// The share is in thousandths of a unit, such as `%` of the stage's shorter side.
  package static func pixels(
    _ count: Int, atMost share: Int = 90_000, unit: String = "%"
  ) -> DraftValue {
    if count <= largestUnlimited { return .integer(count) }
    return .table([
      DraftEntry("size", .length(share, unit)), DraftEntry("max", .integer(min(count, 16383))),
    ])
  }

  /// What fits any display with a margin.
  private static let largestUnlimited = 240

  /// The value in TOML.
  package var text: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .integer(let number): "\(number)"
    case .thousandths(let number): Self.decimal(number)
    case .millionths(let number): Self.decimal(number, digits: 6)
    case .boolean(let value): value ? "true" : "false"
    case .list(let values): Self.list(values)
    case .table(let entries):
      "{ " + entries.map { "\(Self.key($0.key)) = \($0.value.text)" }.joined(separator: ", ") + " }"
    }
  }

  /// A key, in quotes where TOML needs them.
  package static func key(_ name: String) -> String {
    let isBare =
      !name.isEmpty
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    return isBare ? name : quoted(name)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Values on one line, or more than two tables each on a line of its own.
  private static func list(_ values: [DraftValue]) -> String {
    let areTables = values.allSatisfy { if case .table = $0 { true } else { false } }
    guard areTables, values.count > 2 else {
      return "[" + values.map(\.text).joined(separator: ", ") + "]"
    }
    return "[\n" + values.map { "  \($0.text),\n" }.joined() + "]"
  }

  /// A number of units of which so many digits are a whole.
  private static func decimal(_ number: Int, digits count: Int = 3) -> String {
    let unit = (0..<count).reduce(1) { unit, _ in 10 * unit }
    let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: UInt(unit))
    var text = (number < 0 ? "-" : "") + "\(whole)"
    guard rest > 0 else { return text }
    var digits = String(UInt(unit) + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    text += "." + digits
    return text
  }
}

/// A key and its value in `theme.toml`.
package struct DraftEntry: Equatable, Sendable {
  /// The key's name.
  package let key: String
  /// The key's value.
  package var value: DraftValue

  /// A key and its value.
  package init(_ key: String, _ value: DraftValue) {
    (self.key, self.value) = (key, value)
  }
}
