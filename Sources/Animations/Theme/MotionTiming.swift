// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import Theme

/// The course of a motion that follows time: from its first keyframe at 0 to its last one at 1, once, again and again,
/// or to and fro.
///
/// What is before the start of the repetition is played once.
struct MotionTiming {
  let period: TimeSpan
  let delay: TimeSpan
  private let repetition: MotionRepetition
  /// The time from the position 0 to that from which the motion repeats, and from there to the position 1.
  private let intro, pass: TimeSpan

  init(_ motion: MotionElement) {
    period = TimeSpan(nanoseconds: 1000 * Int64(max(motion.period, 1)))
    delay = TimeSpan(microseconds: motion.delay)
    repetition = motion.repetition
    // Rounded up: a pass begins at its first keyframe, not before it.
    var intro = period * motion.repeatStart
    if intro.fraction(of: period) < motion.repeatStart { intro += TimeSpan(nanoseconds: 1) }
    self.intro = intro
    // Rounding must not leave a pass without a length.
    pass = max(period - intro, TimeSpan(nanoseconds: 1))
  }

  /// The position at an elapsed time.
  func position(at elapsed: TimeSpan) -> Fixed {
    let (cycle, rest) = cycle(at: elapsed)
    let part = rest.fraction(of: period)
    return isBackward(cycle) ? 1 - part : part
  }

  /// The next elapsed time at which the position is that of one of some keyframes, or a period ends; nil after the
  /// end of the motion.
  ///
  /// The given elapsed time is not before the end of the delay. `keyframes` has a bit for each keyframe. The result is
  /// not before the keyframe's position. On the way back it is up to a microsecond after it: positions are rounded.
  func nextBoundary(
    after elapsed: TimeSpan, of track: MotionTrack, at keyframes: UInt64
  ) -> TimeSpan? {
    let (cycle, rest) = cycle(at: elapsed)
    if repetition == .once && rest >= period { return nil }
    let isBackward = isBackward(cycle)
    var next = isBackward ? pass : period
    for index in 0..<track.count where keyframes >> UInt64(index) & 1 != 0 {
      let position = track.position(of: index)
      let time = period * position
      var boundary = time
      if isBackward {
        boundary = period - time + TimeSpan(nanoseconds: 1000)
      } else if time.fraction(of: period) < position {
        boundary += TimeSpan(nanoseconds: 1)
      }
      if boundary > rest { next = min(next, boundary) }
    }
    return elapsed + (next - rest)
  }

  /// Whether the position decreases between two consecutive boundaries.
  func isBackward(between first: TimeSpan, _ second: TimeSpan) -> Bool {
    isBackward(cycle(at: first + (second - first) * .half).number)
  }

  /// The number of the pass at an elapsed time, and the time since the position 0, or since 1 on the way back.
  private func cycle(at elapsed: TimeSpan) -> (number: Int64, rest: TimeSpan) {
    let time = max(elapsed - delay, .zero)
    if repetition == .once { return (0, min(time, period)) }
    if time < intro { return (0, time) }
    let (number, rest) = (time - intro).quotientAndRemainder(dividingBy: pass)
    return (number, isBackward(number) ? rest : intro + rest)
  }

  private func isBackward(_ cycle: Int64) -> Bool { repetition == .alternate && cycle & 1 != 0 }
}

/// The keyframes of one property of a motion.
struct MotionTrack {
  private let pack: Pack
  private let keyframes: Range<Int>
  /// The stage of lengths; nil for a property of plain numbers.
  private let stage: PackStage?

  init(_ pack: Pack, _ keyframes: Range<Int>, on stage: PackStage? = nil) {
    (self.pack, self.keyframes, self.stage) = (pack, keyframes, stage)
  }

  var count: Int { keyframes.count }

  /// The position of a keyframe, from 0 to 1.
  func position(of index: Int) -> Fixed { keyframe(index).position }

  private func keyframe(_ index: Int) -> KeyframeRecord {
    pack[KeyframeRecord.self, keyframes.lowerBound + index]
  }

  private func value(of keyframe: KeyframeRecord) -> Fixed {
    guard let stage else { return Fixed(q16: keyframe.value.value) }
    return stage.points(keyframe.value) ?? 0
  }

  /// The value at a position; there is at least one keyframe.
  func value(at position: Fixed) -> Fixed {
    guard let (first, second) = interval(at: position) else {
      return value(of: keyframe(position < keyframe(0).position ? 0 : count - 1))
    }
    let part = (position - first.position) / (second.position - first.position)
    return value(of: first).interpolated(to: value(of: second), by: first.easing.value(at: part))
  }

