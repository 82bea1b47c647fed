// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint
internal import Theme

/// Compiles an element's record from its keys in one situation.
struct RecordCompiler {
  var builder = PackBuilder()
  var diagnostics: Diagnostics
  var assets: AssetStore
  let resolver: Resolver
  /// The theme's fonts; nil for one that cannot be used.
  var fonts: [FontBuilder?] = []
  /// The characters that elements show in each font beside the theme's texts.
  var ownCharacters: [Int: Set<UInt32>] = [:]
  /// Elements that have had a warning about their texts.
  var warned: Set<String> = []
  /// Elements with texts that were found not to fit.
  var cut: Set<String> = []
  /// The sums of the theme's drawings; each drawing counts for every element that shows it.
  var drawn = (shapes: 0, points: 0, stops: 0)
  /// The elements with a drawing that is counted already; false for one that became pixels.
  var countedDrawings: [String: Bool] = [:]
  /// The position in the file of each image's first use.
  private(set) var imagePlaces: [ImageKey: (key: String, position: SourcePosition)] = [:]
  /// Whether a background has the firmware's logo.
  private(set) var showsFirmwareLogo = false
  /// Whether frames follow the phase.
  var followsPhase = false
  /// Whether a stage has a value of `PackHeader.stageOptions`.
  private(set) var hasStageOptions = false
  /// Whether a motion begins with a part that is played once.
  var hasMotionIntro = false

  /// The bytes of a node's record; nil where it is hidden.
  mutating func record(_ node: ElementNode, _ condition: Condition) -> [UInt8]? {
    if node.kind == .background { return background(condition).bytes }
    guard let element = node.element else { return column().bytes }
    if node.kind == .motion { return motion(of: element, condition)?.bytes }
    if node.kind == .parts { return parts(of: element, condition)?.bytes }
    let keys = resolver.element(element, condition)
    if !keys.boolean("show") || node.isDefaultMessage && condition.isAsking { return nil }
    return bytes(of: element, node.kind, keys, placement(node, keys))
  }

  /// Anchor, pivot, offset and opacity; width and height if they are given lengths.
  private func placement(_ node: ElementNode, _ keys: Resolved) -> ElementPlacement {
    var placement = ElementPlacement()
    var usual: (Int32, Int32) = (32768, 32768)
    if node.kind == .prompt { usual = (32768, 52429) }
    // Without a column the message is placed so that it does not overlap the middle.
    if node.isDefaultMessage, node.parent == nil { usual = (32768, 49152) }
    let anchor = point(keys["anchor"]) ?? usual
    let pivot = point(keys["pivot"]) ?? anchor
    placement.anchor = Point(Fixed(q16: anchor.0), Fixed(q16: anchor.1))
    placement.pivot = Point(Fixed(q16: pivot.0), Fixed(q16: pivot.1))
    if case .lengths(let x, let y) = keys["offset"] {
      (placement.offsetX, placement.offsetY) = (x, y)
    }
    placement.width = keys.length("width") ?? .automatic
    placement.height = keys.length("height") ?? .automatic
    placement.opacity = opacity(keys)
    return placement
  }

  func point(_ value: SettingValue?) -> (Int32, Int32)? {
    if case .point(let x, let y) = value { (x, y) } else { nil }
  }

  func opacity(_ keys: Resolved) -> UInt16 {
    UInt16((Int64(keys.number("opacity") ?? 65536) * 65535 + 32768) / 65536)
  }

  /// The column of elements with neither an anchor nor a stack.
  private func column() -> StackElement {
    var record = StackElement()
    record.placement.anchor = Point(.half, .half)
    record.placement.pivot = Point(.half, .half)
    (record.placement.offsetX, record.placement.offsetY) = (.zero, .zero)
    (record.placement.width, record.placement.height) = (.automatic, .automatic)
    record.placement.opacity = .max
    record.gap = Length(value: 5 << 15, unit: .cap)
    (record.padding, record.radius, record.borderWidth) = (.zero, .zero, .zero)
    return record
  }

