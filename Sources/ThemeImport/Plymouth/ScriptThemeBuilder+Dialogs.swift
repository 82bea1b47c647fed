// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Messages, prompts, and the look at shutdown.
extension ScriptThemeBuilder {
  mutating func addDialogs(_ scene: SceneDescription, report: inout ImportReport) {
    let messageY = min(960, max(40, scene.messagePoint?.y ?? 900))
    draft["text", "message"]["anchor"] = .point(500, messageY)
    if let style = scene.messageStyle {
      draft["text", "message"]["color"] = ScriptThemeBuilder.color(style, opacity: 255)
    }
    let promptY = min(920, max(80, scene.promptPoint?.y ?? 800))
    draft["prompt"]["anchor"] = .point(500, promptY)
    addDialogImages(scene, report: &report)
    if abs(messageY - promptY) < 150 {
      draft["when", "asking", "text", "message"]["show"] = .boolean(false)
    }
    for (path, item) in tables where ScriptThemeBuilder.covers(item, y: promptY * 1080 / 1000) {
      guard let last = path.last else { continue }
      draft["when", "asking", path[0], last]["show"] = .boolean(false)
      report.changed("\(last): hidden while a question is shown, which is at the same place")
    }
  }

  private mutating func addDialogImages(_ scene: SceneDescription, report: inout ImportReport) {
    var dialog = DialogImages()
    dialog.panel = dialogPart(scene.dialog.panel, report: &report)
    dialog.field = dialogPart(scene.dialog.field, report: &report)
    dialog.bullet = dialogPart(scene.dialog.bullet, report: &report)
    dialog.lock = dialogPart(scene.dialog.lock, report: &report)
    draft.add(dialog, report: &report)
  }

  private func dialogPart(
    _ name: String?, report: inout ImportReport
  ) -> DialogImages.Part? {
    guard let name, let bytes = files.bytes(of: name), let image = StraightImage(file: bytes),
      let file = image.fittedFile(bytes, name, report: &report)
    else { return nil }
    return DialogImages.Part(name: name, image: image, file: file)
  }

  /// Whether an item is where a prompt of usual size would be in the first window.
  private static func covers(_ item: SceneDescription.Item, y: Int) -> Bool {
    let placement =
      switch item {
      case .image(let still): still.placement
      case .text(let text): text.placement
      case .bar(let bar): bar.placement
      case .frames(let frames): frames.placement
      case .moving(let moving): moving.still.placement
      }
    let start = { (axis: Placement.Axis, window: Int) in
      (axis.fraction * window - axis.pivot * pixels(axis.extent) + axis.offset) / 1000
    }
    let (left, top) = (start(placement.x, 1920), start(placement.y, 1080))
    let (width, height) = (pixels(placement.x.extent), pixels(placement.y.extent))
    // What fills the window stays.
    guard width * height < 1920 * 1080 / 2 else { return false }
    return left < 1200 && left + width > 720 && top < y + 60 && top + height > y - 60
  }

  /// Shows another scene at shutdown and reboot.
  mutating func addShutdown(
    _ scene: SceneDescription, besides boot: SceneDescription, report: inout ImportReport
  ) throws(ImportError) {
    let isSame =
      scene.items == boot.items && scene.backdrop == boot.backdrop
      && (scene.topColor, scene.bottomColor) == (boot.topColor, boot.bottomColor)
    guard !isSame else { return }
    let atBoot = tables
    var shutdown = self
    for item in scene.items where !boot.items.contains(item) {
      shutdown.addItem(item, report: &report)
    }
    draft = shutdown.draft
    let modes = ["shutdown", "reboot"]
    for (path, item) in atBoot where !scene.items.contains(item) {
      for mode in modes { draft["when", mode, path[0], path[1]]["show"] = .boolean(false) }
    }
    for (path, _) in shutdown.tables.dropFirst(atBoot.count) {
      draft[path[0], path[1]]["show"] = .boolean(false)
      for mode in modes { draft["when", mode, path[0], path[1]]["show"] = .boolean(true) }
    }
    if (scene.topColor, scene.bottomColor) != (boot.topColor, boot.bottomColor)
      || scene.backdrop != boot.backdrop
    {
      report.changed("the background at shutdown: it is that of the start")
    }
    report.taken("the look at shutdown and reboot, which differs from that at the start")
  }
}
