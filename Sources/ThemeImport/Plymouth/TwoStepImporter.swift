// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Themes of Plymouth's plugin two-step, such as spinner and bgrt.
struct TwoStepImporter {
  let theme: TwoStepTheme
  /// The folder with the images, `ImageDir`.
  let images: ImageFolder
  var draft: ThemeDraft
  var report: ImportReport
  /// The height of the throbber's box; the header is above it, messages are below it.
  var spriteHeight = 0
  /// The elements that give way to a question.
  var hiddenByQuestions: [[String]] = []

  private init(_ theme: TwoStepTheme, _ images: ImageFolder, name: String, _ report: ImportReport) {
    (self.theme, self.images, self.report) = (theme, images, report)
    draft = ThemeDraft(name: name)
  }

  static func draft(
    of file: PlymouthThemeFile, in source: ImportSource, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    let images = ImageFolder(file, group: TwoStepTheme.group, in: source, report: &report)
    var importer = TwoStepImporter(TwoStepTheme(file), images, name: source.name, report)
    defer { report = importer.report }
    importer.addBackground()
    try importer.addSequences()
    importer.addImages()
    importer.addBar()
    importer.addTexts()
    importer.addPrompt()
    importer.reportRest()
    guard importer.hasContent else {
      throw .nothing(
        "\(file.path): there is neither an image nor a colour in \(images.source.path)")
    }
    for path in importer.hiddenByQuestions {
      importer.draft.set(["when", "asking"] + path, "show", .boolean(false))
    }
    return importer.draft
  }

  private var hasContent: Bool {
    !draft.sequences.isEmpty || !draft.files.isEmpty
      || theme.modes.contains { $0.settings.usesBar || $0.settings.title != nil }
      || theme.file["BackgroundStartColor", in: TwoStepTheme.group] != nil
  }

  /// Sets whether an element is shown, in the modes where that differs from the boot.
  mutating func show(_ path: [String], where isShown: (TwoStepTheme.Mode, String) -> Bool) {
    let first = isShown(theme.bootUp, "boot-up")
    if !first { draft.set(path, "show", .boolean(false)) }
    for mode in theme.modes where isShown(mode.settings, mode.name) != first {
      draft.set(["when", mode.name] + path, "show", .boolean(!first))
    }
  }

  private mutating func addBackground() {
    let (start, end) = (theme.backgroundStart, theme.backgroundEnd)
    // The background is opaque.
    if start >> 8 == end >> 8 {
      draft["background"]["color"] = .color(start >> 8)
      report.taken("BackgroundStartColor: \(DraftValue.hexadecimal(start >> 8))")
    } else {
      draft["background"]["gradient"] = .list([.color(start >> 8), .color(end >> 8)])
      report.taken("BackgroundStartColor, BackgroundEndColor: a gradient downwards")
    }
    for name in ["background.png", "background-tile.png"] where images.has(name) {
      guard let (image, file) = images.image(name, report: &report) else { continue }
      let isTile = !theme.scalesBackground
      let (width, height) = (1920, 1200)
      if isTile, image.width < width || image.height < height {
        guard let tiled = image.tiled(width: width, height: height).png else { continue }
        draft["background"]["image"] = .string(draft.add(tiled, as: "background.png"))
        report.changed(
          "\(name): tiled once, to \(width)×\(height) pixels; it is scaled on other displays")
      } else {
        guard let file = image.fittedFile(file, name, report: &report) else { continue }
        draft["background"]["image"] = .string(draft.add(file, as: "background.png"))
        if theme.scalesBackground { draft["background"]["fit"] = .string("stretch") }
        report.taken("\(name): the background")
      }
      return
    }
  }

  private mutating func addImages() {
    if let size = add("watermark", "watermark.png") {
      let at = theme.watermark
      draft["image", "watermark"]["anchor"] = at.value
      cutPosition(["image", "watermark"], size, at: at, pivot: at)
    }
    if let size = add("header", "header-image.png") {
      let at = TwoStepTheme.Alignment(x: 500, y: theme.animation.y)
      draft["image", "header"]["anchor"] = at.value
      draft["image", "header"]["pivot"] = .string("bottom")
      cutPosition(
        ["image", "header"], size, at: at, pivot: .init(x: 500, y: 1000),
        above: spriteHeight)
      hiddenByQuestions.append(["image", "header"])
    }
    if add("corner", "corner-image.png") != nil {
      draft["image", "corner"]["anchor"] = .string("bottom-right")
      draft["image", "corner"]["offset"] = .list([.integer(-20), .integer(-20)])
      hiddenByQuestions.append(["image", "corner"])
    }
  }

  /// Gives an element the offset that puts it where Plymouth does, to the pixel.
  ///
  /// - Parameters:
  ///   - path: the element's table.
  ///   - size: its size in pixels.
  ///   - point: its anchor.
  ///   - pivot: its pivot, in thousandths.
  ///   - height: it is above the middle of something that is so high.
  mutating func cutPosition(
    _ path: [String], _ size: (width: Int, height: Int), at point: TwoStepTheme.Alignment,
    pivot: TwoStepTheme.Alignment, above height: Int = 0
  ) {
    let x = Placement.Axis.cut(fraction: point.x, pivot: pivot.x, length: size.width)
    var y = Placement.Axis.cut(fraction: point.y, pivot: pivot.y, length: size.height)
    // Of half of an odd height the rest is cut off together with that of the position.
    if height % 2 != 0, y == 0 { y = Placement.Axis.cut(fraction: 500, pivot: 500, length: 1) }
    y -= 500 * height
    if x != 0 || y != 0 { draft.set(path, "offset", .list([.thousandths(x), .thousandths(y)])) }
  }

