// SPDX-License-Identifier: Apache-2.0

/// What is possible, and probably not meant.
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

  /// Warns of a text that can hardly be read on the background, once for each element.
  mutating func check(_ color: StraightColor, of element: ElementSource, _ keys: Resolved) {
    let background = resolver.background(keys.condition)
    // What is on images and panels is seen best by those who made them.
    let hasPanels = resolver.theme.elements.contains {
      $0.kind == .stack && $0.settings["color"] != nil
    }
    guard background["image"] == nil, !hasPanels, !warned.contains(element.name) else { return }
    var colors = [background.color("color") ?? .none]
    if case .colors(let names) = background["gradient"] {
      colors = names.map { background.color($0) }
    }
    let mean = colors.reduce(0) { $0 + Contrast.luminance(of: $1) } / UInt64(colors.count)
    let tenths = Contrast.ratioInTenths(mean, Contrast.luminance(of: color))
    guard tenths < 30 else { return }
    warned.insert(element.name)
    diagnostics.warning(
      "\(element.key).color", at: keys.setting("color")?.position ?? element.position,
      "its contrast to the background is \(tenths / 10).\(tenths % 10):1, and less than 3:1 is hard to read"
    )
  }
}
