// SPDX-License-Identifier: Apache-2.0

import Theme

/// Sequences that a pack cannot hold.
extension ThemeDraft {
  /// Makes frames smaller and fewer until a pack holds all sequences.
  ///
  /// - Throws: `unusable` where that is not possible.
  mutating func fitPack(report: inout ImportReport) throws(ImportError) {
    for index in sequences.indices { try fitFrames(ofSequence: index, report: &report) }
    let before = sequences
    while sequences.reduce(0, { $0 + $1.frames.count }) > PackLimit.frames {
      // The one with the most frames is the smoothest or the slowest.
      let longest = sequences.indices.filter { sequences[$0].canHalve }.max {
        sequences[$0].frames.count < sequences[$1].frames.count
      }
      guard let longest else {
        throw .unusable("\(name): too many frames; a pack holds \(PackLimit.frames)")
      }
      sequences[longest].halveFrames()
    }
    for (set, whole) in zip(sequences, before) {
      set.reportThinning(of: whole, set.name, report: &report)
    }
  }

  /// Halves the pixels of frames that are too large, on each side; the element keeps its size.
  private mutating func fitFrames(
    ofSequence index: Int, report: inout ImportReport
  ) throws(ImportError) {
    var set = sequences[index]
    let halvings = FrameSet.fitting(width: set.width, height: set.height).halvings
    guard halvings > 0 else { return }
    var table = self["animation", set.name]
    if table["width"] == nil, table["height"] == nil {
      table["width"] = .pixels(set.width, atMost: 100_000, unit: "%w")
    }
    self["animation", set.name] = table
    try set.map { image in (0..<halvings).reduce(image) { image, _ in image.halved } }
    sequences[index] = set
    report.changed(
      "\(set.name): \(set.width)×\(set.height) pixels in the same size, since "
        + "\(PackLimit.framePixels) pixels and \(PackLimit.stillSide) a side are possible: less "
        + "sharp")
  }
}
