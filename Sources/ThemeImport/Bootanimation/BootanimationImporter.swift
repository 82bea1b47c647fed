// SPDX-License-Identifier: Apache-2.0

/// Boot animations of Android: a `bootanimation.zip`, or a folder with its contents.
enum BootanimationImporter {
  /// The frames' element.
  private static let element = "boot"

  /// Whether a folder has the contents of a boot animation.
  static func matches(_ source: ImportSource) -> Bool { source.has("desc.txt") }

  static func draft(
    ofArchive name: String, in source: ImportSource, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    let path = source.path(of: name)
    var archive = try ZipArchive(source.read(name, atMost: ImportLimit.archiveBytes), path: path)
    let nested = archive.names.filter { $0.hasSuffix("bootanimation.zip") }
    if !archive.names.contains(where: isDescription), let inner = nested.first {
      report.taken("\(inner): the boot animation in the archive")
      archive = try ZipArchive(
        try archive.read(inner, atMost: ImportLimit.archiveBytes), path: "\(path): \(inner)")
    }
    guard let description = archive.names.filter(isDescription).min(by: { $0.count < $1.count })
    else {
      if let video = archive.names.first(where: { $0.hasSuffix(".mp4") }) {
        throw .unusable("\(path): no desc.txt in it; unpack it and import its video, \(video)")
      }
      throw .unusable("\(path): no boot animation: there is no desc.txt in it")
    }
    let folder = String(
      description.dropLast("desc.txt".count + (description.contains("/") ? 1 : 0)))
    return try draft(of: archive.source(of: source, folder: folder), report: &report)
  }

  private static func isDescription(_ name: String) -> Bool {
    name == "desc.txt" || name.hasSuffix("/desc.txt")
  }

  static func draft(
    of source: ImportSource, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    let description = try BootanimationDescription(
      source.text("desc.txt"), path: source.path(of: "desc.txt"))
    for line in description.unknownLines {
      report.leftOut("desc.txt:\(line): neither TYPE COUNT PAUSE PATH nor a known word")
    }
    if description.hasDynamicColors {
      report.leftOut("dynamic_colors: the frames keep the colours that they have in the files")
    }
    let schedule = BootanimationSchedule(description, report: &report)
    let background = schedule.background
    var reader = BootanimationFrames(description, background: background, in: source)
    var frames = try reader.frames(of: schedule, report: &report)
    // A theme has one frame a second at least: longer ones are repeated.
    let copies = max(1, (reader.stride + description.rate - 1) / description.rate)
    frames.set = FrameSet(
      name: element, frames: frames.set.frames.flatMap { repeatElement($0, count: copies) },
      rate: 1000 * description.rate * copies / reader.stride, intro: frames.intro * copies,
      outro: frames.outro * copies)
    if description.rate / reader.stride > 120 {
      report.changed("FPS \(description.rate): 120 frames a second are possible: it is slower")
    }
    try frames.set.fitPack("frames", report: &report)

    var draft = ThemeDraft(name: source.name)
    draft["background"]["color"] = .color(background)
    draft.add(frames.set)
    var table = draft["animation", element]
    table["anchor"] = .string("center")
    let side = reader.side(of: frames.set)
    if let value = side.value { table[side.key] = value }
    if frames.set.outro > 0, !schedule.endsWithPass { table["finish"] = .string("now") }
    draft["animation", element] = table
    if frames.set.outro > 0 {
      let seconds = min(5000, 1_000_000 * frames.set.outro / frames.set.rate)
      draft["stage"]["farewell"] = .thousandths(max(seconds, 1))
      if seconds == 5000 {
        report.changed("the end: it may take 5 s at most; the rest of the last part is not seen")
      }
    }
    if let fade = schedule.fadeFrames, fade > 0 {
      draft["stage"]["leave"] = .thousandths(min(4000, max(1, 1000 * fade / description.rate)))
      report.taken("fade of \(fade) frames: the last scene fades to black")
    }
    if description.hasProgress {
      draft["text", "percent"]["text"] = .string("{percent}")
      // A third of the height, counted from below.
      draft["text", "percent"]["anchor"] = .point(500, 667)
      report.taken("PROGRESS: the percentage at a third of the height from below")
    }
    return draft
  }
}

extension FrameSet {
  /// A loop between an intro and an outro.
  init(name: String, frames: [DraftFrame], rate: Int, intro: Int, outro: Int) {
    self.init(name: name, frames: frames, rate: rate)
    (self.intro, self.outro) = (intro, outro)
  }
}
