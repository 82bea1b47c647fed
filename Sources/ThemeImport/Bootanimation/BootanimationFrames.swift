// SPDX-License-Identifier: Apache-2.0

/// Reads the frames of a boot animation's parts, with what all have in common cut off.
struct BootanimationFrames {
  typealias Part = BootanimationDescription.Part

  /// The frames of all parts, and how many are intro and outro.
  struct Result {
    var set: FrameSet
    let intro, outro: Int
  }

  /// A frame's file, and where it lies on the canvas.
  private struct Frame {
    let name: String
    let trim: StraightImage.Part?
    /// What the frame is drawn on, where it differs from the stage's background.
    let under: UInt32?
  }

  /// Of how many frames one is read.
  private(set) var stride = 1
  private let description: BootanimationDescription
  private let background: UInt32
  private let source: ImportSource
  /// The whole animation's size in pixels.
  private var canvas = (width: 0, height: 0)
  /// The part of the canvas around its centre outside of which nothing is drawn.
  private var crop = StraightImage.Part(x: 0, y: 0, width: 0, height: 0)

  init(_ description: BootanimationDescription, background: UInt32, in source: ImportSource) {
    (self.description, self.background, self.source) = (description, background, source)
  }

  mutating func frames(
    of schedule: BootanimationSchedule, report: inout ImportReport
  ) throws(ImportError) -> Result {
    var byFolder: [String: [Frame]] = [:]
    for part in schedule.parts where byFolder[part.folder] == nil {
      byFolder[part.folder] = try listed(part, report: &report)
    }
    var schedule = schedule
    schedule.end(
      frames: { (byFolder[$0.folder]?.count ?? 0) + $0.pause }, rate: description.rate,
      report: &report)
    try thin(&byFolder, of: schedule, report: &report)
    try measure(byFolder, report: &report)
    var collector = FrameCollector("\(source.path): frames", report.progress)
    var counts: [Int] = []
    let groups = [schedule.intro, [schedule.loop].compactMap(\.self), schedule.outro]
    for group in groups {
      let before = collector.frames.count
      for part in group { try add(part, byFolder[part.folder] ?? [], &collector, &report) }
      counts.append(collector.frames.count - before)
    }
    let frames = try collector.unified(.center, report: &report)
    // Without a loop the last frame stays.
    if counts[1] == 0 { counts[0] = frames.count - 1 - counts[2] }
    guard counts[0] >= 0 else { throw .nothing("the loop has no frame") }
    return Result(
      set: FrameSet(name: "boot", frames: frames, rate: 1000), intro: counts[0], outro: counts[2])
  }

