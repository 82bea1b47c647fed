// SPDX-License-Identifier: Apache-2.0

/// A way to make the frames of a theme smaller; the earlier ones are less visible.
package enum FrameReduction: CaseIterable, Sendable {
  /// Cuts off what no frame draws on.
  case crop
  /// Every second frame, as long as there are 15 a second left.
  case fewerFrames
  /// 32 levels of each colour.
  case fewerColors
  /// Half the pixels on each side.
  case smaller
  /// Every second frame, as long as there are 5 a second left.
  case evenFewerFrames
  /// 16 levels of each colour.
  case evenFewerColors
  /// A quarter of the pixels on each side.
  case evenSmaller

  /// Applies it to all sequences; false where nothing changes.
  ///
  /// - Throws: `unusable` beyond the limits of an import.
  package func apply(
    to draft: inout ThemeDraft, report: inout ImportReport
  ) throws(ImportError) -> Bool {
    var isChanged = false
    for index in draft.sequences.indices {
      var set = draft.sequences[index]
      var table = draft["animation", set.name]
      guard try apply(to: &set, &table, draft.backgroundColor, report: &report) else { continue }
      draft.sequences[index] = set
      draft["animation", set.name] = table
      isChanged = true
    }
    if self == .smaller || self == .evenSmaller {
      for motion in draft.motions where draft.halveImage(of: motion.name, report: &report) {
        isChanged = true
      }
    }
    return isChanged
  }

  private func apply(
    to set: inout FrameSet, _ table: inout DraftTable, _ background: UInt32?,
    report: inout ImportReport
  ) throws(ImportError) -> Bool {
    let before = set
    switch self {
    case .crop:
      guard try set.crop(&table, background) else { return false }
      report.changed(
        "\(set.name): cropped from \(before.width)×\(before.height) to \(set.width)×\(set.height) "
          + "pixels; nothing is lost")
    case .fewerFrames, .evenFewerFrames:
      let least = self == .fewerFrames ? 30_000 : 10_000
      guard set.canHalve, set.isBound ? set.frames.count >= 20 : set.rate >= least else {
        return false
      }
      set.halveFrames()
      report.changed(
        "\(set.name): every second frame, \(set.frames.count) of \(before.frames.count): "
          + (set.isBound
            ? "coarser steps" : "\(DraftValue.thousandths(set.rate).text) a second, less smooth"))
    case .fewerColors, .evenFewerColors:
      let bits = self == .fewerColors ? 5 : 4
      try set.map { $0.reduced(toBits: bits) }
      report.changed(
        "\(set.name): \(1 << bits) levels of each colour: soft gradients get steps")
    case .smaller, .evenSmaller:
      guard min(set.width, set.height) >= 16 else { return false }
      if table["width"] == nil, table["height"] == nil {
        table["width"] = .integer(set.width)
        table["height"] = .integer(set.height)
      }
      try set.map(\.halved)
      report.changed("\(set.name): \(set.width)×\(set.height) pixels in the same size: less sharp")
    }
    return true
  }
}

extension FrameSet {
  /// Replaces every frame; equal frames in succession are computed once.
  mutating func map(_ change: (StraightImage) -> StraightImage) throws(ImportError) {
    var collector = FrameCollector(name)
    for (index, frame) in frames.enumerated() {
      if index > 0, frame == frames[index - 1] {
        try collector.repeatLast(1)
      } else if let image = frame.image {
        try collector.append(change(image))
      } else {
        throw .unusable("\(name): there is no memory for its frames")
      }
    }
    frames = collector.frames
  }

  /// Cuts off edges that are transparent or have the theme's background colour, by the same amount on opposite sides.
  ///
  /// It returns false where that is not worth it.
  mutating func crop(
    _ table: inout DraftTable, _ background: UInt32?
  ) throws(ImportError) -> Bool {
    // Only an element that is placed by its centre stays where it is.
    guard table["anchor"] == .string("center") || table["pivot"] == .string("center") else {
      return false
    }
    var used: StraightImage.Part?
    for frame in frames {
      guard let part = frame.image?.contents(besides: background ?? 0, isOpaque: background != nil)
      else { continue }
      used = used.map { $0.union(part) } ?? part
    }
    guard let used else { return false }
    let dx = max(0, min(used.x, width - used.x - used.width))
    let dy = max(0, min(used.y, height - used.y - used.height))
    let part = StraightImage.Part(x: dx, y: dy, width: width - 2 * dx, height: height - 2 * dy)
    guard 20 * part.width * part.height < 19 * width * height else { return false }
    for (key, old, new) in [("width", width, part.width), ("height", height, part.height)] {
      guard let value = table[key] else { continue }
      guard let scaled = value.scaled(by: new, over: old) else { return false }
      table[key] = scaled
    }
    try map { $0.cropped(to: part) }
    return true
  }
}

extension ThemeDraft {
  /// The pixels of all frames, and of images that move.
  package var framePixels: Int {
    sequences.reduce(0) { $0 + $1.width * $1.height * $1.frames.count }
      + motions.reduce(0) { $0 + (image(of: $1.name).map { $0.width * $0.height } ?? 0) }
  }

  private func image(of element: String) -> StraightImage? {
    guard case .string(let name)? = self["image", element]["file"] else { return nil }
    return files.first { $0.name == name }.flatMap { StraightImage(file: $0.bytes) }
  }

  /// Halves the pixels of a moving image on each side; false for a small one.
  fileprivate mutating func halveImage(
    of element: String, report: inout ImportReport
  ) -> Bool {
    guard case .string(let name)? = self["image", element]["file"], name.hasSuffix(".png"),
      let image = image(of: element), min(image.width, image.height) >= 16,
      // Other elements need its size.
      tables.count(where: { $0.entries.contains { $0.value == .string(name) } }) == 1
    else { return false }
    var table = self["image", element]
    if table["width"] == nil, table["height"] == nil {
      table["width"] = .integer(image.width)
      table["height"] = .integer(image.height)
    }
    let half = image.halved
    guard let file = half.png else { return false }
    self["image", element] = table
    replaceFile(name, file)
    report.changed(
      "\(element): \(half.width)×\(half.height) pixels in the same size: less sharp; it moves as "
        + "before")
    return true
  }

  /// The colour `0xRRGGBB` of the whole background; nil for a gradient or an image.
  var backgroundColor: UInt32? {
    let background = self["background"]
    guard background["gradient"] == nil, background["image"] == nil,
      case .string(let text)? = background["color"]
    else { return nil }
    return UInt32(text, radix: 16)
  }
}

extension DraftValue {
  /// A length times a fraction; nil for another value.
  func scaled(by numerator: Int, over denominator: Int) -> DraftValue? {
    switch self {
    case .integer(let number): return .integer(max(1, number * numerator / denominator))
    case .table(let entries):
      var result: [DraftEntry] = []
      for entry in entries {
        guard let value = entry.value.scaled(by: numerator, over: denominator) else { return nil }
        result.append(DraftEntry(entry.key, value))
      }
      return .table(result)
    case .string(let text):
      let digits = text.prefix { $0.isNumber || $0 == "." }
      guard let number = Double(digits), number > 0 else { return nil }
      let scaled = Int(number * 1000) * numerator / denominator
      return .length(max(1, scaled), String(text.dropFirst(digits.count)))
    case .thousandths, .millionths, .boolean, .list: return nil
    }
  }
}
