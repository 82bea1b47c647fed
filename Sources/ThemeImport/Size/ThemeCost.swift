// SPDX-License-Identifier: Apache-2.0

/// What a theme costs on a machine.
package struct ThemeCost: Equatable, Sendable {
  /// The pack's size in bytes.
  package let packBytes: Int
  /// The pixels of the frames that are shown in a second, and of moving images on a display of 60 Hz.
  package let pixelsPerSecond: Int
  /// The images that move, and their keyframes.
  package let motions, keyframes: Int
  /// About the daemon's memory for it on a display of 1920×1080 points and pixels, in bytes.
  package let memory: Int

  /// The cost of a theme with a pack of this size.
  package init(_ draft: ThemeDraft, packBytes: Int) {
    self.packBytes = packBytes
    var (pixels, memory) = (0, packBytes)
    for set in draft.sequences {
      // A sequence that progress selects has at most all of its frames.
      let frames = set.isBound ? min(set.frames.count, 30) : set.rate / 1000
      pixels += set.width * set.height * frames
      // The frame as it is decoded, and as it is shown.
      memory += 4 * (set.width * set.height + min(set.width * set.height, Self.display))
    }
    for file in draft.files {
      guard let size = StraightImage.size(of: file.bytes) else { continue }
      memory += 4 * min(size.width * size.height, Self.display)
    }
    for motion in draft.motions { pixels += motion.pixels * 60 }
    (motions, keyframes) = (draft.motions.count, draft.motions.reduce(0) { $0 + $1.keyframes })
    (pixelsPerSecond, self.memory) = (pixels, memory)
  }

  private static let display = 1920 * 1080

  /// The cost in words.
  package var text: String {
    let pixels =
      pixelsPerSecond < 100_000
      ? "\(pixelsPerSecond) pixels" : "\(Self.tenths(pixelsPerSecond, 1_000_000)) million pixels"
    let images = motions == 1 ? "an image moves" : "\(motions) images move"
    let moving = motions == 0 ? "" : " (\(images) by \(keyframes) keyframes)"
    return "a pack of \(Self.size(packBytes)), \(pixels) a second\(moving), about "
      + "\(Self.size(memory)) of memory at 1920×1080"
  }

  /// A number of bytes in words: `412 KiB`, `1.5 MiB`.
  package static func size(_ bytes: Int) -> String {
    if bytes < 10_000 { return "\(bytes) bytes" }
    if bytes < 1 << 20 { return "\((bytes + 512) >> 10) KiB" }
    return "\(tenths(bytes, 1 << 20)) MiB"
  }

  private static func tenths(_ number: Int, _ unit: Int) -> String {
    let tenths = (10 * number + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10)"
  }
}
