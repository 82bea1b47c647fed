// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Makes a theme of the description of what a script shows.
struct ScriptThemeBuilder {
  var draft: ThemeDraft
  let files: ScriptImageFiles
  let renderer: ScriptImageRenderer
  /// Whether an image below a bar may become its track: not if they are separate elements at shutdown.
  var joinsTracks = true
  private var names: Set<String> = ["message"]
  /// The tables of the items, in their order.
  private(set) var tables: [(path: [String], item: SceneDescription.Item)] = []

  init(name: String, _ files: ScriptImageFiles) {
    draft = ThemeDraft(name: name)
    self.files = files
    renderer = ScriptImageRenderer(files)
  }

  /// Adds all that a script shows.
  ///
  /// - Throws: `nothing` if it shows nothing.
  mutating func add(
    _ scene: SceneDescription, report: inout ImportReport
  ) throws(ImportError) {
    for note in scene.notes {
      switch note.kind {
      case .taken: report.taken(note.text)
      case .changed: report.changed(note.text)
      case .leftOut: report.leftOut(note.text)
      }
    }
    addBackground(scene, report: &report)
    for item in scene.items { addItem(item, report: &report) }
    guard !tables.isEmpty || draft["background"]["image"] != nil else {
      throw .nothing("\(draft.name): the script shows no image and no text by itself")
    }
    addDialogs(scene, report: &report)
  }

  // The background.

  private mutating func addBackground(_ scene: SceneDescription, report: inout ImportReport) {
    let (top, bottom) = (UInt32(scene.topColor), UInt32(scene.bottomColor))
    var table = draft["background"]
    if top == bottom {
      table["color"] = .color(top)
      report.taken("the background's colour, \(DraftValue.hexadecimal(top))")
    } else {
      table["gradient"] = .list([.color(top), .color(bottom)])
      report.taken(
        "the background's gradient, \(DraftValue.hexadecimal(top)) to "
          + DraftValue.hexadecimal(bottom))
    }
    if let backdrop = scene.backdrop,
      let file = file(of: backdrop.image, "background", report: &report)
    {
      table["image"] = .string(file)
      table["fit"] = .string(backdrop.fit.rawValue)
      if backdrop.opacity < 255 { table["opacity"] = ScriptThemeBuilder.opacity(backdrop.opacity) }
      report.taken("the image that fills the window, as the background's image")
    }
    draft["background"] = table
  }

  static func opacity(_ value: Int) -> DraftValue { .thousandths((value * 1000 + 127) / 255) }

  // Elements.

  mutating func addItem(_ item: SceneDescription.Item, report: inout ImportReport) {
    switch item {
    case .image(let still): add(still, item, report: &report)
    case .text(let text): add(text, item, report: &report)
    case .bar(let bar): add(bar, item, report: &report)
    case .frames(let frames): add(frames, item, report: &report)
    case .moving(let moving): add(moving, item, report: &report)
    }
  }

  private mutating func add(
    _ still: SceneDescription.Still, _ item: SceneDescription.Item, report: inout ImportReport
  ) {
    if let file = addImage(still, item, report: &report)?.file { report.taken("\(file): an image") }
  }

  /// Adds an image; returns its element's name and its file, or nil if it cannot be read.
  mutating func addImage(
    _ still: SceneDescription.Still, _ item: SceneDescription.Item, report: inout ImportReport
  ) -> (name: String, file: String)? {
    let name = name(of: still.image)
    guard let file = file(of: still.image, name, report: &report) else {
      report.leftOut("\(name): the image cannot be read")
      return nil
    }
    var table = DraftTable(["image", name])
    table["file"] = .string(file)
    var natural: (width: Int, height: Int)?
    if let whole = still.image.wholeFile { natural = files.size(of: whole) }
    ScriptThemeBuilder.setSize(&table, still.placement, natural: natural, isStretched: true)
    ScriptThemeBuilder.place(&table, still.placement)
    if still.opacity < 255 { table["opacity"] = ScriptThemeBuilder.opacity(still.opacity) }
    append(table, item)
    return (name, file)
  }

  private mutating func add(
    _ text: SceneDescription.Text, _ item: SceneDescription.Item, report: inout ImportReport
  ) {
    var table = DraftTable(["text", unused("text")])
    table["text"] = .string(text.template)
    // A cap height is about 0.72 em.
    table["size"] = .integer(max(1, Int((text.style.emInPixels * 0.72).rounded())))
    table["color"] = ScriptThemeBuilder.color(text.style, opacity: text.opacity)
    var placement = text.placement
    // The built-in font has other widths: a centred text stays centred.
    let length = ScriptThemeBuilder.pixels(placement.x.extent)
    let pivot = placement.x.fraction < 100 ? 0 : placement.x.fraction > 900 ? 1000 : 500
    placement.x.offset = Self.wholePixels(placement.x.offset + (pivot - placement.x.pivot) * length)
    placement.x.pivot = pivot
    if pivot != 500 { table["align"] = .string(pivot == 0 ? "start" : "end") }
    let height = ScriptThemeBuilder.pixels(placement.y.extent)
    placement.y.offset = Self.wholePixels(
      placement.y.offset + (500 - placement.y.pivot) * height)
    placement.y.pivot = 500
    ScriptThemeBuilder.place(&table, placement)
    append(table, item)
  }

