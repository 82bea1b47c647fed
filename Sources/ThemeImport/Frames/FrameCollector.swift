// SPDX-License-Identifier: Apache-2.0

import Theme

/// The frames of a sequence as they are read, within the limits of an import.
struct FrameCollector {
  /// Where the frames of a smaller size lie in the box of all.
  enum Alignment {
    case center
    case topLeft
  }

  private(set) var frames: [DraftFrame] = []
  private var bytes = 0
  private var decodedPixels = 0
  /// What the frames are, for messages.
  private let what: String
  private let progress: ImportProgress

  init(_ what: String, _ progress: ImportProgress = ImportProgress()) {
    (self.what, self.progress) = (what, progress)
  }

  /// Adds a PNG or JPEG; returns false for a broken file, which a report names.
  ///
  /// - Throws: `unusable` beyond the limits.
  mutating func append(_ file: [UInt8]) throws(ImportError) -> Bool {
    guard let frame = DraftFrame(file) else { return false }
    try spend(frame.width * frame.height)
    // Reading the pixels shows whether the file is whole.
    guard frame.image != nil else { return false }
    try add(frame)
    return true
  }

  /// Adds a frame that was read before.
  mutating func append(frame: DraftFrame) throws(ImportError) { try add(frame) }

  /// Adds an image.
  mutating func append(_ image: StraightImage) throws(ImportError) {
    guard max(image.width, image.height) <= ImportLimit.side else {
      throw .unusable(
        "\(what): \(image.width)×\(image.height) pixels; \(ImportLimit.side) a side are possible")
    }
    try spend(image.width * image.height)
    guard let frame = DraftFrame(image) else { throw .unusable("\(what): there is no memory") }
    try add(frame)
  }

  /// Adds the last frame again, so that it stays longer.
  mutating func repeatLast(_ count: Int) throws(ImportError) {
    guard let last = frames.last, count > 0 else { return }
    for _ in 0..<count { try add(last) }
  }

  /// Adds the frames from an index on again, several times.
  mutating func repeatFrames(from start: Int, passes: Int) throws(ImportError) {
    let pass = Array(frames[start...])
    for _ in 0..<passes {
      guard frames.count + pass.count <= ImportLimit.collectedFrames else {
        throw .unusable("\(what): more than \(ImportLimit.collectedFrames) frames")
      }
      frames += pass
    }
  }

  private mutating func spend(_ pixels: Int) throws(ImportError) {
    decodedPixels += pixels
    progress.step("\(what): frame \(frames.count + 1)")
    guard decodedPixels <= ImportLimit.decodedPixels else {
      throw .unusable(
        "\(what): the frames have more than \(ImportLimit.decodedPixels / 1_000_000) million pixels"
      )
    }
  }

  private mutating func add(_ frame: DraftFrame) throws(ImportError) {
    // An equal frame shares the memory of its predecessor.
    let last = frames.last
    let isEqual = frame == last
    if !isEqual { bytes += frame.file.count }
    guard bytes <= ImportLimit.totalBytes else {
      throw .unusable("\(what): the frames have more than \(ImportLimit.totalBytes >> 20) MiB")
    }
    guard frames.count < ImportLimit.collectedFrames else {
      throw .unusable("\(what): more than \(ImportLimit.collectedFrames) frames")
    }
    frames.append(isEqual ? last ?? frame : frame)
  }

  /// All frames with one size that a pack can have.
  ///
  /// - Throws: `nothing` without a frame, `unusable` beyond the limits.
  mutating func unified(
    _ alignment: Alignment, report: inout ImportReport
  ) throws(ImportError) -> [DraftFrame] {
    guard !frames.isEmpty else { throw .nothing("\(what): there is no frame") }
    let (width, height) = (frames.map(\.width).max() ?? 1, frames.map(\.height).max() ?? 1)
    if frames.contains(where: { $0.width != width || $0.height != height }) {
      guard width * height <= ImportLimit.pixels else {
        throw .unusable("\(what): the box of all frames has \(width)×\(height) pixels")
      }
      report.changed("\(what): frames of several sizes, all extended to \(width)×\(height) pixels")
      try mapEach { image in
        if image.width == width, image.height == height { return image }
        var whole = StraightImage(width: width, height: height)
        let isCentered = alignment == .center
        whole.place(
          image, x: isCentered ? (width - image.width) / 2 : 0,
          y: isCentered ? (height - image.height) / 2 : 0)
        return whole
      }
    }
    try shrinkToLimit(&report)
    return frames
  }

  private mutating func shrinkToLimit(_ report: inout ImportReport) throws(ImportError) {
    guard let first = frames.first else { return }
    let (halvings, width, height) = FrameSet.fitting(width: first.width, height: first.height)
    guard halvings > 0 else { return }
    report.changed(
      "\(what): frames of \(first.width)×\(first.height) pixels, scaled down to \(width)×\(height), "
        + "since \(PackLimit.framePixels) pixels and \(PackLimit.stillSide) a side are possible: less sharp on a "
        + "display as large")
    try mapEach { image in
      var small = image
      for _ in 0..<halvings { small = small.halved }
      return small
    }
  }

  /// Replaces every frame's image; equal frames in succession are computed once.
  private mutating func mapEach(
    _ change: (StraightImage) -> StraightImage
  ) throws(ImportError) {
    let old = frames
    frames = []
    bytes = 0
    for (index, frame) in old.enumerated() {
      if index > 0, frame == old[index - 1] {
        try repeatLast(1)
        continue
      }
      guard let image = frame.image else {
        throw .unusable("\(what): there is no memory for its frames")
      }
      try append(change(image))
    }
  }
}
