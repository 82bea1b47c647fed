// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Theme

/// The properties of each kind of element.
extension RecordCompiler {
  /// The bytes of an element's record.
  mutating func bytes(
    of element: ElementSource, _ kind: NodeKind, _ keys: Resolved, _ placement: ElementPlacement
  ) -> [UInt8] {
    switch kind {
    case .background: background(keys.condition).bytes
    case .stack: stack(keys, placement).bytes
    case .image: image(element, keys, placement).bytes
    case .text: text(element, keys, placement).bytes
    case .animation: animation(element, keys, placement).bytes
    case .prompt: prompt(element, keys, placement).bytes
    case .clock: clock(element, keys, placement).bytes
    // They have records of their own for the keys of another element.
    case .motion, .parts: preconditionFailure("It is compiled by itself.")
    case .shading: preconditionFailure("It is no element of a theme.")
    }
  }

  mutating func image(
    _ element: ElementSource, _ keys: Resolved, _ placement: ElementPlacement
  ) -> ImageElement {
    var record = ImageElement(placement)
    keys.write(.image, to: &record)
    let tint = keys.color("tint").flatMap { $0 == .none ? nil : $0 }
    if let setting = keys.setting("qr"), case .string(let text) = setting.value {
      guard keys.setting("file") == nil, tint == nil else {
        diagnostics.error(
          "\(element.key).qr", at: setting.position, "a QR code has neither a file nor a tint")
        return record
      }
      guard ImageFile.code(text) != nil else {
        diagnostics.error(
          "\(element.key).qr", at: setting.position, "the text does not fit into a QR code",
          expected: "1 to 2331 bytes")
        return record
      }
      let key = ImageKey(source: .code(text), tint: nil, isSmooth: false, raster: nil)
      record.image = reference(to: key, side: 0, "\(element.key).qr", at: setting.position)
      return record
    }
    guard let setting = keys.setting("file"), case .string(let name) = setting.value else {
      diagnostics.error(
        element.key, at: element.position, "no file", expected: "file = … or qr = …")
      return record
    }
    do throws(ImageFileError) {
      let file = try assets.imageFile(name)
      check(partsOf: file, named: name, "\(element.key).file", at: setting.position)
      let stage = ReferenceStage(keys, resolver)
      let side = stage.pixels(of: file, keys)
      check(file, named: name, element, position: setting.position, on: stage, keys)
      checkMotion(of: element, stage.longerSide(of: file, keys), file, keys)
      // A drawing has the tint's opacity as a whole, like its element's.
      if let key = drawing(of: file, named: name, element, setting, keys, tint?.opaque) {
        let alpha = UInt32(opacity(keys)) * UInt32(tint?.alpha ?? 65535)
        record.placement.opacity = UInt16((alpha + 32767) / 65535)
        record.image = reference(
          to: key, side: side, "\(element.key).file", at: setting.position)
      } else {
        let key = ImageKey(
          source: .file(name), tint: tint, isSmooth: keys.boolean("smooth"),
          raster: keys.integer("raster"))
        record.image = reference(
          to: key, side: side, "\(element.key).file", at: setting.position)
      }
      // An SVG's pixel count is not its size.
      if file.kind == .svg, keys.length("width") == nil, keys.length("height") == nil {
        record.placement.width = Length(value: Int32(file.width) << 8, unit: .point)
      }
    } catch {
      report(error, name, "\(element.key).file", setting.position)
    }
    return record
  }

  mutating func text(
    _ element: ElementSource, _ keys: Resolved, _ placement: ElementPlacement
  ) -> TextElement {
    var record = TextElement(placement)
    let isMessage = element.name == "message" || element.name == "default-message"
    let templates = keys.texts("text") ?? (isMessage ? ["{message}", "@mode"] : [])
    if templates.isEmpty {
      diagnostics.error(element.key, at: element.position, "no text", expected: "text = …")
    }
    let position = keys.setting("text")?.position ?? element.position
    let found = templates.compactMap { self.text($0, "\(element.key).text", position, keys) }
    check(found, of: element, keys)
    for (index, text) in found.enumerated() { record.texts[index] = text }
    record.properties = textProperties(element, keys)
    record.properties.lines = UInt8(keys.integer("lines") ?? (isMessage ? 2 : 1))
    return record
  }

  private mutating func clock(
    _ element: ElementSource, _ keys: Resolved, _ placement: ElementPlacement
  ) -> ClockElement {
    var record = ClockElement(placement)
    record.properties = textProperties(element, keys)
    keys.write(.clock, to: &record)
    if let font = record.properties.font {
      let characters = Array("0123456789:".unicodeScalars)
      ownCharacters[font, default: []].formUnion(characters.map(\.value))
      check(characters, of: element, keys, "the time")
    }
    return record
  }

  /// The font, the size and the colour of a text on one line.
  private mutating func textProperties(_ element: ElementSource, _ keys: Resolved) -> TextProperties
  {
    var properties = TextProperties()
    properties.font = font(of: keys)
    properties.alignment = keys.choice("align")
    let usual = resolver.stage(keys.condition).length("text-size") ?? .zero
    properties.size = keys.length("size") ?? usual
    let color = keys.color("color") ?? textColor(keys.condition)
    check(color, of: element, keys)
    properties.color = color
    properties.lineHeight = Fixed(q16: keys.number("line-height") ?? 65536)
    return properties
  }

