// SPDX-License-Identifier: Apache-2.0

/// The frames of a two-step theme.
extension TwoStepImporter {
  /// Plymouth's own: a throbber's pass takes 2 s, the end is played at 30 frames a second.
  private static let endRate = 30
  private static let passSeconds = 2

  mutating func addSequences() throws(ImportError) {
    let throbber = try images.sequence("throbber-", report: &report)
    // At the start Plymouth looks for the first, then for the second; the third is that of the shutdown.
    let ends = try ["startup-animation-", "animation-", "shutdown-animation-"].map {
      prefix throws(ImportError) in
      (prefix, try images.sequence(prefix, report: &report))
    }
    if let first = ends.first(where: { !$0.1.isEmpty })?.0 {
      for (prefix, frames) in ends where !frames.isEmpty && prefix != first {
        report.leftOut("\(prefix)*: there is one end for all modes, \(first)*")
      }
    }
    let end = ends.first { !$0.1.isEmpty }
    let plays = { (mode: TwoStepTheme.Mode) in mode.usesAnimation && mode.usesEnd }
    let animated = theme.modes.map(\.settings).filter(\.usesAnimation)
    try addThrobber(throbber, end: plays(theme.bootUp) ? end : nil)
    if let end, !plays(theme.bootUp) {
      let others = theme.modes.filter { plays($0.settings) }.map(\.name)
      report.leftOut(
        "\(end.0)*: UseEndAnimation=false for the boot"
          + (others.isEmpty ? "" : "; \(others.joined(separator: ", ")) end without it, too"))
    } else if end != nil, !animated.allSatisfy(\.usesEnd) {
      report.changed("UseEndAnimation=false in some modes: the end is played in all of them")
    }
    if end != nil, plays(theme.bootUp) {
      let direct = theme.modes.filter {
        ["shutdown", "reboot"].contains($0.name) && plays($0.settings)
      }
      if !throbber.isEmpty, !direct.isEmpty {
        report.changed(
          "\(direct.map(\.name).joined(separator: ", ")): the throbber is a loop until the end, which "
            + "Plymouth plays at once")
      }
    }
    try addProgress()
  }

  private mutating func addThrobber(
    _ loop: [DraftFrame], end: (prefix: String, frames: [DraftFrame])?
  ) throws(ImportError) {
    guard !loop.isEmpty || end != nil else { return }
    // Each has a place by its own size: the centre of both is the same.
    let loop = try Self.unified("throbber-*", loop, &report)
    let ending = try Self.unified("\(end?.prefix ?? "")*", end?.frames ?? [], &report)
    let (count, endCount) = (loop.count, ending.count)
    // Frames in 2 s, so that both are exact.
    var collector = FrameCollector("throbber-*, animation-*")
    var passes = count
    var outro = endCount
    // A single frame that stays has no speed.
    if endCount > 1 {
      passes = max(count, Self.passSeconds * Self.endRate)
      outro = endCount * passes / (Self.passSeconds * Self.endRate)
    }
    if count == 0 {
      // Nothing is seen before the end.
      passes = 1
      outro = endCount
      try collector.append(
        StraightImage(width: ending.first?.width ?? 1, height: ending.first?.height ?? 1))
    }
    for index in 0..<passes where count > 0 {
      try collector.append(frame: loop[index * count / passes])
    }
    for index in 0..<outro {
      try collector.append(frame: ending[index * endCount / outro])
    }
    let frames = try collector.unified(.center, report: &report)
    let rate = count == 0 ? 1000 * Self.endRate : 1000 * passes / Self.passSeconds
    var set = FrameSet(name: "throbber", frames: frames, rate: rate)
    set.outro = outro
    try set.fitPack("throbber-*", report: &report)
    if count == 0 { report.taken("no throbber-*: nothing is shown before the end, as in Plymouth") }
    if count > 0 { report.taken("throbber-*: a loop of \(frames: count) in 2 s") }
    if let end {
      report.taken("\(end.prefix)*: \(frames: endCount) at the end, at 30 a second")
      draft["stage"]["farewell"] = .thousandths(min(5000, max(1, 1000 * endCount / Self.endRate)))
    } else if theme.bootUp.usesEnd, count > 0 {
      report.changed("throbber-*: a loop; Plymouth plays them once at the end without animation-*")
    }
    if passes != count, count > 0 {
      report.changed(
        "throbber-*: the loop's frames are repeated to the \(DraftValue.thousandths(rate).text) "
          + "frames a second that the end needs")
    }
    place(set, height: loop.first?.height ?? 0)
    show(["animation", "throbber"]) { mode, _ in mode.usesAnimation }
  }

  /// Frames that the progress selects; Plymouth shows none while it shuts down.
  private mutating func addProgress() throws(ImportError) {
    let frames = try images.sequence("progress-", report: &report)
    guard !frames.isEmpty else { return }
    var collector = FrameCollector("progress-*")
    for frame in frames { try collector.append(frame: frame) }
    var set = FrameSet(
      name: "progress", frames: try collector.unified(.topLeft, report: &report), rate: 1000)
    set.isBound = true
    try set.fitPack("progress-*", report: &report)
    report.taken("progress-*: \(frames: frames.count), selected by the progress")
    place(set, height: set.height)
    show(["animation", "progress"]) { mode, name in
      mode.usesAnimation && name != "shutdown" && name != "reboot"
    }
  }

  /// Frames with one size; those of an animation of Plymouth begin in the left upper corner.
  private static func unified(
    _ name: String, _ frames: [DraftFrame], _ report: inout ImportReport
  ) throws(ImportError) -> [DraftFrame] {
    guard !frames.isEmpty else { return [] }
    var collector = FrameCollector(name)
    for frame in frames { try collector.append(frame: frame) }
    return try collector.unified(.topLeft, report: &report)
  }

  /// Puts the centre of a sequence where the theme has it.
  ///
  /// - Parameters:
  ///   - set: the sequence.
  ///   - height: the height of the images before the end, in pixels.
  private mutating func place(_ set: FrameSet, height: Int) {
    draft.add(set)
    FramesTheme.place(&draft, set)
    draft["animation", set.name]["anchor"] = theme.animation.value
    draft["animation", set.name]["pivot"] = .string("center")
    cutPosition(
      ["animation", set.name], (set.width, set.height), at: theme.animation,
      pivot: .init(x: 500, y: 500))
    spriteHeight = max(spriteHeight, height)
    hiddenByQuestions.append(["animation", set.name])
  }
}
