// SPDX-License-Identifier: Apache-2.0

internal import Theme

/// Frame sequences.
extension RecordCompiler {
  mutating func frames(
    _ element: ElementSource, _ keys: Resolved, _ record: inout AnimationElement
  ) {
    record.kind = .frames
    guard let setting = keys.setting("files"), case .string(let pattern) = setting.value else {
      diagnostics.error(element.key, at: element.position, "no files", expected: "files = …")
      return
    }
    let files = assets.files(pattern)
    guard let first = files.first else {
      diagnostics.error(
        "\(element.key).files", at: setting.position, "there is no file '\(pattern)'",
        expected: "a name such as \"frame-*.png\"")
      return
    }
    let (intro, outro) = (keys.integer("intro") ?? 0, keys.integer("outro") ?? 0)
    guard intro + outro <= files.count else {
      diagnostics.error(
        "\(element.key).\(intro > 0 ? "intro" : "outro")",
        at: (keys.setting("intro") ?? keys.setting("outro"))?.position ?? element.position,
        "there are \(files.count) frames", expected: "at most as many in intro and outro")
      return
    }
    let isBound = keys.choice("bound") == 1
    // Hundredths; and film's 24000/1001 to 1 part in 24,000.
    let rate = Int((Int64(keys.number("rate") ?? 0) * 500 + 32768) >> 16)
    do throws(ImageFileError) {
      let image = try assets.imageFile(first)
      warn(ofPixels: image.width / 256 * (image.height / 256) * rate / 500, element, isBound)
    } catch {
      report(error, first, "\(element.key).files", setting.position)
      return
    }
    let sequence = FrameSequence(files: files, rate: rate, isBound: isBound, loop: intro)
    let key = ImageKey(
      source: .frames(sequence), tint: nil, isSmooth: keys.boolean("smooth"), raster: nil)
    record.image = reference(to: key, side: 0, "\(element.key).files", at: setting.position)
    record.followsPhase = keys.choice("bound") == 2
    if record.followsPhase {
      followsPhase = true
      if outro > 0 {
        diagnostics.warning(
          "\(element.key).outro", at: keys.setting("outro")?.position ?? element.position,
          "frames that follow the phase are a loop to their last one")
      }
    }
    (record.isBound, record.endsAtOnce) = (isBound, keys.choice("finish") == 1)
    (record.parts, record.outro) = (UInt16(intro), UInt16(outro))
  }

  /// Warns of frames that would keep a small processor busy, once for each element.
  private mutating func warn(ofPixels pixels: Int, _ element: ElementSource, _ isBound: Bool) {
    guard pixels > 20_000_000, !isBound, !cut.contains(element.name) else { return }
    cut.insert(element.name)
    diagnostics.warning(
      "\(element.key).rate", at: element.position,
      "\(pixels / 1_000_000) million pixels a second are many; up to 20 do not slow down a start")
  }
}
