// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Compiles an element's record from its keys in one situation.
struct RecordCompiler {
  var builder = PackBuilder()
  var diagnostics: Diagnostics
  var library: Library
  let resolver: Resolver
  /// The theme's fonts; nil for one that cannot be used.
  var fonts: [FontBuilder?] = []
  /// Elements that have had a warning about their texts.
  var warned: Set<String> = []
  /// Elements with texts that were found not to fit.
  var cut: Set<String> = []
  /// The sums of the theme's drawings; each drawing counts for every element that shows it.
  var drawn = (shapes: 0, points: 0, stops: 0)
  /// Elements whose drawings are included, and whether each is a drawing; false if it became
  /// pixels.
  var countedDrawings: [String: Bool] = [:]
  /// The position in the file of each image's first use.
  private(set) var imagePlaces: [ImageKey: (key: String, position: SourcePosition)] = [:]

  /// The record of a node; nil where it is hidden.
  mutating func record(_ node: ArrangedNode, _ condition: Condition) -> RecordBytes? {
    if node.kind == .background { return background(condition) }
    guard let element = node.element else { return column() }
    let keys = resolver.element(element, condition)
    if !keys.boolean("show") || node.isDefaultMessage && condition.isAsking { return nil }
    var record = common(node, keys)
    switch element.kind {
    case .image: image(element, keys, &record)
    case .text: text(element, keys, &record)
    case .stack: stack(keys, &record)
    case .prompt: prompt(element, keys, &record)
    default: animation(element, keys, &record)
    }
    return record
  }

  /// Anchor, pivot, offset and opacity; width and height if they are given lengths.
  private func common(_ node: ArrangedNode, _ keys: Resolved) -> RecordBytes {
    var record = RecordBytes(.records)
    var usual: (Int32, Int32) = (32768, 32768)
    if node.kind == .prompt { usual = (32768, 52429) }
    // Without a column the message is placed so that it does not overlap the middle.
    if node.isDefaultMessage, node.parent == nil { usual = (32768, 49152) }
    let anchor = point(keys["anchor"]) ?? usual
    let pivot = point(keys["pivot"]) ?? anchor
    record.put(anchor.0, at: RecordField.anchor)
    record.put(anchor.1, at: RecordField.anchor + 4)
    record.put(pivot.0, at: RecordField.pivot)
    record.put(pivot.1, at: RecordField.pivot + 4)
    if case .lengths(let x, let y) = keys["offset"] {
      record.put(x, at: RecordField.offset)
      record.put(y, at: RecordField.offset + 12)
    }
    record.put(keys.length("width") ?? .automatic, at: RecordField.width)
    record.put(keys.length("height") ?? .automatic, at: RecordField.height)
    record.put(opacity(keys), at: RecordField.opacity)
    return record
  }

  private func point(_ value: SettingValue?) -> (Int32, Int32)? {
    if case .point(let x, let y) = value { (x, y) } else { nil }
  }

  func opacity(_ keys: Resolved) -> UInt16 {
    UInt16((Int64(keys.number("opacity") ?? 65536) * 65535 + 32768) / 65536)
  }

  /// The column of elements with neither an anchor nor a stack.
  private func column() -> RecordBytes {
    var record = RecordBytes(.records)
    for offset in stride(from: RecordField.anchor, to: RecordField.offset, by: 4) {
      record.put(32768 as Int32, at: offset)
    }
    record.put(Length.zero, at: RecordField.offset)
    record.put(Length.zero, at: RecordField.offset + 12)
    record.put(Length.automatic, at: RecordField.width)
    record.put(Length.automatic, at: RecordField.height)
    record.put(UInt16.max, at: RecordField.opacity)
    record.put(Length(value: 5 << 15, unit: .cap), at: RecordField.Stack.gap)
    for offset in [
      RecordField.Stack.padding, RecordField.Stack.radius, RecordField.Stack.borderWidth,
    ] {
      record.put(Length.zero, at: offset)
    }
    return record
  }

