// SPDX-License-Identifier: Apache-2.0

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
    let before = (frames: frames.count, rate: rate)
    while frames.count > ImportLimit.frames {
      guard canHalve else {
        throw .unusable("\(what): \(before.frames) frames; a pack holds \(ImportLimit.frames)")
      }
      halveFrames()
    }
    guard frames.count < before.frames else { return }
    report.changed(
      "\(what): \(frames.count) of \(before.frames) frames, as a pack holds \(ImportLimit.frames): "
        + "\(DraftValue.thousandths(rate).text) frames a second instead of "
        + "\(DraftValue.thousandths(before.rate).text), less smooth")
  }
}