  /// The index of a text; nil if there is none in this mode, or after a diagnostic.
  mutating func text(
    _ template: String, _ key: String, _ position: SourcePosition, _ keys: Resolved
  ) -> Int? {
    let font = font(of: keys)
    if template.hasPrefix("@") {
      let name = String(template.dropFirst())
      if name == "mode" {
        return BuiltInStrings.title(of: keys.condition.mode).map {
          builder.text(.standard($0), font: font)
        }
      }
      guard BuiltInStrings.names.contains(name) else {
        diagnostics.error(
          key, at: position, "there is no standard text '\(template)'",
          expected: BuiltInStrings.names.map { "@\($0)" }.joined(separator: ", "),
          suggestion: Spelling.nearest(to: name, in: BuiltInStrings.names).map { "@\($0)" })
        return nil
      }
      return builder.text(.standard(name), font: font)
    }
    do throws(TemplateError) {
      _ = try TextTemplate.parts(of: template)
      return builder.text(.template(template), font: font)
    } catch {
      diagnostics.error(
        key, at: position, error.what, expected: error.expected, suggestion: error.suggestion)
      return nil
    }
  }

  mutating func stack(_ keys: Resolved, _ placement: ElementPlacement) -> StackElement {
    var record = StackElement(placement)
    keys.write(.stack, to: &record)
    if keys.setting("color") == nil, let mean = meanColor(of: PartKey.panel.image, keys) {
      record.fill = mean
    }
    return record
  }

  mutating func prompt(
    _ element: ElementSource, _ keys: Resolved, _ placement: ElementPlacement
  ) -> PromptElement {
    var record = PromptElement(placement)
    keys.write(.prompt, to: &record)
    let text = textColor(keys.condition)
    if keys.setting("color") == nil, let mean = meanColor(of: PartKey.panel.image, keys) {
      record.panel = mean
    }
    let field =
      keys.color("field-color") ?? meanColor(of: PartKey.field.image, keys) ?? text.faded(to: 8)
    record.field = field
    record.border = keys.color("field-border") ?? text.faded(to: 50)
    record.text = typedColor(of: element, keys, text, on: record.panel, field)
    if let setting = keys.setting("icon"), case .string(let name) = setting.value {
      do throws(ImageFileError) {
        let file = try assets.imageFile(name)
        check(partsOf: file, named: name, "\(element.key).icon", at: setting.position)
        let key =
          drawing(of: file, named: name, element, setting, keys, nil)
          ?? ImageKey(source: .file(name), tint: nil, isSmooth: true, raster: nil)
        record.icon = reference(
          to: key, side: 256, "\(element.key).icon", at: setting.position)
      } catch {
        report(error, name, "\(element.key).icon", setting.position)
      }
    }
    // Round bullets are drawn without a text.
    let isRound = (keys.texts("bullet") ?? ["•"]) == ["•"]
    record.bullet = isRound ? nil : only("bullet", element, keys)
    record.capsText = only("caps-text", element, keys)
    record.font = font(of: keys)
    return record
  }

  /// The text of a key with a single text; nil without one.
  mutating func only(_ key: String, _ element: ElementSource, _ keys: Resolved) -> Int? {
    let position = keys.setting(key)?.position ?? element.position
    return keys.texts(key)?.first.flatMap {
      text($0, "\(element.key).\(key)", position, keys)
    }
  }
}

extension ElementNode {
  /// The record of a node that is always hidden: its references refer to nothing.
  var hiddenRecord: [UInt8] {
    var placement = ElementPlacement()
    (placement.width, placement.height, placement.opacity) = (.automatic, .automatic, .max)
    switch kind {
    case .background: return BackgroundElement(placement).bytes
    case .stack: return StackElement(placement).bytes
    case .image: return ImageElement(placement).bytes
    case .text: return TextElement(placement).bytes
    case .clock: return ClockElement(placement).bytes
    case .animation:
      var record = AnimationElement(placement)
      record.kind = .download
      return record.bytes
    case .prompt: return PromptElement(placement).bytes
    case .motion:
      var record = MotionElement(placement)
      record.period = 1
      return record.bytes
    case .shading: return placement.bytes
    case .parts: return PartsElement(placement).bytes
    }
  }
}

extension SceneRoom {
  /// The elements of a panel's border if it is a path, as in a translucent panel: two edges with four corners
  /// of 16 curves and a line each.
  private static let borderElements = 2 * 4 * 17

  /// Adds what an element needs, during a transition between two situations, too.
  mutating func add(_ kind: NodeKind, hasBorder: Bool) {
    switch kind {
    case .background, .motion, .shading: break
    // Two images in nine pieces, one of them twice, or a bullet for each character.
    case .parts: shapes += 2 * (3 * 9 + 16)
    case .stack:
      shapes += 4
      if hasBorder { elements += 2 * Self.borderElements }
    case .image: shapes += 2
    case .text:
      shapes += 32
      elements += 2 * 255 * 12
    case .clock:
      shapes += 2
      elements += 2 * 5 * 255
    case .prompt:
      shapes += 24
      elements += 4096
    case .animation:
      shapes += 24
      elements += 1024
      stops += 256
    }
  }
}
