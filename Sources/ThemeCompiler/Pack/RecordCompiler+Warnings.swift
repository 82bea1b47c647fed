// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Theme

/// Warnings of valid but probably unintended settings.
extension RecordCompiler {
  /// Warns of an image that has to be enlarged on a display of 1920×1080.
  mutating func check(
    _ file: ImageFile, named name: String, _ element: ElementSource, position: SourcePosition,
    on stage: ReferenceStage, _ keys: Resolved
  ) {
    guard file.kind != .svg, keys.boolean("smooth") else { return }
    let shown = Int((stage.longerSide(of: file, keys) + 65535) >> 16)
    let own = max(file.width, file.height) / 256
    if shown > own {
      diagnostics.warning(
        "\(element.key).file", at: position,
        "'\(name)' has \(own) pixels on its longer side, and is shown with \(shown) on a display of 1920×1080"
      )
    }
  }

  /// Warns of parts of an SVG that are not shown, or may look different on each compiling machine; once for
  /// each file.
  mutating func check(
    partsOf file: ImageFile, named name: String, _ key: String, at position: SourcePosition
  ) {
    guard file.kind == .svg, warned.insert("parts of \(name)").inserted else { return }
    let elements = file.elements
    if elements.contains(where: { $0.name == "text" }) {
      diagnostics.warning(
        key, at: position,
        "'\(name)' has text, which is drawn in the fonts of this machine: convert it to paths")
    }
    for element in elements {
      guard let omission = element.omission else { continue }
      diagnostics.warning(key, at: element.position, omission, file: name)
    }
    if let drawing = try? assets.drawing(name, file), drawing.shapes.isEmpty {
      diagnostics.warning(key, at: position, "'\(name)' is empty: nothing is drawn")
    }
  }

  /// Warns of a text with a low contrast to the background, once for each element.
  mutating func check(_ color: StraightColor, of element: ElementSource, _ keys: Resolved) {
    let background = resolver.background(keys.condition)
    // The contrast on images and panels cannot be computed here.
    let hasPanels = resolver.theme.elements.contains {
      $0.kind == .stack && $0.settings["color"] != nil
    }
    guard background["image"] == nil, !hasPanels, !warned.contains(element.name) else { return }
    let luminance = Contrast.luminance(of: backgroundColors(keys.condition))
    guard let contrast = Contrast.warning(color, on: luminance) else { return }
    warned.insert(element.name)
    diagnostics.warning(
      "\(element.key).color", at: keys.setting("color")?.position ?? element.position,
      "its contrast to the background \(contrast)")
  }

  /// Warns of a question with a low contrast to its panel, and of a field with a low contrast to the typed
  /// text; returns the colour of the typed text.
  mutating func typedColor(
    of element: ElementSource, _ keys: Resolved, _ text: StraightColor, on panel: StraightColor,
    _ field: StraightColor
  ) -> StraightColor {
    let background = resolver.background(keys.condition)
    let panels = backgroundColors(keys.condition).map { panel.over($0.opaque) }
    if panel.alpha > 0, background["image"] == nil || panel.alpha == .max,
      let setting = keys.setting("color"),
      let contrast = Contrast.warning(text, on: Contrast.luminance(of: panels)),
      warned.insert("\(element.key).color").inserted
    {
      diagnostics.warning(
        "\(element.key).color", at: setting.position, "the question's contrast to it \(contrast)")
    }
    // The daemon draws the field opaque: mixed with the background's colour, whatever gradient or image is
    // above it.
    let below = panel.over((background.color("color") ?? .none).opaque)
    let luminance = Contrast.luminance(of: field.over(below))
    guard let typed = keys.color("field-text"), let setting = keys.setting("field-text") else {
      return Contrast.warning(text, on: luminance) == nil
        ? text : Contrast.textColor(on: luminance)
    }
    if let contrast = Contrast.warning(typed, on: luminance),
      warned.insert("\(element.key).field-text").inserted
    {
      diagnostics.warning(
        "\(element.key).field-text", at: setting.position, "its contrast to the field \(contrast)")
    }
    return typed
  }

  /// Stages for checking rings, in points.
  private static let stages = [(320, 240), (390, 844), (1024, 768), (1920, 1080), (1080, 1920)]

  /// The width of a text on one line in its cap heights, Q16.
  func width(of text: String, font: Int?) -> Int64 {
    if let font, let builder = fonts[font] { return builder.width(of: text) }
    // A cap height large enough to avoid rounding errors.
    return StrokeFont.width(of: Array(text.utf8).span, capHeight: 64).raw >> 22
  }

