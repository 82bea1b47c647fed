// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Why words do not name a situation.
package struct SituationError: Error {
  package let reason: String
}

extension Compilation {
  /// The value of every key in a situation, and its position in the file; one line for each, below its
  /// element.
  ///
  /// If the words, such as `portrait failed`, leave something open, it is a landscape that boots up, idle,
  /// without a prompt.
  ///
  /// - Parameter words: the situation's words.
  /// - Returns: The lines.
  /// - Throws: Where there is no such situation.
  func resolution(_ words: String) throws(SituationError) -> String {
    let words = words.split(separator: " ").map(String.init)
    let known = SituationKeywords.all.flatMap { $0 } + theme.variants
    for word in words where !known.contains(word) {
      let nearest = Spelling.nearest(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
      throw SituationError(reason: "there is no situation '\(word)'\(nearest)")
    }
    func index(of names: [String], otherwise usual: Int) throws(SituationError) -> Int {
      let found = names.indices.filter { words.contains(names[$0]) }
      if found.count > 1 {
        throw SituationError(
          reason: "'\(names[found[0]])' and '\(names[found[1]])' never hold together")
      }
      return found.first ?? usual
    }
    let variant = try index(of: theme.variants, otherwise: -1)
    // A wide stage is also a landscape.
    var aspects = SituationKeywords.aspects
    if words.contains(aspects[2]) { aspects[1] = "" }
    let situation = Situation.index(
      aspect: try index(of: aspects, otherwise: 1),
      mode: try index(of: SituationKeywords.modes, otherwise: 0),
      phase: try index(of: SituationKeywords.phases, otherwise: 0),
      isAsking: words.contains(SituationKeywords.asking))
    let condition = records.resolver.conditions(of: variant < 0 ? nil : theme.variants[variant])[
      situation]
    var text = Self.lines("stage", records.resolver.stage(condition), .stage)
    for node in elementTree.nodes {
      if node.kind == .background {
        text += Self.lines("background", records.resolver.background(condition), .background)
      }
      guard let element = node.element else { continue }
      let keys = records.resolver.element(element, condition)
      let isHidden = !keys.boolean("show") || node.isDefaultMessage && condition.isAsking
      if node.kind == .motion {
        if !isHidden, let motion = records.resolver.motion(element, condition) {
          text += Self.lines("\(element.key).\(MotionKey.table)", motion, .motion)
        }
        continue
      }
      text += isHidden ? "\(element.key): hidden\n" : Self.lines(element.key, keys, element.kind)
    }
    return text
  }

  private static func lines(_ name: String, _ keys: Resolved, _ kind: TableKind) -> String {
    var text = "\(name)\n"
    for key in Schema.keys(of: kind) {
      let setting = keys.setting(key.name)
      guard let value = setting?.value ?? keys[key.name] else { continue }
      let line = "  \(key.name) = \(value.text(key.type))"
      let place = setting.map { "line \($0.position.line)" } ?? "default"
      text += line + String(repeating: " ", count: max(1, 48 - line.count)) + "# \(place)\n"
    }
    return text
  }
}

extension ThemeCompiler {
  /// The value of every key of a theme in a situation such as `portrait failed`; nil where the theme has
  /// errors.
  ///
  /// - Throws: Where there is no such situation.
  package static func resolution(
    _ words: String, of source: [UInt8], folder: String
  ) throws(SituationError) -> String? {
    var reader = SourceReader(folder: folder) { _ in .bytes([]) }
    guard let document = try? TOMLReader.parse(source) else { return nil }
    reader.read(document)
    var diagnostics = reader.parser.diagnostics
    let elementTree = ElementTree(reader.theme, &diagnostics)
    guard diagnostics.errorCount == 0 else { return nil }
    let assets = AssetStore({ _ in .bytes([]) }, list: { _ in [] })
    return try Compilation(reader.theme, elementTree, diagnostics, assets).resolution(words)
  }
}