  /// The images of a part's folder in the order of their names, which is Android's.
  private func listed(
    _ part: Part, report: inout ImportReport
  ) throws(ImportError) -> [Frame] {
    let all = source.names(in: part.folder)
    let images = all.filter { name in
      [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
    }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    if images.isEmpty { report.leftOut("\(part.folder): it has no frames") }
    let sounds = all.filter { $0.lowercased().hasSuffix(".wav") }
    if !sounds.isEmpty {
      report.leftOut("\(part.folder)/\(sounds[0]): there is no sound")
    }
    var trims: [StraightImage.Part?] = []
    if all.contains("trim.txt") {
      trims = TrimFile.parts(try source.text("\(part.folder)/trim.txt"))
      report.taken("\(part.folder)/trim.txt: the frames are put where they belong")
      if trims.count < images.count || trims.contains(where: { $0 == nil }) {
        report.changed(
          "\(part.folder)/trim.txt: a line is missing or not WxH+X+Y: such frames are centred")
      }
    }
    let under = part.background ?? 0
    if under != background {
      report.changed(
        "\(part.folder): its background \(DraftValue.hexadecimal(under)) is within the frames alone"
      )
    }
    return images.enumerated().map { index, name in
      Frame(
        name: "\(part.folder)/\(name)", trim: index < trims.count ? trims[index] : nil,
        under: under == background ? nil : under)
    }
  }

  /// Leaves out frames of an animation with more pixels than can be read in a few seconds.
  private mutating func thin(
    _ folders: inout [String: [Frame]], of schedule: BootanimationSchedule,
    report: inout ImportReport
  ) throws(ImportError) {
    let all = folders.values.reduce(0) { $0 + $1.count }
    // Frames have one size, or are trimmed.
    let pixels = all * description.width * description.height
    stride = max(1, (pixels + ImportLimit.animationPixels - 1) / ImportLimit.animationPixels)
    guard stride > 1 else { return }
    for (folder, frames) in folders {
      folders[folder] = Swift.stride(from: 0, to: frames.count, by: stride).map { frames[$0] }
    }
    report.changed(
      "\(all) frames of \(description.width)×\(description.height) pixels: one of \(stride) is "
        + "taken; the speed stays, less smooth")
  }

  /// Finds the canvas, and what of it is used around its centre.
  private mutating func measure(
    _ folders: [String: [Frame]], report: inout ImportReport
  ) throws(ImportError) {
    let all = folders.sorted { $0.key < $1.key }.flatMap(\.value)
    canvas = (description.width, description.height)
    var sizes: Set<[Int]> = []
    var used: StraightImage.Part?
    var needsAll = false
    var pixels = 0
    for frame in all {
      let file = try source.read(frame.name)
      guard let size = StraightImage.size(of: file) else { continue }
      if frame.trim == nil { sizes.insert([size.width, size.height]) }
      needsAll = needsAll || frame.under != nil
      pixels += size.width * size.height
      guard pixels <= ImportLimit.decodedPixels else {
        throw .unusable(
          "the frames have more than \(ImportLimit.decodedPixels / 1_000_000) million pixels")
      }
      guard let content = StraightImage(file: file)?.contents(besides: background) else { continue }
      let (x, y) = origin(of: frame, size)
      let moved = StraightImage.Part(
        x: content.x + x, y: content.y + y, width: content.width, height: content.height)
      used = used.map { $0.union(moved) } ?? moved
    }
    if sizes.count == 1, let size = sizes.first, all.allSatisfy({ $0.trim == nil }) {
      // Android stretches such frames to the animation's size, and so does the element.
      let (dx, dy) = (size[0] - canvas.width, size[1] - canvas.height)
      canvas = (size[0], size[1])
      used?.x += dx / 2
      used?.y += dy / 2
      if size[0] * description.height != size[1] * description.width {
        report.changed(
          "frames of \(size[0])×\(size[1]) pixels: they keep their shape; Android stretches them to "
            + "\(description.width)×\(description.height)")
      }
    }
    crop = StraightImage.Part(x: 0, y: 0, width: canvas.width, height: canvas.height)
    guard let used, !needsAll else { return }
    // The same distance on both sides, so that the centre stays.
    let dx = max(0, min(used.x, canvas.width - used.x - used.width))
    let dy = max(0, min(used.y, canvas.height - used.y - used.height))
    let (width, height) = (canvas.width - 2 * dx, canvas.height - 2 * dy)
    // A few rows are not worth other files than the original's.
    guard width > 0, height > 0, 20 * width * height < 19 * canvas.width * canvas.height else {
      return
    }
    crop = StraightImage.Part(x: dx, y: dy, width: width, height: height)
    report.changed(
      "frames of \(canvas.width)×\(canvas.height) pixels, cropped to \(width)×\(height): "
        + "the rest is the background")
  }

  /// Adds the passes of a part.
  private mutating func add(
    _ part: Part, _ frames: [Frame], _ collector: inout FrameCollector,
    _ report: inout ImportReport
  ) throws(ImportError) {
    let start = collector.frames.count
    for frame in frames {
      let file = try source.read(frame.name)
      if isWhole(frame, file) {
        if try collector.append(file) { continue }
      } else if let image = StraightImage(file: file) {
        try collector.append(placed(image, frame))
        continue
      }
      report.leftOut("\(frame.name): not a whole PNG or JPEG; the part goes on without it")
    }
    let pause = pauseFrames(of: part, after: collector.frames.count - start, collector)
    try collector.repeatLast(pause)
    let pass = collector.frames.count - start
    if part.count > 1, pass > 0 {
      let passes = min(part.count, max(1, ImportLimit.frames / pass))
      if passes < part.count {
        report.changed("\(part.folder): \(passes) passes instead of \(part.count)")
      }
      try collector.repeatFrames(from: start, passes: passes - 1)
    }
    if pause < part.pause / stride {
      report.changed(
        "\(part.folder): a pause of \(pause) frames instead of \(part.pause / stride), as a pack holds "
          + "\(ImportLimit.frames)")
    } else if part.pause > 0 {
      report.taken("\(part.folder): a pause of \(part.pause) frames, which repeat the last one")
    }
  }

  /// The frames of a part's pause; at most half of those that can still be read, so that later parts have theirs.
  private func pauseFrames(of part: Part, after count: Int, _ collector: FrameCollector) -> Int {
    let left = (ImportLimit.collectedFrames - collector.frames.count) / 2
    return min(part.pause / stride, max(0, min(ImportLimit.frames - count, left)))
  }

  /// Whether a file can be taken unchanged.
  private func isWhole(_ frame: Frame, _ file: [UInt8]) -> Bool {
    guard frame.under == nil, frame.trim == nil, let size = StraightImage.size(of: file) else {
      return false
    }
    return size.width == crop.width && size.height == crop.height
  }

  /// A frame on the cropped canvas.
  private func placed(_ image: StraightImage, _ frame: Frame) -> StraightImage {
    let (x, y) = origin(of: frame, (image.width, image.height))
    var result = StraightImage(width: crop.width, height: crop.height)
    guard let under = frame.under else {
      result.place(image, x: x - crop.x, y: y - crop.y)
      return result
    }
    result.fill(under)
    result.composite(image, x: x - crop.x, y: y - crop.y)
    return result
  }

  private func origin(of frame: Frame, _ size: (width: Int, height: Int)) -> (x: Int, y: Int) {
    if let trim = frame.trim { return (trim.x, trim.y) }
    return ((canvas.width - size.width) / 2, (canvas.height - size.height) / 2)
  }

  /// The longer side of the element: its share of the canvas, and at most its own size.
  func side(of frames: FrameSet) -> (key: String, value: DraftValue?) {
    let isTall = crop.height > crop.width
    // The frames' pixels may be more or fewer than the animation's.
    let (key, pixels, all, unit) =
      isTall
      ? ("height", crop.height, canvas.height, "%h")
      : ("width", crop.width, canvas.width, canvas.width > canvas.height ? "%w" : "%")
    let shown = isTall ? description.height : description.width
    let largest = min(16383, max(1, pixels * shown / all))
    if largest <= 240, largest == pixels { return (key, nil) }
    return (
      key,
      .table([
        DraftEntry("size", .length(max(1000, 100_000 * pixels / all), unit)),
        DraftEntry("max", .integer(largest)),
      ])
    )
  }
}

extension StraightImage {
  /// Fills the image with an opaque colour `0xRRGGBB`.
  mutating func fill(_ color: UInt32) {
    let pixel = [
      UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8),
      UInt8(truncatingIfNeeded: color), 255,
    ]
    for start in stride(from: 0, to: pixels.count, by: 4) {
      pixels.replaceSubrange(start..<start + 4, with: pixel)
    }
  }
}