  /// Warns of fixed texts that do not fit, in any language, once for each element.
  mutating func check(_ texts: [Int], of element: ElementSource, _ keys: Resolved) {
    guard !cut.contains(element.name) else { return }
    let lines = Int64(keys.integer("lines") ?? (element.name == "message" ? 2 : 1))
    let usual = resolver.stage(keys.condition).length("text-size") ?? .zero
    for index in texts {
      for locale in resolver.theme.locales {
        guard let text = plainText(index, in: locale) else { continue }
        let width = width(of: text, font: font(of: keys))
        for size in LayoutCheck.displays {
          let stage = ReferenceStage(keys, resolver, size)
          let cap = stage.points(keys.length("size") ?? usual)
          guard (width * (cap >> 8)) >> 8 > stage.points(keys.length("width") ?? .zero) * lines
          else {
            continue
          }
          cut.insert(element.name)
          let language = locale == resolver.theme.locales[0] ? "" : "\(locale): "
          diagnostics.warning(
            "\(element.key).text", at: keys.setting("text")?.position ?? element.position,
            "\(language)'\(text)' is cut on a display of \(size.0)×\(size.1) points")
          return
        }
      }
    }
  }

  /// Warns of rings that are not drawn on a small stage, once for each element.
  mutating func warn(
    ofRingsWithoutRoom element: ElementSource, _ keys: Resolved, _ size: Length, needed: Int64
  ) {
    guard !cut.contains(element.name) else { return }
    for stage in Self.stages
    where ReferenceStage(keys, resolver, stage).points(size) < needed {
      cut.insert(element.name)
      diagnostics.warning(
        "\(element.key).size", at: keys.setting("size")?.position ?? element.position,
        "on a display of \(stage.0)×\(stage.1) points the rings have no room in it, and are not shown"
      )
      return
    }
  }

  /// A text in a language; nil where it has placeholders.
  private func plainText(_ index: Int, in locale: String) -> String? {
    let template: String
    switch builder.texts[index] {
    case .standard(let name):
      template =
        resolver.theme.translation(of: "@\(name)", in: locale)?.text
        ?? BuiltInStrings.text(name, in: locale) ?? ""
    case .template(let text):
      template = resolver.theme.translation(of: text, in: locale)?.text ?? text
    }
    guard let parts = try? TextTemplate.parts(of: template), parts.count == 1,
      case .plain(let text) = parts[0]
    else { return nil }
    return text
  }

  /// Warns of characters that the built-in font does not have.
  mutating func check(charactersOf text: String, in locale: String) {
    var missing: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars where !StrokeFont.has(scalar) && !missing.contains(scalar) {
      missing.append(scalar)
    }
    if missing.isEmpty { return }
    diagnostics.warning(
      "locales", at: .start,
      "\(locale): '\(text)' has characters that are shown as boxes: \(Self.names(of: missing))")
  }

  /// Warns if an animation's font lacks characters of a percentage, once for each element.
  mutating func check(labelOf element: ElementSource, _ keys: Resolved) {
    guard [.download, .ring].contains(element.kind), keys.boolean("label") else { return }
    check(Array("0123456789%".unicodeScalars), of: element, keys, "the label")
  }

  /// Warns if an element's font lacks characters that the element shows, once for each element.
  mutating func check(
    _ characters: [Unicode.Scalar], of element: ElementSource, _ keys: Resolved, _ what: String
  ) {
    guard let number = font(of: keys), let font = fonts[number], !cut.contains(element.key) else {
      return
    }
    let missing = characters.filter { font.face(of: $0.value) == nil }
    if missing.isEmpty { return }
    cut.insert(element.key)
    diagnostics.warning(
      "fonts.\(font.source.name)", at: font.source.position,
      "\(what) of \(element.key) has characters that the font has not: \(Self.names(of: missing))"
    )
  }

  /// Warns of characters that a font does not have.
  mutating func warn(
    ofMissing scalars: [UInt32], in parts: [TemplatePart], _ locale: String, _ font: FontSource
  ) {
    let text = parts.map { if case .plain(let text) = $0 { text } else { "…" } }.joined()
    diagnostics.warning(
      "fonts.\(font.name)", at: font.position,
      "\(locale): '\(text)' has characters that the font has not: \(Self.names(of: scalars.compactMap { Unicode.Scalar($0) }))"
    )
  }

  private static func names(of missing: [Unicode.Scalar]) -> String {
    let names = missing.prefix(4).map { "U+" + hexadecimal($0) }.joined(separator: ", ")
    return names + (missing.count > 4 ? " …" : "")
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
