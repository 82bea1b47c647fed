// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Lengths and colours.
extension ValueParser {
  private static let units: [(suffix: String, unit: LengthUnit)] = [
    ("%w", .percentOfWidth), ("%h", .percentOfHeight), ("%", .percent), ("cap", .cap),
    ("pt", .point),
  ]

  /// The largest length, in its unit.
  private static let largest = 16384.0

  func length(_ value: TOMLValue, negative: Bool) -> Length? {
    guard case .table(let members) = value.content else {
      return simpleLength(value, negative: negative)
    }
    var length: Length?
    var limits: (minimum: UInt16, maximum: UInt16) = (PackIndex.none, PackIndex.none)
    for member in members {
      switch member.key {
      case "size": length = simpleLength(member.value, negative: negative)
      case "min":
        guard let limit = limit(member.value) else { return nil }
        limits.minimum = limit
      case "max":
        guard let limit = limit(member.value) else { return nil }
        limits.maximum = limit
      default: return nil
      }
    }
    guard limits.minimum == PackIndex.none || limits.minimum <= limits.maximum else { return nil }
    length?.minimum = limits.minimum
    length?.maximum = limits.maximum
    return length
  }

  /// A limit in quarter points.
  private func limit(_ value: TOMLValue) -> UInt16? {
    guard let length = simpleLength(value, negative: false), length.unit == .point else {
      return nil
    }
    let quarters = (length.value + 8192) >> 14
    return quarters < Int32(PackIndex.none) ? UInt16(quarters) : nil
  }

  private func simpleLength(_ value: TOMLValue, negative: Bool) -> Length? {
    if let number = value.number { return length(number, .point, negative: negative) }
    guard let text = value.string else { return nil }
    for (suffix, unit) in Self.units where text.hasSuffix(suffix) {
      guard let number = Self.decimal(text.dropLast(suffix.count)) else { return nil }
      return length(number, unit, negative: negative)
    }
    return nil
  }

  private func length(_ number: Double, _ unit: LengthUnit, negative: Bool) -> Length? {
    guard number.magnitude <= Self.largest, negative || number >= 0 else { return nil }
    return Self.fixed(number).map { Length(value: $0, unit: unit) }
  }

  /// A number of digits with at most one point and a sign: no exponents, no infinities, no
  /// hexadecimal.
  private static func decimal(_ text: Substring) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    guard let first = digits.utf8.first, let last = digits.utf8.last,
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= last,
      digits.utf8.allSatisfy({
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
      })
    else { return nil }
    return Double(text)
  }

  func lengths(_ value: TOMLValue) -> SettingValue? {
    guard case .array(let parts) = value.content, parts.count == 2,
      let x = length(parts[0], negative: true), let y = length(parts[1], negative: true)
    else { return nil }
    return .lengths(x, y)
  }

  func color(_ value: TOMLValue, none: Bool) -> ColorName? {
    guard let text = value.string else { return nil }
    if text == "none" { return none ? ColorName.none : nil }
    if let literal = StraightColor(text) { return .literal(literal) }
    return Self.isName(text) ? .name(text) : nil
  }

  /// Whether it is a bare key of TOML: letters, digits, `-` and `_`.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter
          || byte < 0x80 && Character(Unicode.Scalar(byte)).isNumber
      }
  }

  func colors(_ value: TOMLValue) -> [ColorName]? {
    guard case .array(let parts) = value.content else { return nil }
    let colors = parts.compactMap { color($0, none: false) }
    return colors.count == parts.count ? colors : nil
  }

  func palette(_ value: TOMLValue) -> SettingValue? {
    switch value.string {
    case "rainbow": return .palette(.rainbow)
    case "red": return .palette(.red)
    default: break
    }
    guard let colors = colors(value), 1...128 ~= colors.count else { return nil }
    return .palette(.colors(colors))
  }
}