  /// Adds an image of the folder as an element; returns its size, or nil where there is none.
  private mutating func add(_ element: String, _ name: String) -> (width: Int, height: Int)? {
    guard images.has(name), let (image, original) = images.image(name, report: &report),
      let file = image.fittedFile(original, name, report: &report)
    else { return nil }
    var table = draft["image", element]
    table["file"] = .string(draft.add(file, as: "\(element).png"))
    let isWide = image.width >= image.height
    let side = DraftValue.pixels(isWide ? image.width : image.height)
    if case .table = side { table[isWide ? "width" : "height"] = side }
    draft["image", element] = table
    report.taken("\(name): \(image.width)×\(image.height) pixels")
    return (image.width, image.height)
  }

  private mutating func addBar() {
    guard theme.modes.contains(where: \.settings.usesBar) else { return }
    var bar = draft["animation", "bar"]
    bar["kind"] = .string("bar")
    bar["anchor"] = theme.bar.value
    let isWhole = theme.barWidth < 0 || theme.barWidth > 8192
    bar["width"] =
      isWhole ? .string("100%w") : .pixels(max(1, theme.barWidth), atMost: 100_000, unit: "%w")
    bar["height"] = .integer(theme.barHeight)
    bar["palette"] = .list([.color(withOpacity: theme.barFill)])
    if theme.barTrack & 0xFF > 0 { bar["track"] = .color(withOpacity: theme.barTrack) }
    bar["unknown"] = .string("sweep")
    if !isWhole {
      let x = Placement.Axis.cutWhole(fraction: theme.bar.x, length: max(1, theme.barWidth))
      let y = Placement.Axis.cutWhole(fraction: theme.bar.y, length: theme.barHeight)
      if x != 0 || y != 0 { bar["offset"] = .list([.thousandths(x), .thousandths(y)]) }
    }
    draft["animation", "bar"] = bar
    report.taken("UseProgressBar: a bar of \(theme.barWidth)×\(theme.barHeight) pixels")
    show(["animation", "bar"]) { mode, _ in mode.usesBar }
    hiddenByQuestions.append(["animation", "bar"])
  }

  private mutating func addPrompt() {
    // Plymouth's question is below the field; it must fit between the field and the edge.
    draft["prompt"]["anchor"] = theme.dialog.value
    var dialog = DialogImages()
    dialog.lock = dialogPart("lock.png")
    dialog.panel = dialogPart("box.png")
    dialog.field = dialogPart("entry.png")
    dialog.bullet = dialogPart("bullet.png")
    draft.add(dialog, report: &report)
  }

  private mutating func dialogPart(_ name: String) -> DialogImages.Part? {
    guard images.has(name), let (image, original) = images.image(name, report: &report),
      let file = image.fittedFile(original, name, report: &report)
    else { return nil }
    return DialogImages.Part(name: name, image: image, file: file)
  }

  /// Shows the firmware's logo in the modes that have it, unless an image fills the background.
  private mutating func addFirmwareLogo() {
    let modes = theme.modes.filter(\.settings.usesFirmware)
    if modes.isEmpty { return }
    if draft["background"]["image"] != nil {
      return report.leftOut(
        "UseFirmwareBackground: the background has an image, and stays as it is on all machines")
    }
    if modes.count == theme.modes.count {
      draft["background"]["image"] = .string("firmware")
    } else {
      for mode in modes { draft["when", mode.name, "background"]["image"] = .string("firmware") }
    }
    report.taken("UseFirmwareBackground: the firmware's logo, where there is one")
  }

  /// Reports what there is and has no counterpart.
  private mutating func reportRest() {
    addFirmwareLogo()
    if images.has("capslock.png") || images.names.contains(where: { $0.hasPrefix("keymap") }) {
      report.leftOut("capslock.png, keyboard.png, keymap images: a text shows the same")
    }
    if images.has("emblem-warning.png") {
      report.leftOut("emblem-warning.png: the sign that Secure Boot is off")
    }
    let group = TwoStepTheme.group
    if theme.file["ProgressFunction", in: group] != nil {
      report.leftOut("ProgressFunction: the progress is shown as it is reported")
    }
    for key in ["ConsoleLogTextColor", "ConsoleLogBackgroundColor", "MonospaceFont"]
    where theme.file[key, in: group] != nil {
      report.leftOut("\(key): there is no view of the console's messages")
    }
    for key in theme.file.keys(of: group) where !Self.known.contains(key) {
      report.leftOut("[two-step] \(key): not a key of the plugin")
    }
    if let milliseconds = theme.transition {
      draft["stage"]["fade"] = .thousandths(min(max(milliseconds, 0), 3_600_000))
      report.taken("TransitionDuration: the fade between elements")
    }
  }

  /// The keys of the group that are taken, or reported by name.
  private static let known: Set<String> = Set(
    ["", "Watermark", "Title", "Dialog", "ProgressBar", "SecureBoot"].flatMap {
      ["\($0)HorizontalAlignment", "\($0)VerticalAlignment"]
    } + [
      "ImageDir", "Font", "TitleFont", "MonospaceFont", "Transition", "TransitionDuration",
      "BackgroundStartColor", "BackgroundEndColor", "ScaleBackgroundImage",
      "ProgressBarBackgroundColor", "ProgressBarForegroundColor", "ProgressBarWidth",
      "ProgressBarHeight", "MessageBelowAnimation", "DialogClearsFirmwareBackground",
      "ProgressFunction", "ShowAnimationPercent", "ConsoleLogTextColor",
      "ConsoleLogBackgroundColor",
    ])
}
