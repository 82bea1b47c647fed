// SPDX-License-Identifier: Apache-2.0

/// The text of a new theme, as `flipbook-theme new` writes it.
package struct StarterTheme {
  /// A key and its value in TOML.
  private typealias Row = (name: String, value: String)

  private let name, color: String
  /// Names of files in the folder.
  private let logo, font: String?
  /// Whether all other keys are included as comments.
  private let hasAll: Bool

  package init(name: String, color: String, logo: String?, font: String?, hasAll: Bool) {
    (self.name, self.color, self.logo, self.font) = (name, color, logo, font)
    self.hasAll = hasAll
  }

  /// A valid theme, also after removing the `# ` at the beginning of every line.
  package var text: String {
    var text = "flipbook = 1\nname = \"\(name)\"\n"
    if hasAll { text += comments(Schema.root, besides: ["flipbook", "name"]) }
    text += table("background", .background, set: [("color", "\"\(color)\"")])
    if let font { text += table("fonts.body", .font, set: [("file", "\"\(font)\"")]) }
    // The margin keeps elements at an edge from touching it.
    let margin: Row = ("margin", "\"4%\"")
    text += table("stage", .stage, set: font == nil ? [margin] : [("font", "\"body\""), margin])
    if let logo {
      // A box with both sides: neither a wide logo nor a tall one extends beyond a display.
      text += table(
        "image.logo", .image,
        set: [("file", "\"\(logo)\""), ("width", "\"60%w\""), ("height", "\"18%\"")],
        without: ["qr", "raster", "anchor", "pivot"])
    }
    // A ring that is visible on light and dark.
    text += table(
      "animation.progress", .ring,
      set: [
        ("kind", "\"ring\""), ("size", "{ size = \"22%\", min = 72 }"),
        ("colors", "[\"7FD1FF\", \"2A7FFF\"]"), ("track", "\"80808033\""),
        ("label-color", "\"2A9BFF\""),
      ], without: ["anchor", "pivot"])
    guard hasAll else { return text }
    for kind in TableKind.allCases {
      guard let (name, anchor) = kind.example else { continue }
      text += table(
        kind.hasNames ? "\(kind.table).\(name)" : kind.table, kind,
        without: anchor == nil ? ["anchor", "pivot"] : [], at: anchor,
        kind: kind.isAnimation ? kind.rawValue : nil)
    }
    // These tables need files or images, so they are only comments.
    text += "\n## [image.NAME.motion]\n" + comments(Schema.motion, mark: "## ")
    text += "## [[image.NAME.motion.keyframes]]\n" + comments(Schema.keyframe, mark: "## ")
    text += "\n## [fonts.NAME]\n" + comments(Schema.font, mark: "## ")
    text += "\n## [animation.NAME]\n## kind = \"frames\"\n"
    return text + comments(Schema.keys(of: .frames), besides: ["kind"], mark: "## ")
  }

  /// A table with the given keys, and the others as comments; without given keys the whole table is a
  /// comment.
  private func table(
    _ title: String, _ table: TableKind, set: [Row] = [], without: Set<String> = [],
    at anchor: String? = nil, kind: String? = nil
  ) -> String {
    guard hasAll || !set.isEmpty else { return "" }
    var text = "\n\(set.isEmpty ? "# " : "")[\(title)]\n"
    for row in set { text += "\(row.name) = \(row.value)\n" }
    guard hasAll else { return text }
    var values = Self.examples
    if let anchor { (values["anchor"], values["pivot"]) = (anchor, anchor) }
    if let kind { values["kind"] = "\"\(kind)\"" }
    return text
      + comments(
        Schema.keys(of: table), besides: without.union(set.map(\.name)), examples: values)
  }

  /// A comment for each key; a nested comment for a key that needs a file or a font.
  private func comments(
    _ keys: [SchemaKey], besides others: Set<String> = [], examples: [String: String] = [:],
    mark: String = "# "
  ) -> String {
    keys.filter { !others.contains($0.name) }.map { key in
      let value = key.standard ?? examples[key.name]
      return "\(value == nil ? "## " : mark)\(key.name) = \(value ?? "…")  # \(key.summary)\n"
    }.joined()
  }

  /// Example values of keys without a default.
  private static let examples = [
    "text-color": "\"E8E8E8\"", "gradient": "[\"101418\", \"202830\"]",
    "qr": "\"https://flipbook.example\"", "raster": "512", "width": "\"20%\"",
    "height": "\"20%\"", "text": "[\"{message}\", \"Please wait\"]", "size": "\"2%\"",
    "color": "\"E8E8E8\"", "lines": "2", "flow": "\"forward\"", "failure": "\"D0312D\"",
    "field-color": "\"FFFFFF14\"", "field-border": "\"FFFFFF80\"", "field-text": "\"E8E8E8\"",
    "elements": "[\"words\"]", "held": "\"words\"",
  ]
}
