// SPDX-License-Identifier: Apache-2.0

import Theme

extension FrameSet {
  /// The frames after the intro and before the outro.
  var loop: Range<Int> { intro..<frames.count - outro }

  /// Whether every second frame can be left out: the loop keeps a frame, and the rate is possible.
  var canHalve: Bool { frames.count > 2 && (isBound || rate >= 2000) }

  /// Leaves out every second frame of the intro, the loop and the outro each; the speed stays.
  mutating func halveFrames() {
    let kept = { (part: Range<Int>) in stride(from: part.lowerBound, to: part.upperBound, by: 2) }
    let (first, middle) = (kept(0..<intro).map { $0 }, kept(loop).map { $0 })
    // The outro's last frame stays on the display; it is kept.
    let end = stride(from: frames.count - 1, to: frames.count - outro - 1, by: -2).reversed()
    frames = (first + middle + end).map { frames[$0] }
    (intro, outro) = (first.count, end.count)
    rate /= 2
  }

  /// Leaves out frames until a pack can hold them.
  mutating func fitPack(_ what: String, report: inout ImportReport) throws(ImportError) {
    let before = self
    while frames.count > ImportLimit.frames {
      guard canHalve else {
        throw .unusable(
          "\(what): \(before.frames.count) frames; a pack holds \(ImportLimit.frames)")
      }
      halveFrames()
    }
    reportThinning(of: before, what, report: &report)
  }

  /// The number of times that a frame's sides are halved until a pack holds it, and the resulting sides.
  static func fitting(width: Int, height: Int) -> (halvings: Int, width: Int, height: Int) {
    var (width, height, halvings) = (width, height, 0)
    while width * height > PackLimit.framePixels || max(width, height) > PackLimit.stillSide {
      (width, height, halvings) = ((width + 1) / 2, (height + 1) / 2, halvings + 1)
    }
    return (halvings, width, height)
  }

  /// Reports how many frames are left of a sequence, if they are fewer.
  func reportThinning(of before: FrameSet, _ what: String, report: inout ImportReport) {
    guard frames.count < before.frames.count else { return }
    report.changed(
      "\(what): \(frames.count) of \(before.frames.count) frames, as a pack holds "
        + "\(ImportLimit.frames): \(DraftValue.thousandths(rate).text) frames a second instead of "
        + "\(DraftValue.thousandths(before.rate).text), less smooth")
  }
}
