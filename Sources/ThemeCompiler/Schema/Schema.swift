// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// A key of a theme's table.
struct SchemaKey {
  let name: String
  let type: ValueType
  /// The default as in the file; nil without one, or if it depends on other keys.
  let standard: String?
  /// One summary for the manual.
  let summary: String
  /// A `KeyField`; nil if a record has not the value itself, but for instance a reference.
  let field: (any Sendable)?

  init(
    _ name: String, _ type: ValueType, _ standard: String?, _ summary: String,
    field: (any Sendable)? = nil
  ) {
    (self.name, self.type, self.standard, self.summary) = (name, type, standard, summary)
    self.field = field
  }

  /// A key with the value of a record's field.
  init<Record>(
    _ name: String, _ type: ValueType, _ standard: String?, _ summary: String,
    in field: any WritableKeyPath<Record, some RecordValue & SendableMetatype> & Sendable
  ) {
    self.init(name, type, standard, summary, field: KeyField(field))
  }

  /// A key with the words of the values of a record's field, in their order.
  init<Record>(
    _ name: String, _ type: ValueType, _ standard: String?, _ summary: String,
    in field: any WritableKeyPath<Record, some RawRepresentable<UInt8> & SendableMetatype>
      & Sendable
  ) {
    self.init(name, type, standard, summary, field: KeyField(choice: field))
  }
}

/// The kind of a table, in the order of the manual.
package enum TableKind: String, CaseIterable, Sendable {
  case stage, background, font
  case image, motion, keyframe, text, clock
  case bar, download, ring, frames
  case prompt, stack

  /// The kind of its elements; nil for a table that is no element.
  var node: NodeKind? {
    switch self {
    case .background: .background
    case .image: .image
    case .text: .text
    case .clock: .clock
    case .bar, .download, .ring, .frames: .animation
    case .prompt: .prompt
    case .stack: .stack
    case .stage, .font, .motion, .keyframe: nil
    }
  }

  /// The kind of its animations; nil for a table that is no animation.
  var animation: AnimationKind? {
    switch self {
    case .bar: .bar
    case .download: .download
    case .ring: .ring
    case .frames: .frames
    case .stage, .background, .font, .image, .motion, .keyframe, .text, .clock, .prompt, .stack: nil
    }
  }

  /// Its name in the file, which the animations share.
  package var table: String {
    if isAnimation { return "animation" }
    return self == .font ? "fonts" : rawValue
  }

  /// Whether it is an animation.
  package var isAnimation: Bool { animation != nil }

  /// Whether it is part of another table: a motion of an image, a keyframe of a motion.
  package var isNested: Bool { self == .motion || self == .keyframe }

  /// Whether it is an element beside the background.
  package var isElement: Bool { node != nil && self != .background }

  /// Whether the file may have several of its tables, each with a name: `[image.NAME]`.
  package var hasNames: Bool { self != .stage && self != .background && self != .prompt }

  /// The table of an element in `flipbook-theme new --all`, and its anchor; nil where there is one anyway, or where it
  /// needs a file.
  var example: (name: String, anchor: String?)? {
    switch self {
    case .image: ("code", "\"top-left\"")
    case .text: ("words", nil)
    case .clock: ("time", "\"top\"")
    case .bar: ("line", "\"bottom\"")
    case .download: ("download", "\"bottom-left\"")
    case .prompt: ("prompt", "[0.5, 0.8]")
    case .stack: ("panel", "\"top-right\"")
    case .stage, .background, .font, .motion, .keyframe, .ring, .frames: nil
    }
  }
}

/// All keys of all tables, for the checks, `flipbook-theme schema`, `new --all` and flipbook-theme(5).
enum Schema {
  static let fits = ["cover", "contain", "stretch", "none"]
  static let alignments = ["center", "start", "end"]
  static let animationKinds = TableKind.allCases.filter(\.isAnimation).map(\.rawValue)

  /// The keys of an element of any kind.
  static let common = placed + [opacity(0...1000)]

  /// A question must be visible: the daemon shows a prompt at least half opaque.
  private static let commonOfPrompts = placed + [opacity(500...1000)]

  /// Whether an element is shown, and where.
  private static let placed = [
    SchemaKey("show", .boolean, "true", "Whether the element is shown."),
    SchemaKey(
      "anchor", .point, nil,
      "The element's position on the stage without its margin; without an anchor the element is part of the column."
    ),
    SchemaKey(
      "pivot", .point, nil,
      "The point of the element that is at the anchor; by default the same point as the anchor."),
    SchemaKey("offset", .lengths, "[0, 0]", "The distance from the anchor, to the right and down."),
  ]

  private static func opacity(_ range: ClosedRange<Int>) -> SchemaKey {
    SchemaKey(
      "opacity", .number(range), "1",
      "The opacity of the element as a whole; of a prompt at least 0.5.")
  }

  static let root = [
    SchemaKey("flipbook", .integer(1...1), nil, "The version of the format; required."),
    SchemaKey("name", .string, nil, "The theme's name; by default the folder's."),
    SchemaKey("author", .string, "\"\"", "The theme's author."),
    SchemaKey("version", .string, "\"\"", "The theme's own version."),
    SchemaKey("license", .string, "\"\"", "The theme's licence."),
    SchemaKey(
      "locales", .strings, "[\"en\"]",
      "The theme's languages; the first is the language of its texts."),
    SchemaKey("variants", .strings, "[]", "Up to three names of variants."),
    SchemaKey(
      "messages", .strings, "[]", "Texts of programs that are shown translated."),
    SchemaKey(
      "keymap", .strings, "[]",
      "Up to four keyboard layouts, such as de or ch:fr, for a machine without a keymap of its own."
    ),
  ]

  /// The tables that the root may have beside its keys.
  static let tables =
    names(of: TableKind.allCases.filter { $0.node == nil && !$0.isNested }) + elementTables
    + ["colors", "when", "translations"]

  /// The tables of elements, which a table of `[when]` may have, too.
  static let elementTables = names(of: TableKind.allCases.filter { $0.node != nil })

  /// The names of tables in the file, each once.
  private static func names(of kinds: [TableKind]) -> [String] {
    kinds.map(\.table).enumerated().filter { index, name in
      index == 0 || kinds[index - 1].table != name
    }.map(\.element)
  }

  /// Keys of animations that cannot differ between situations yet.
  private static let unchanging: Set<String> = ["spring", "rings", "unknown"]

  /// Whether the daemon uses a key in the element's own table, or in a table of `[when]`.
  static func isShown(_ key: String, of kind: TableKind, inOverride: Bool) -> Bool {
    guard inOverride, kind.isAnimation else { return true }
    return !unchanging.contains(key)
  }

  /// The keys of a table, in the order of the manual; an animation's by its kind.
  static func keys(of kind: TableKind) -> [SchemaKey] {
    switch kind {
    case .stage: stage
    case .background: background
    case .image: common + image
    case .motion: motion
    case .keyframe: keyframe
    case .text: common + text
    case .clock: common + clock
    case .prompt: commonOfPrompts + prompt
    case .stack: common + stack
    case .font: font
    case .bar: common + animation + bar
    case .download: common + animation + download
    case .ring: common + animation + ring
    case .frames: common + animation + frames
    }
  }

  private static let byName: [TableKind: [String: SchemaKey]] = Dictionary(
    uniqueKeysWithValues: TableKind.allCases.map { kind in
      (kind, Dictionary(uniqueKeysWithValues: keys(of: kind).map { ($0.name, $0) }))
    })

  static func key(_ name: String, of kind: TableKind) -> SchemaKey? { byName[kind]?[name] }
}
