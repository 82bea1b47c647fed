// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The differences between situations of a variant: the active overrides, the mode, and whether there is a
/// prompt.
struct Condition: Hashable {
  /// The indices of the active overrides, the strongest last.
  let overrides: [Int]
  let mode: Int
  let isAsking: Bool
}

/// An element's keys in one situation.
struct Resolved {
  /// The element's own keys, then those of overrides, the strongest last.
  let layers: [Settings]
  let defaults: [String: SettingValue]
  let colors: [String: ColorName]
  let condition: Condition

  /// The value of a key in the file or by default; nil without either.
  subscript(key: String) -> SettingValue? {
    setting(key)?.value ?? defaults[key]
  }

  /// The value of a key in the file.
  func setting(_ key: String) -> Setting? {
    for layer in layers.reversed() {
      if let setting = layer[key] { return setting }
    }
    return nil
  }

  func length(_ key: String) -> Length? {
    if case .length(let length) = self[key] { length } else { nil }
  }

  func boolean(_ key: String) -> Bool {
    if case .boolean(let truth) = self[key] { truth } else { false }
  }

  func choice(_ key: String) -> UInt8 {
    if case .choice(let index) = self[key] { UInt8(index) } else { 0 }
  }

  /// A choice of a record; the schema lists its words in the order of the record's values.
  func choice<Choice: RawRepresentable<UInt8>>(_ key: String) -> Choice {
    guard let choice = Choice(rawValue: choice(key)) else {
      preconditionFailure("The schema has more words for '\(key)' than a record has values.")
    }
    return choice
  }

  func integer(_ key: String) -> Int? {
    if case .integer(let number) = self[key] { number } else { nil }
  }

  func number(_ key: String) -> Int32? {
    if case .number(let number) = self[key] { number } else { nil }
  }

  func time(_ key: String) -> UInt32 {
    if case .time(let time) = self[key] { time } else { 0 }
  }

  func string(_ key: String) -> String? {
    if case .string(let text) = self[key] { text } else { nil }
  }

  func texts(_ key: String) -> [String]? {
    if case .text(let texts) = self[key] { texts } else { nil }
  }

  /// A colour by its name, as defined in this situation.
  func color(_ key: String) -> StraightColor? {
    if case .color(let name) = self[key] { color(name) } else { nil }
  }

  func color(_ name: ColorName) -> StraightColor {
    switch name {
    case .literal(let color): color
    case .none: .none
    case .name(let name):
      if case .literal(let color) = colors[name] { color } else { .none }
    }
  }
}

/// Computes the value of every key in every situation.
struct Resolver {
  let theme: ThemeSource
  private let standards: [TableKind: [String: SettingValue]]

  init(_ theme: ThemeSource) {
    self.theme = theme
    standards = Resolver.standards
  }

  /// The conditions of all situations of the base (nil) or a variant.
  func conditions(of variant: String?) -> [Condition] {
    (0..<Situation.count).map { situation in
      let holding = theme.overrides.indices.filter { index in
        theme.overrides[index].words.allSatisfy {
          SituationKeywords.holds($0, in: situation, variant: variant)
        }
      }
      return Condition(
        overrides: holding, mode: SituationKeywords.mode(of: situation),
        isAsking: situation % 2 == 1)
    }
  }

  /// The background's keys under a condition.
  func background(_ condition: Condition) -> Resolved {
    resolved(
      [theme.background] + condition.overrides.map { theme.overrides[$0].background }, .background,
      condition)
  }

  /// The stage's keys; overrides give it colours only.
  func stage(_ condition: Condition) -> Resolved {
    resolved([theme.stage], .stage, condition)
  }

  /// An element's keys under a condition.
  func element(_ element: ElementSource, _ condition: Condition) -> Resolved {
    let layers = condition.overrides.compactMap { theme.overrides[$0].elements[element.name] }
    return resolved([element.settings] + layers, element.kind, condition)
  }

  /// The keys of an image's motion under a condition; nil for an image without one.
  func motion(_ element: ElementSource, _ condition: Condition) -> Resolved? {
    let layers = condition.overrides.compactMap { theme.overrides[$0].elements[element.name] }
    let own = ([element.settings] + layers).map { MotionKey.settings(of: $0) }
    return own.allSatisfy(\.isEmpty) ? nil : resolved(own, .motion, condition)
  }

  private func resolved(_ layers: [Settings], _ kind: TableKind, _ condition: Condition) -> Resolved
  {
    var colors = theme.colors
    for index in condition.overrides {
      colors.merge(theme.overrides[index].colors) { _, new in new }
    }
    return Resolved(
      layers: layers, defaults: standards[kind] ?? [:], colors: colors, condition: condition)
  }

  /// The schema's defaults, parsed like the file.
  private static let standards: [TableKind: [String: SettingValue]] = {
    var all: [TableKind: [String: SettingValue]] = [:]
    for kind in TableKind.allCases {
      let keys = Schema.keys(of: kind).filter { $0.standard != nil }
      let text = keys.map { "\($0.name) = \($0.standard ?? "")\n" }.joined()
      var parser = ValueParser()
      guard let document = try? TOMLReader.parse(Array(text.utf8)) else {
        preconditionFailure("The schema's defaults are no TOML.")
      }
      for member in document.members {
        guard let key = Schema.key(member.key, of: kind),
          let value = parser.parse(member.value, as: key.type, member.key)
        else { preconditionFailure("A default of the schema is none of its type.") }
        all[kind, default: [:]][member.key] = value
      }
    }
    return all
  }()
}