  /// The value at the end of the interval around a position, and whether it changes abruptly there.
  func end(around position: Fixed, isBackward: Bool) -> Fixed {
    guard let (first, second) = interval(at: position) else { return value(at: position) }
    return value(of: isBackward || first.easing == .hold ? first : second)
  }

  /// The keyframes around a position; nil before the first and after the last one.
  private func interval(at position: Fixed) -> (KeyframeRecord, KeyframeRecord)? {
    var before: KeyframeRecord?
    for index in 0..<count {
      let next = keyframe(index)
      if next.position > position { return before.map { ($0, next) } }
      before = next
    }
    return nil
  }

  /// The largest change of the value per unit of the position; nil for a sudden change.
  var steepness: Fixed? {
    var steepest: Fixed = 0
    for index in 1..<max(count, 1) {
      let (first, second) = (keyframe(index - 1), keyframe(index))
      let change = (value(of: second) - value(of: first)).magnitude
      if change == 0 { continue }
      let length = second.position - first.position
      // The shortest length is 2⁻¹⁶, and a change is below 2¹⁸.
      if first.easing == .hold || change > length * 4096 { return nil }
      steepest = max(steepest, change / length * (first.easing == .linear ? 1 : 3))
    }
    return steepest
  }
}

extension MotionTrack {
  /// The keyframes at which the value begins or ceases to change, a bit for each; a track has up to 64.
  private var turns: UInt64 {
    var turns: UInt64 = 0
    var last = count == 0 ? 0 : value(of: keyframe(0))
    for index in 1..<max(count, 1) {
      let value = value(of: keyframe(index))
      if value != last { turns |= 3 << UInt64(index - 1) }
      last = value
    }
    return turns
  }

  /// When a value differs by a threshold from that at an elapsed time, or changes abruptly.
  ///
  /// A moving value counts at each keyframe, too, so that the displayed one is exact when it comes to rest.
  func nextChange(
    after elapsed: TimeSpan, _ timing: MotionTiming, threshold: Fixed
  ) -> MotionChange {
    let turns = turns
    if turns == 0 { return .never }
    let start = value(at: timing.position(at: elapsed))
    // During the delay nothing moves.
    var begin = max(elapsed, timing.delay)
    // What does not change on the way there and back never does.
    let last = begin + timing.period + timing.period
    // Each round reads all keyframes. The first rounds find a change, unless a value is shown for less than 1 ns.
    for _ in 0..<Self.largestRounds {
      guard begin <= last, let end = timing.nextBoundary(after: begin, of: self, at: turns) else {
        return .never
      }
      let middle = timing.position(at: begin + (end - begin) * .half)
      let reached = self.end(
        around: middle, isBackward: timing.isBackward(between: begin, end))
      if reached != start {
        guard (reached - start).magnitude > threshold else { return .visibly(end) }
        return .visibly(firstTime(after: begin, until: end, timing, from: start, threshold))
      }
      if value(at: timing.position(at: end)) != start { return .at(end) }
      begin = end
    }
    // The next call continues from here.
    return .at(begin)
  }

  private static var largestRounds: Int { 8 }

  /// The first time between two boundaries at which a value that only rises or only falls differs by a threshold.
  private func firstTime(
    after begin: TimeSpan, until end: TimeSpan, _ timing: MotionTiming, from start: Fixed,
    _ threshold: Fixed
  ) -> TimeSpan {
    func differs(_ time: TimeSpan) -> Bool {
      (value(at: timing.position(at: time)) - start).magnitude > threshold
    }
    // Most motion is so fast that each frame differs.
    let soon = begin + .milliseconds(4)
    if soon < end, differs(soon) { return soon }
    var (low, high) = (begin, end)
    while (high - low).nanoseconds > 100_000 {
      let middle = low + (high - low) * .half
      if differs(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

/// When a value changes next, in elapsed time.
enum MotionChange {
  /// It moves, and differs visibly from then on.
  case visibly(TimeSpan)
  /// It is at rest until then.
  case at(TimeSpan)
  case never
}

extension Easing {
  /// The fraction of a change at a fraction of its time.
  func value(at part: Fixed) -> Fixed {
    switch self {
    case .linear: part
    case .ease: TimingFunction.standard.value(at: part)
    case .easeIn: TimingFunction.easeIn.value(at: part)
    case .easeOut: TimingFunction.easeOut.value(at: part)
    case .easeInOut: TimingFunction.easeInOut.value(at: part)
    case .hold: 0
    }
  }
}