  /// The minor version of the format that came with what the records have.
  var minorVersion: UInt16 {
    if hasMotionIntro { return PackHeader.motionIntros }
    if hasStageOptions { return PackHeader.stageOptions }
    let hasShaping = fonts.contains { $0?.shaping.isEmpty == false }
    if hasShaping { return PackHeader.shapingMinor }
    if followsPhase { return PackHeader.phaseFrames }
    return hasShading ? NodeKind.shading.minorVersion : showsFirmwareLogo ? 2 : 0
  }

  /// Whether a drawing has a gradient of `SHAD`.
  var hasShading: Bool {
    builder.images.contains { image in
      if case .drawing(let drawing) = image.source { drawing.hasShading } else { false }
    }
  }

  mutating func background(_ condition: Condition) -> BackgroundElement {
    let keys = resolver.background(condition)
    var record = BackgroundElement()
    (record.placement.offsetX, record.placement.offsetY) = (.zero, .zero)
    (record.placement.width, record.placement.height) = (.automatic, .automatic)
    record.placement.opacity = opacity(keys)
    keys.write(.background, to: &record)
    if case .colors(let names) = keys["gradient"] {
      record.gradient = builder.gradient(
        names.map { keys.color($0) }, axis: BackgroundAxis.of(keys.number("angle") ?? 0))
    }
    if let setting = keys.setting("image"), case .string(let name) = setting.value {
      if name == "firmware" {
        record.showsFirmwareLogo = true
        showsFirmwareLogo = true
        return record
      }
      do throws(ImageFileError) {
        check(
          partsOf: try assets.imageFile(name), named: name, "background.image",
          at: setting.position)
        let key = ImageKey(source: .file(name), tint: nil, isSmooth: true, raster: nil)
        record.image = reference(
          to: key, side: ImageFile.largestSide / 2, "background.image", at: setting.position)
      } catch {
        report(error, name, "background.image", setting.position)
      }
    }
    return record
  }

  /// An image's reference in records; its position is kept for diagnostics of its pixels.
  mutating func reference(
    to image: ImageKey, side: Int, _ key: String, at position: SourcePosition
  ) -> Int {
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
  mutating func stage(_ condition: Condition) -> StageRecord {
    let keys = resolver.stage(condition)
    var record = StageRecord()
    keys.write(.stage, to: &record)
    record.textColor = textColor(condition)
    let font = font(of: keys)
    record.font = font
    record.hoursText = builder.text(.standard("hours"), font: font)
    record.minutesText = builder.text(.standard("minutes"), font: font)
    record.secondsText = builder.text(.standard("seconds"), font: font)
    record.consoleFont = consoleFont(keys)
    if record.showsFailure || record.consoleFont != nil { hasStageOptions = true }
    return record
  }

  /// The font of an element's texts, or else the stage's; nil for the built-in font.
  func font(of keys: Resolved) -> Int? {
    let name = keys.string("font") ?? resolver.stage(keys.condition).string("font")
    return name.flatMap { name in resolver.theme.fonts.firstIndex { $0.name == name } }
  }

  /// The console's font, which must have characters of equal widths; nil for the built-in font.
  private mutating func consoleFont(_ keys: Resolved) -> Int? {
    guard let setting = keys.setting("console-font"), let name = keys.string("console-font"),
      let number = resolver.theme.fonts.firstIndex(where: { $0.name == name }),
      let font = fonts[number]
    else { return nil }
    let characters = (UInt32(0x20)...0x7E).compactMap { Unicode.Scalar($0) }
    ownCharacters[number, default: []].formUnion(characters.map(\.value))
    let width = font.width(of: "M")
    if let other = characters.first(where: { font.width(of: String($0)) != width }) {
      diagnostics.error(
        "stage.console-font", at: setting.position, "'\(other)' has not the width of 'M'",
        expected: "a monospaced font")
    }
    return number
  }

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
