// SPDX-License-Identifier: Apache-2.0

/// A theme of one sequence in the middle of the stage.
enum FramesTheme {
  /// The draft of a theme with a sequence as its only animation.
  ///
  /// The background gets the colour of the frames' corners if that is one opaque colour.
  static func draft(
    name: String, _ frames: FrameSet, report: inout ImportReport
  ) throws(ImportError) -> ThemeDraft {
    var draft = ThemeDraft(name: name)
    var frames = frames
    if frames.frames.count > ImportLimit.frames {
      throw .unusable(
        "\(frames.frames.count) frames; a pack holds \(ImportLimit.frames): name fewer files")
    }
    frames.intro = min(frames.intro, frames.frames.count - 1)
    if let color = frames.frames.first?.image?.cornerColor {
      draft["background"]["color"] = .color(color)
      report.taken(
        "background: the colour of the frames' corners, \(DraftValue.hexadecimal(color))")
    }
    draft.add(frames)
    place(&draft, frames)
    return draft
  }

  /// Puts the frames into the middle, smaller where the display is.
  static func place(_ draft: inout ThemeDraft, _ frames: FrameSet) {
    var table = draft["animation", frames.name]
    table["anchor"] = .string("center")
    // One side is enough; the other follows.
    let isWide = frames.width >= frames.height
    let side = DraftValue.pixels(isWide ? frames.width : frames.height)
    if case .table = side { table[isWide ? "width" : "height"] = side }
    draft["animation", frames.name] = table
  }
}

extension StraightImage {
  /// The colour `0xRRGGBB` of all four corners; nil where they differ or are not opaque.
  var cornerColor: UInt32? {
    let corners = [0, width - 1, (height - 1) * width, height * width - 1].map { index in
      pixels[4 * index..<4 * index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    guard corners.allSatisfy({ $0 == corners[0] }), corners[0] & 0xFF == 0xFF else { return nil }
    return corners[0] >> 8
  }
}
