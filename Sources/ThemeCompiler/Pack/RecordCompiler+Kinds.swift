// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// The properties of each kind of element.
extension RecordCompiler {
  mutating func image(_ element: ElementSource, _ keys: Resolved, _ record: inout RecordBytes) {
    record.put(keys.length("radius") ?? .zero, at: RecordField.Image.radius)
    record.put(keys.choice("fit"), at: RecordField.Image.fit)
    record.put(PackIndex.none, at: RecordField.Image.image)
    let tint = keys.color("tint").flatMap { $0 == .none ? nil : $0 }
    if let setting = keys.setting("qr"), case .string(let text) = setting.value {
      guard keys.setting("file") == nil, tint == nil else {
        diagnostics.error(
          "\(element.key).qr", at: setting.position, "a QR code has neither a file nor a tint")
        return
      }
      guard ImageFile.code(text) != nil else {
        diagnostics.error(
          "\(element.key).qr", at: setting.position, "the text does not fit into a QR code",
          expected: "1 to 2331 bytes")
        return
      }
      let key = ImageKey(source: .code(text), tint: nil, isSmooth: false, raster: nil)
      record.put(
        reference(to: key, side: 0, "\(element.key).qr", at: setting.position),
        at: RecordField.Image.image)
      return
    }
    guard let setting = keys.setting("file"), case .string(let name) = setting.value else {
      diagnostics.error(
        element.key, at: element.position, "no file", expected: "file = … or qr = …")
      return
    }
    do throws(ImageFileError) {
      let file = try library.imageFile(name)
      check(partsOf: file, named: name, "\(element.key).file", at: setting.position)
      let stage = ReferenceStage(keys, resolver)
      let side = stage.pixels(of: file, keys)
      check(file, named: name, element, position: setting.position, on: stage, keys)
      // A drawing has the tint's opacity as a whole, like its element's.
      if let key = drawing(of: file, named: name, element, setting, keys, tint?.opaque) {
        let alpha = UInt32(opacity(keys)) * UInt32(tint?.alpha ?? 65535)
        record.put(UInt16((alpha + 32767) / 65535), at: RecordField.opacity)
        record.put(
          reference(to: key, side: side, "\(element.key).file", at: setting.position),
          at: RecordField.Image.image)
      } else {
        let key = ImageKey(
          source: .file(name), tint: tint, isSmooth: keys.boolean("smooth"),
          raster: keys.integer("raster"))
        record.put(
          reference(to: key, side: side, "\(element.key).file", at: setting.position),
          at: RecordField.Image.image)
      }
      // An SVG's pixel count is not its size.
      if file.kind == .svg, keys.length("width") == nil, keys.length("height") == nil {
        record.put(
          Length(value: Int32(file.width) << 8, unit: .point), at: RecordField.width)
      }
    } catch {
      report(error, name, "\(element.key).file", setting.position)
    }
  }

  mutating func text(_ element: ElementSource, _ keys: Resolved, _ record: inout RecordBytes) {
    let isMessage = element.name == "message" || element.name == "default-message"
    for offset in stride(from: 0, to: 8, by: 2) {
      record.put(PackIndex.none, at: RecordField.Text.texts + offset)
    }
    let templates = keys.texts("text") ?? (isMessage ? ["{message}", "@mode"] : [])
    if templates.isEmpty {
      diagnostics.error(element.key, at: element.position, "no text", expected: "text = …")
    }
    let position = keys.setting("text")?.position ?? element.position
    let found = templates.compactMap { self.text($0, "\(element.key).text", position, keys) }
    check(found, of: element, keys)
    for (index, text) in found.enumerated() {
      record.put(text, at: RecordField.Text.texts + 2 * index)
    }
    record.put(reference(to: font(of: keys)), at: RecordField.Text.font)
    record.put(keys.choice("align"), at: RecordField.Text.align)
    record.put(UInt8(keys.integer("lines") ?? (isMessage ? 2 : 1)), at: RecordField.Text.lines)
    let usual = resolver.stage(keys.condition).length("text-size") ?? .zero
    record.put(keys.length("size") ?? usual, at: RecordField.Text.size)
    let color = keys.color("color") ?? textColor(keys.condition)
    check(color, of: element, keys)
    record.put(color, at: RecordField.Text.color)
    record.put(keys.number("line-height") ?? 65536, at: RecordField.Text.lineHeight)
  }

