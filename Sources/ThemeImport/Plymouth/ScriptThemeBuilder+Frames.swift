// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Frame sequences: the original files where each frame is one, composites otherwise.
extension ScriptThemeBuilder {
  mutating func add(
    _ frames: SceneDescription.Frames, _ item: SceneDescription.Item, report: inout ImportReport
  ) {
    let first = frames.frames.lazy.compactMap(\.layers.first).first
    let name = first.map { sequenceName(of: $0.image) } ?? unused("frames")
    var opacity = 255
    var list: [DraftFrame] = []
    var isOriginal = true
    if let originals = originals(frames) {
      list = originals
      opacity = frames.frames.first?.layers.first?.opacity ?? 255
    } else {
      list = composites(frames, name, report.progress)
      isOriginal = false
    }
    guard list.count == frames.frames.count, list.count > 1 else {
      report.leftOut("\(name): frames that cannot be read")
      return
    }
    var set = FrameSet(name: name, frames: list, rate: frames.rate ?? 25_000)
    set.isBound = frames.isBound
    set.intro = min(frames.intro, list.count - 1)
    draft.add(set)
    var table = draft["animation", name]
    if frames.halvings > 0, !isOriginal {
      report.changed(
        "\(name): drawn with 1/\(1 << frames.halvings) of the pixels a side, as it is large: less sharp"
      )
    }
    ScriptThemeBuilder.setSize(
      &table, frames.placement, natural: (set.width, set.height), isStretched: false)
    ScriptThemeBuilder.place(&table, frames.placement)
    if opacity < 255 { table["opacity"] = ScriptThemeBuilder.opacity(opacity) }
    append(table, item)
  }

  /// A name without the number of the first file.
  private mutating func sequenceName(of recipe: ImageRecipe) -> String {
    guard case .file(let path) = recipe.base else { return unused("frames") }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    let stem = last.split(separator: ".").first.map(String.init) ?? last
    let base = String(stem.reversed().drop { "0123456789-_ ".contains($0) }.reversed())
    return unused(ThemeDraft.elementName(base.count < 2 ? "frames" : base, otherwise: "frames"))
  }

  /// The files of the frames, if each is one whole file at the same place, and all have one size.
  private func originals(_ frames: SceneDescription.Frames) -> [DraftFrame]? {
    var known: [String: DraftFrame] = [:]
    var list: [DraftFrame] = []
    for frame in frames.frames {
      guard frame.layers.count == 1, let layer = frame.layers.first, layer.x == 0, layer.y == 0,
        layer.opacity == frames.frames[0].layers.first?.opacity, let name = layer.image.wholeFile
      else { return nil }
      guard let file = known[name] ?? files.bytes(of: name).flatMap({ DraftFrame($0) }) else {
        return nil
      }
      known[name] = file
      guard StraightImage.isPossible(width: file.width, height: file.height) else { return nil }
      guard file.width == list.first?.width ?? file.width,
        file.height == list.first?.height ?? file.height
      else { return nil }
      list.append(file)
    }
    return list
  }

  private func composites(
    _ frames: SceneDescription.Frames, _ name: String, _ progress: ImportProgress
  ) -> [DraftFrame] {
    var known: [SceneDescription.Frame: DraftFrame] = [:]
    var list: [DraftFrame] = []
    for frame in frames.frames {
      if let same = known[frame] {
        list.append(same)
        continue
      }
      progress.step("\(name): drawing frame \(list.count + 1) of \(frames.frames.count)")
      guard var image = renderer.composite(frame, width: frames.width, height: frames.height)
      else { break }
      for _ in 0..<frames.halvings { image = image.halved }
      guard let file = DraftFrame(image) else { break }
      known[frame] = file
      list.append(file)
    }
    return list
  }
}
