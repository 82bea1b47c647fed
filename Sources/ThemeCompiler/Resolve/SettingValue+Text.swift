// SPDX-License-Identifier: Apache-2.0

internal import Theme

extension SettingValue {
  /// The value in the notation of a theme's file.
  func text(_ type: ValueType) -> String {
    switch self {
    case .length(let length): length.text
    case .lengths(let x, let y): "[\(x.text), \(y.text)]"
    case .point(let x, let y): "[\(Self.decimal(x)), \(Self.decimal(y))]"
    case .color(let color): "\"\(color.text)\""
    case .colors(let colors), .palette(.colors(let colors)):
      "[\(colors.map { "\"\($0.text)\"" }.joined(separator: ", "))]"
    case .palette(.rainbow): "\"rainbow\""
    case .palette(.red): "\"red\""
    case .boolean(let truth): String(truth)
    case .integer(let number): String(number)
    case .number(let number): Self.decimal(number)
    case .time(let time): Self.decimal(Int64(time), of: 1_000_000)
    case .choice(let index):
      if case .choice(let words) = type { "\"\(words[index])\"" } else { String(index) }
    case .axis(let numbers): "[\(numbers.map { Self.decimal($0) }.joined(separator: ", "))]"
    case .slice(let edges): "[\(edges.map(String.init).joined(separator: ", "))]"
    case .text(let texts) where texts.count == 1: Self.quoted(texts[0])
    case .text(let texts), .strings(let texts):
      "[\(texts.map { Self.quoted($0) }.joined(separator: ", "))]"
    case .string(let text): Self.quoted(text)
    case .axes(let axes):
      "{ \(axes.map { "\($0.tag) = \(Self.decimal($0.value))" }.joined(separator: ", ")) }"
    case .keyframes(let keyframes):
      "[\(keyframes.map(\.text).joined(separator: ", "))]"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
  }

  /// A number in Q16.16 with the fewest decimals that restore it.
  fileprivate static func decimal(_ number: Int32) -> String {
    for unit in [1, 10, 100, 1000, 10000] as [Int64] {
      let scaled = (Int64(number) * unit * 2 + (number < 0 ? -65536 : 65536)) / 131072
      let back = (scaled * 131072 + (scaled < 0 ? -unit : unit)) / (2 * unit)
      if back == Int64(number) { return decimal(scaled, of: unit) }
    }
    return decimal((Int64(number) * 100_000) / 65536, of: 100_000)
  }

  private static func decimal(_ number: Int64, of unit: Int64) -> String {
    let (whole, rest) = (number.magnitude / unit.magnitude, number.magnitude % unit.magnitude)
    var text = (number < 0 ? "-" : "") + String(whole)
    if rest == 0 { return text }
    var digits = String(unit.magnitude + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    text += ".\(digits)"
    return text
  }
}

extension Length {
  fileprivate var text: String {
    let number = SettingValue.decimal(value)
    let length =
      switch unit {
      case .point, .automatic: number
      case .percent: "\"\(number)%\""
      case .percentOfWidth: "\"\(number)%w\""
      case .percentOfHeight: "\"\(number)%h\""
      case .cap: "\"\(number)cap\""
      }
    var limits = ""
    for (name, limit) in [("min", minimum), ("max", maximum)] where limit != PackIndex.none {
      limits += ", \(name) = \(SettingValue.decimal(Int32(limit) << 14))"
    }
    return limits.isEmpty ? length : "{ size = \(length)\(limits) }"
  }
}

extension KeyframeSource {
  fileprivate var text: String {
    var text = "{ at = \(SettingValue.decimal(position))"
    if let opacity { text += ", opacity = \(SettingValue.decimal(opacity))" }
    if let offset { text += ", offset = [\(offset.map(\.text).joined(separator: ", "))]" }
    if let scale { text += ", scale = \(SettingValue.decimal(scale))" }
    if let rotation { text += ", rotation = \(SettingValue.decimal(rotation))" }
    if let easing, case .choice(let words) = Schema.key("easing", of: .keyframe)?.type {
      text += ", easing = \"\(words[easing])\""
    }
    return text + " }"
  }
}

extension ColorName {
  fileprivate var text: String {
    switch self {
    case .none: "none"
    case .name(let name): name
    case .literal(let color):
      [color.red, color.green, color.blue, color.alpha].prefix(color.alpha == .max ? 3 : 4).map {
        let digits = String($0 / 257, radix: 16, uppercase: true)
        return digits.count == 1 ? "0\(digits)" : digits
      }.joined()
    }
  }
}