  /// An offset of a text in whole pixels, in thousandths: its glyphs are others anyway.
  private static func wholePixels(_ offset: Int) -> Int {
    abs(offset) < 1500 ? 0 : 1000 * Int((Double(offset) / 1000).rounded())
  }

  private mutating func add(
    _ bar: SceneDescription.Bar, _ item: SceneDescription.Item, report: inout ImportReport
  ) {
    let name = unused("progress")
    var table = DraftTable(["animation", name])
    table["kind"] = .string("bar")
    var bar = bar
    // The last refresh is a little before the whole.
    if let whole = bar.image.wholeFile, let size = files.size(of: whole),
      case .pixels(let width) = bar.placement.x.extent,
      max(2, size.width / 100) >= abs(size.width - width)
    {
      bar.placement.x.lengthen(to: size.width)
    }
    table["width"] = ScriptThemeBuilder.length(bar.placement.x.extent)
    table["height"] = ScriptThemeBuilder.length(bar.placement.y.extent)
    addFill(bar, name, to: &table, report: &report)
    addTrack(bar, to: &table, report: &report)
    table["unknown"] = .string("sweep")
    ScriptThemeBuilder.place(&table, bar.placement)
    append(table, item)
  }

  /// Gives a bar the image below it as its track, if that has the same place and size.
  private mutating func addTrack(
    _ bar: SceneDescription.Bar, to table: inout DraftTable, report: inout ImportReport
  ) {
    guard joinsTracks, let (path, item) = tables.last, case .image(let still) = item,
      still.opacity == 255,
      still.placement == bar.placement, case .string(let file)? = draft[path: path]["file"]
    else { return }
    tables.removeLast()
    draft.removeTable(path)
    table["track-image"] = .string(file)
    report.taken("\(file): the track of the bar")
  }

  /// Gives a bar the image that grows in the script.
  private mutating func addFill(
    _ bar: SceneDescription.Bar, _ name: String, to table: inout DraftTable,
    report: inout ImportReport
  ) {
    guard let file = file(of: bar.image, name, report: &report) else {
      table["palette"] = .list([.color(0xFF_FFFF)])
      report.leftOut("\(name): the image of the bar cannot be read; it is white")
      return
    }
    table["fill-image"] = .string(file)
    guard bar.isScaled, let whole = bar.image.wholeFile,
      let image = files.bytes(of: whole).flatMap({ StraightImage(file: $0) })
    else { return }
    let edges = image.edges
    guard edges[0] + edges[2] > 0 || image.isUniformAcross else {
      report.changed("\(file): the progress cuts it; the script scales it to the progress")
      return
    }
    // Only in its own width it has ends of its own width.
    if bar.placement.x.extent == .pixels(image.width) {
      table.setSlice("fill-slice", [edges[0], 0, edges[2], 0])
    }
  }

  // Names and files.

  mutating func append(_ table: DraftTable, _ item: SceneDescription.Item) {
    draft[path: table.path] = table
    tables.append((table.path, item))
  }

  /// A name that no element has.
  mutating func unused(_ name: String) -> String {
    var (candidate, number) = (name, 2)
    while !names.insert(candidate).inserted {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }

  /// A name from a recipe's file, such as `logo` of `images/logo.png`.
  mutating func name(of recipe: ImageRecipe) -> String {
    guard case .file(let path) = recipe.base else { return unused("image") }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    let base = last.split(separator: ".").first.map(String.init) ?? last
    return unused(ThemeDraft.elementName(base, otherwise: "image"))
  }

  /// The file of an image in the theme's folder: the original, or what the script makes of it.
  mutating func file(
    of recipe: ImageRecipe, _ name: String, report: inout ImportReport
  ) -> String? {
    if let whole = recipe.wholeFile, let bytes = files.bytes(of: whole),
      let frame = DraftFrame(bytes),
      StraightImage.isPossible(width: frame.width, height: frame.height)
    {
      return draft.add(bytes, as: "\(name).\(frame.suffix)")
    }
    let image = renderer.image(recipe)?.fitted(name, report: &report)
    return image?.png.map { draft.add($0, as: "\(name).png") }
  }
}
