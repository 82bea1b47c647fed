// SPDX-License-Identifier: Apache-2.0

import PlymouthScript

/// Images that move: an element with the table of its motion.
extension ScriptThemeBuilder {
  mutating func add(
    _ moving: SceneDescription.Moving, _ item: SceneDescription.Item, report: inout ImportReport
  ) {
    guard let (name, file) = addImage(moving.still, item, report: &report) else { return }
    let motion = moving.motion
    var table = DraftTable(["image", name, "motion"])
    if let period = motion.period {
      table["period"] = .millionths(min(max(period, 1000), 3_600_000_000))
      if motion.delay > 0 { table["delay"] = .millionths(min(motion.delay, 3_600_000_000)) }
      table["repeat"] = .string(motion.isRepeated ? "loop" : "once")
      if motion.repeatStart > 0 { table["repeat-from"] = .millionths(motion.repeatStart) }
    } else {
      table["bound"] = .string("progress")
    }
    let isCentred = motion.originX == 500_000 && motion.originY == 500_000
    let needsOrigin = motion.keyframes.contains { $0.scale != nil || $0.rotation != nil }
    if needsOrigin, !isCentred {
      table["origin"] = .list([.millionths(motion.originX), .millionths(motion.originY)])
    }
    table["keyframes"] = .list(motion.keyframes.map { Self.keyframe($0, of: motion) })
    draft[path: table.path] = table
    let placement = moving.still.placement
    draft.motions.append(
      DraftMotion(
        name: name,
        pixels: Self.pixels(placement.x.extent) * Self.pixels(placement.y.extent),
        keyframes: motion.keyframes.count))
    if motion.keyframes.contains(where: { $0.rotation != nil }),
      renderer.image(moving.still.image)?.hasCorners ?? false
    {
      report.changed("\(file): its corners are seen while it turns; Plymouth cuts them off")
    }
  }

  private static func keyframe(
    _ keyframe: SceneDescription.Motion.Keyframe, of motion: SceneDescription.Motion
  ) -> DraftValue {
    var entries = [DraftEntry("at", .millionths(keyframe.position))]
    if let opacity = keyframe.opacity {
      entries.append(DraftEntry("opacity", .thousandths(opacity)))
    }
    if let x = keyframe.x, let y = keyframe.y {
      entries.append(
        DraftEntry("offset", .list([length(x, motion.xUnit), length(y, motion.yUnit)])))
    }
    if let scale = keyframe.scale { entries.append(DraftEntry("scale", .millionths(scale))) }
    if let angle = keyframe.rotation { entries.append(DraftEntry("rotation", .thousandths(angle))) }
    if keyframe.isHeld { entries.append(DraftEntry("easing", .string("hold"))) }
    return .table(entries)
  }

  private static func length(
    _ thousandths: Int, _ unit: SceneDescription.Motion.Unit
  ) -> DraftValue {
    switch unit {
    case .points: .thousandths(thousandths)
    case .windowWidth: .length(thousandths, "%w")
    case .windowHeight: .length(thousandths, "%h")
    }
  }
}

extension StraightImage {
  /// Whether anything is farther from the middle than the nearest edge, so that turning takes it out of the box.
  fileprivate var hasCorners: Bool {
    let radius = min(width, height) / 2
    for y in 0..<height {
      for x in 0..<width where pixels[4 * (y * width + x) + 3] > 32 {
        let (dx, dy) = (2 * x + 1 - width, 2 * y + 1 - height)
        // One pixel is not seen.
        if dx * dx + dy * dy > 4 * (radius + 1) * (radius + 1) { return true }
      }
    }
    return false
  }
}