  private mutating func background(_ condition: Condition) -> RecordBytes {
    let keys = resolver.background(condition)
    var record = RecordBytes(.records)
    record.put(Length.zero, at: RecordField.offset)
    record.put(Length.zero, at: RecordField.offset + 12)
    record.put(Length.automatic, at: RecordField.width)
    record.put(Length.automatic, at: RecordField.height)
    record.put(opacity(keys), at: RecordField.opacity)
    record.put(keys.color("color") ?? .none, at: RecordField.Background.color)
    record.put(PackIndex.none, at: RecordField.Background.gradient)
    record.put(PackIndex.none, at: RecordField.Background.image)
    if case .colors(let names) = keys["gradient"] {
      record.put(
        builder.gradient(
          names.map { keys.color($0) }, axis: BackgroundAxis.of(keys.number("angle") ?? 0)),
        at: RecordField.Background.gradient)
    }
    if let setting = keys.setting("image"), case .string(let name) = setting.value {
      do throws(ImageFileError) {
        check(
          partsOf: try library.imageFile(name), named: name, "background.image",
          at: setting.position)
        let key = ImageKey(source: .file(name), tint: nil, isSmooth: true, raster: nil)
        record.put(
          reference(
            to: key, side: ImageFile.largestSide / 2, "background.image", at: setting.position),
          at: RecordField.Background.image)
      } catch {
        report(error, name, "background.image", setting.position)
      }
    }
    record.put(keys.choice("fit"), at: RecordField.Background.fit)
    return record
  }

  /// An image's reference in records; its position is kept for diagnostics of its pixels.
  mutating func reference(
    to image: ImageKey, side: Int, _ key: String, at position: SourcePosition
  ) -> UInt16 {
    if imagePlaces[image] == nil { imagePlaces[image] = (key, position) }
    return builder.image(image, side: side)
  }

  mutating func report(
    _ error: ImageFileError, _ name: String, _ key: String, _ position: SourcePosition
  ) {
    diagnostics.error(
      key, at: position, "'\(name)' cannot be used: \(error.reason)",
      expected: "a PNG, JPEG or SVG file")
  }

  /// The stage's `STAG` record of the base or a variant.
  mutating func stage(_ condition: Condition) -> RecordBytes {
    let keys = resolver.stage(condition)
    var record = RecordBytes(.stages)
    record.put(keys.length("text-size") ?? .zero, at: StageField.textSize)
    record.put(keys.length("margin") ?? .zero, at: StageField.margin)
    record.put(textColor(condition), at: StageField.textColor)
    record.put(keys.color("leave-color") ?? .none, at: StageField.leaveColor)
    record.put(keys.time("fade"), at: StageField.fade)
    record.put(keys.time("appear"), at: StageField.appear)
    record.put(keys.time("leave"), at: StageField.leave)
    record.put(keys.time("dissolve"), at: StageField.dissolve)
    record.put(keys.time("farewell"), at: StageField.farewell)
    let font = font(of: keys)
    record.put(reference(to: font), at: StageField.font)
    record.put(builder.text(.standard("hours"), font: font), at: StageField.hoursText)
    record.put(builder.text(.standard("minutes"), font: font), at: StageField.minutesText)
    record.put(builder.text(.standard("seconds"), font: font), at: StageField.secondsText)
    return record
  }

  /// The font of an element's texts, or else the stage's; nil for the built-in font.
  func font(of keys: Resolved) -> Int? {
    let name = keys.string("font") ?? resolver.stage(keys.condition).string("font")
    return name.flatMap { name in resolver.theme.fonts.firstIndex { $0.name == name } }
  }

  /// A font's reference in records.
  func reference(to font: Int?) -> UInt16 { font.map { UInt16(clamping: $0) } ?? PackIndex.none }

  /// The default colour of texts.
  func textColor(_ condition: Condition) -> StraightColor {
    if let color = resolver.stage(condition).color("text-color") { return color }
    return Contrast.textColor(on: Contrast.luminance(of: backgroundColors(condition)))
  }

  /// The background's colour, or those of its gradient.
  func backgroundColors(_ condition: Condition) -> [StraightColor] {
    let keys = resolver.background(condition)
    if case .colors(let names) = keys["gradient"] { return names.map { keys.color($0) } }
    return [keys.color("color") ?? .none]
  }
}