  /// The index of a text; nil if there is none in this mode, or after a diagnostic.
  mutating func text(
    _ template: String, _ key: String, _ position: SourcePosition, _ keys: Resolved
  ) -> UInt16? {
    let font = font(of: keys)
    if template.hasPrefix("@") {
      let name = String(template.dropFirst())
      if name == "mode" {
        return StandardTexts.title(of: keys.condition.mode).map {
          builder.text(.standard($0), font: font)
        }
      }
      guard StandardTexts.names.contains(name) else {
        diagnostics.error(
          key, at: position, "there is no standard text '\(template)'",
          expected: StandardTexts.names.map { "@\($0)" }.joined(separator: ", "),
          suggestion: Spelling.nearest(to: name, in: StandardTexts.names).map { "@\($0)" })
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

  func stack(_ keys: Resolved, _ record: inout RecordBytes) {
    record.put(keys.length("gap") ?? .zero, at: RecordField.Stack.gap)
    record.put(keys.length("padding") ?? .zero, at: RecordField.Stack.padding)
    record.put(keys.length("radius") ?? .zero, at: RecordField.Stack.radius)
    record.put(keys.length("border-width") ?? .zero, at: RecordField.Stack.borderWidth)
    record.put(keys.color("color") ?? .none, at: RecordField.Stack.fill)
    record.put(keys.color("border") ?? .none, at: RecordField.Stack.border)
    record.put(keys.choice("direction"), at: RecordField.Stack.direction)
    record.put(keys.choice("align"), at: RecordField.Stack.align)
  }

  mutating func prompt(_ element: ElementSource, _ keys: Resolved, _ record: inout RecordBytes) {
    typealias Field = RecordField.Prompt
    record.put(keys.length("padding") ?? .zero, at: Field.padding)
    record.put(keys.length("radius") ?? .zero, at: Field.radius)
    record.put(keys.length("field-height") ?? .zero, at: Field.fieldHeight)
    record.put(keys.length("field-radius") ?? .zero, at: Field.fieldRadius)
    record.put(keys.length("gap") ?? .zero, at: Field.gap)
    record.put(keys.length("border-width") ?? .zero, at: Field.borderWidth)
    let text = textColor(keys.condition)
    let panel = keys.color("color") ?? .none
    let field = keys.color("field-color") ?? text.faded(to: 8)
    record.put(panel, at: Field.panel)
    record.put(field, at: Field.field)
    record.put(keys.color("field-border") ?? text.faded(to: 50), at: Field.border)
    record.put(typedColor(of: element, keys, text, on: panel, field), at: Field.text)
    record.put(PackIndex.none, at: Field.icon)
    if let setting = keys.setting("icon"), case .string(let name) = setting.value {
      do throws(ImageFileError) {
        let file = try library.imageFile(name)
        check(partsOf: file, named: name, "\(element.key).icon", at: setting.position)
        let key =
          drawing(of: file, named: name, element, setting, keys, nil)
          ?? ImageKey(source: .file(name), tint: nil, isSmooth: true, raster: nil)
        record.put(
          reference(to: key, side: 256, "\(element.key).icon", at: setting.position),
          at: Field.icon)
      } catch {
        report(error, name, "\(element.key).icon", setting.position)
      }
    }
    // Round bullets are drawn without a text.
    let isRound = (keys.texts("bullet") ?? ["•"]) == ["•"]
    record.put(isRound ? PackIndex.none : only("bullet", element, keys), at: Field.bullet)
    record.put(only("caps-text", element, keys), at: Field.capsText)
    record.put(reference(to: font(of: keys)), at: Field.font)
    record.put(keys.boolean("keymap") ? 1 : 0 as UInt8, at: Field.keymap)
  }

  /// The text of a key with a single text.
  mutating func only(_ key: String, _ element: ElementSource, _ keys: Resolved) -> UInt16 {
    let position = keys.setting(key)?.position ?? element.position
    guard let template = keys.texts(key)?.first,
      let index = text(template, "\(element.key).\(key)", position, keys)
    else { return PackIndex.none }
    return index
  }
}
