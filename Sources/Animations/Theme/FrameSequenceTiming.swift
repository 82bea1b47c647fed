// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Theme

/// The frame of a sequence at each time: the intro, the loop, and when the work is done the outro.
struct FrameSequenceTiming {
  let count: Int
  private let intro, outro: Int
  /// Frames per second, as a fraction.
  private let rate: (frames: Int64, seconds: Int64)
  /// Whether frames follow the progress instead of time.
  let isBound: Bool
  /// Whether they follow the time since the stage entered its phase.
  let followsPhase: Bool
  private let endsAtOnce: Bool

  /// The times of an animation's record.
  init(_ pack: Pack, _ record: Int) {
    let element = pack[AnimationElement.self, record]
    let image = element.image.map { pack[ImageRecord.self, $0] } ?? ImageRecord()
    count = image.content.count
    (intro, outro) = (Int(element.parts), Int(element.outro))
    rate = (Int64(image.rateFrames), Int64(image.rateSeconds))
    (isBound, endsAtOnce) = (element.isBound, element.endsAtOnce)
    followsPhase = element.kind == .frames && !isBound && element.followsPhase
  }

  private var loop: Int64 { Int64(count - intro - outro) }

  /// The number of frames that have begun by a time.
  private func steps(at time: TimeSpan) -> Int64 {
    // At most two years, so that every product below fits.
    let time = min(max(time.nanoseconds, 0), 1 << 56)
    let (seconds, rest) = (time / 1_000_000_000 * rate.frames, time % 1_000_000_000 * rate.frames)
    return seconds / rate.seconds
      + (seconds % rate.seconds * 1_000_000_000 + rest) / (rate.seconds * 1_000_000_000)
  }

  /// When a step begins.
  private func begin(ofStep step: Int64) -> TimeSpan {
    let units = step * rate.seconds
    let (seconds, rest) = (units / rate.frames, units % rate.frames)
    return TimeSpan(
      nanoseconds: seconds * 1_000_000_000 + (rest * 1_000_000_000 + rate.frames - 1) / rate.frames)
  }

  /// The first step of the outro; nil without one.
  private func end(_ done: TimeSpan?) -> Int64? {
    guard let done, outro > 0 else { return nil }
    let step = steps(at: done) - Int64(intro)
    if step < 0 { return Int64(intro) }
    if endsAtOnce || loop == 0 { return step + Int64(intro) }
    return Int64(intro) + (step / loop + 1) * loop
  }

  /// When the outro's last frame has been shown as long as the others; nil where no outro is played.
  func outroEnd(done: TimeSpan) -> TimeSpan? {
    isBound || followsPhase ? nil : end(done).map { begin(ofStep: $0 + Int64(outro)) }
  }

  /// The frame at a time; `done` is the time when the work was done.
  func frame(at time: TimeSpan, done: TimeSpan?) -> Int {
    let step = steps(at: time)
    if let end = end(done), step >= end {
      return count - outro + Int(min(step - end, Int64(outro - 1)))
    }
    if step < intro || loop == 0 { return Int(min(step, Int64(max(intro - 1, 0)))) }
    return intro + Int((step - Int64(intro)) % loop)
  }

  /// When the next frame follows; nil for none.
  func change(after time: TimeSpan, done: TimeSpan?) -> TimeSpan? {
    let step = steps(at: time)
    if let end = end(done) {
      if step >= end + Int64(outro) - 1 { return nil }
    } else if loop <= 1 && step >= max(intro - (loop == 0 ? 1 : 0), 0) {
      return nil
    }
    return begin(ofStep: step + 1)
  }

  /// The frame for a progress.
  func frame(at progress: Fixed) -> Int {
    (progress.clamped(to: 0...1) * Fixed(count - 1) + .half).floor
  }
}
