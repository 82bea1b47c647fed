// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Converts values of the file to their types; errors go to the diagnostics.
struct ValueParser {
  var diagnostics = Diagnostics()

  /// The value of a key of some type; nil after a diagnostic.
  mutating func parse(_ value: TOMLValue, as type: ValueType, _ key: String) -> SettingValue? {
    if let parsed = parsed(value, as: type) { return parsed }
    // In a list, the first wrong element.
    diagnostics.error(
      key, at: value.position, Self.problem(value, type), expected: type.expected,
      suggestion: Self.suggestion(value, type))
    return nil
  }

  private static func problem(_ value: TOMLValue, _ type: ValueType) -> String {
    switch value.content {
    case .string(let text): "'\(text)' does not fit"
    case .integer(let number): "\(number) does not fit"
    case .boolean(let truth): "\(truth) does not fit"
    default: "\(value.kind) does not fit"
    }
  }

  private static func suggestion(_ value: TOMLValue, _ type: ValueType) -> String? {
    guard let text = value.string else { return nil }
    switch type {
    case .choice(let words): return Spelling.nearest(to: text, in: words)
    case .point: return Spelling.nearest(to: text, in: points.map(\.name))
    case .palette: return Spelling.nearest(to: text, in: ["rainbow", "red"])
    default: return nil
    }
  }

  private func parsed(_ value: TOMLValue, as type: ValueType) -> SettingValue? {
    switch type {
    case .length(let negative): length(value, negative: negative).map { .length($0) }
    case .lengths: lengths(value)
    case .point: point(value)
    case .color(let none): color(value, none: none).map { .color($0) }
    case .colors(let range):
      colors(value).flatMap { range.contains($0.count) ? .colors($0) : nil }
    case .palette: palette(value)
    case .boolean:
      if case .boolean(let truth) = value.content { .boolean(truth) } else { nil }
    case .integer(let range):
      if case .integer(let number) = value.content, let number = Int(exactly: number),
        range.contains(number)
      {
        .integer(number)
      } else {
        nil
      }
    case .number(let range): number(value, in: range).map { .number($0) }
    case .time(let range): time(value, in: range)
    case .choice(let words):
      value.string.flatMap { words.firstIndex(of: $0) }.map { .choice($0) }
    case .axis: axis(value)
    case .slice: slice(value)
    case .file, .string, .font: value.string.map { .string($0) }
    case .text(let count): texts(value, atMost: count)
    case .strings: strings(value)
    case .axes: axes(value)
    // Read by `SourceReader`, with the errors of each keyframe.
    case .keyframes: nil
    }
  }

  /// A number of the file in Q16.16, to nearest.
  static func fixed(_ number: Double) -> Int32? {
    let scaled = (number * 65536).rounded(.toNearestOrEven)
    return Int32(exactly: scaled)
  }

  private func number(_ value: TOMLValue, in range: ClosedRange<Int>) -> Int32? {
    guard let number = value.number,
      number * 1000 >= Double(range.lowerBound), number * 1000 <= Double(range.upperBound)
    else { return nil }
    return Self.fixed(number)
  }

  private func time(_ value: TOMLValue, in range: ClosedRange<Int>) -> SettingValue? {
    guard let number = value.number,
      number * 1000 >= Double(range.lowerBound), number * 1000 <= Double(range.upperBound)
    else { return nil }
    return .time(UInt32((number * 1_000_000).rounded(.toNearestOrEven)))
  }

  private static let points: [(name: String, x: Int32, y: Int32)] = {
    let rows: [(String, Int32)] = [("top", 0), ("", 32768), ("bottom", 65536)]
    let columns: [(String, Int32)] = [("left", 0), ("", 32768), ("right", 65536)]
    return rows.flatMap { row in
      columns.map { column in
        let words = [row.0, column.0].filter { !$0.isEmpty }.joined(separator: "-")
        return (words.isEmpty ? "center" : words, column.1, row.1)
      }
    }
  }()

  private func point(_ value: TOMLValue) -> SettingValue? {
    if let text = value.string {
      return Self.points.first { $0.name == text }.map { .point($0.x, $0.y) }
    }
    guard case .array(let parts) = value.content, parts.count == 2,
      let x = number(parts[0], in: 0...1000), let y = number(parts[1], in: 0...1000)
    else { return nil }
    return .point(x, y)
  }

  private func axis(_ value: TOMLValue) -> SettingValue? {
    guard case .array(let parts) = value.content, parts.count == 4 else { return nil }
    let numbers = parts.compactMap { number($0, in: -16_384_000...16_384_000) }
    guard numbers.count == 4, numbers[0] != numbers[2] || numbers[1] != numbers[3] else {
      return nil
    }
    return .axis(numbers)
  }

  private func slice(_ value: TOMLValue) -> SettingValue? {
    guard case .array(let parts) = value.content, parts.count == 4 else { return nil }
    let edges = parts.compactMap { part -> Int? in
      guard case .integer(let number) = part.content, 0...Int64(PackLimit.stillSide) ~= number
      else { return nil }
      return Int(number)
    }
    return edges.count == 4 ? .slice(edges) : nil
  }

  private func strings(_ value: TOMLValue) -> SettingValue? {
    guard case .array(let parts) = value.content else { return nil }
    let texts = parts.compactMap(\.string)
    return texts.count == parts.count ? .strings(texts) : nil
  }

  private func axes(_ value: TOMLValue) -> SettingValue? {
    guard value.isTable, value.members.count <= 16 else { return nil }
    let axes = value.members.compactMap { member -> FontAxis? in
      guard member.key.utf8.count == 4, member.key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
        let number = number(member.value, in: -32_000_000...32_000_000)
      else { return nil }
      return FontAxis(tag: member.key, value: number)
    }
    return axes.count == value.members.count ? .axes(axes) : nil
  }

  private func texts(_ value: TOMLValue, atMost count: Int) -> SettingValue? {
    let parts = value.elements
    let texts = parts.compactMap(\.string)
    return texts.count == parts.count && 1...count ~= texts.count ? .text(texts) : nil
  }
}
