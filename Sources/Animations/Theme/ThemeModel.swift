// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme
internal import Stage

/// The motion of a theme: an animation for each node of that kind.
///
/// A class, so that a stage without a theme has only a nil reference. Motion is shared by all outputs and
/// situations.
final class ThemeModel {
  /// An animation with its first channel; a class, because it changes in place.
  final class Part {
    let node: Int
    let channel: Int
    var animation: BuiltInAnimation
    /// The style of the idle situation, as far as it matters while the animation is hidden.
    let hiddenStyle: AnimationStyle

    init(node: Int, channel: Int, _ animation: BuiltInAnimation, _ style: AnimationStyle) {
      (self.node, self.channel, self.animation) = (node, channel, animation)
      hiddenStyle = style.hidden
    }
  }

  let choice: ThemeSelection
  let parts: [Part]
  /// When the stage appeared.
  let start: Instant

  /// The clock of frame sequences, which a failure stops, and its time when the work was done.
  private(set) var clock: FailureFade
  private(set) var doneTime: TimeSpan?

  /// Creates a theme's animations; they appear at an instant.
  init(_ choice: ThemeSelection, at start: Instant) {
    (self.choice, self.start) = (choice, start)
    clock = FailureFade(at: start)
    let count = choice.pack.count(.nodes)
    parts = [Part](capacity: count) { parts in
      for node in 0..<count where choice.kind(ofNode: node) == .animation {
        let channel = Int(choice.pack[NodeRecord.self, node].channel)
        guard let record = ThemeModel.firstRecord(ofNode: node, choice) else { continue }
        parts.append(
          Part(
            node: node, channel: channel, BuiltInAnimation(choice, record, at: start),
            AnimationStyle(AnimationStyle.Kind(choice, record, nil))))
      }
    }
  }

  /// The first animation on channel 1, which gives the stage its state; nil without one.
  var main: Part? {
    for part in parts where part.channel == 1 { return part }
    return nil
  }

  /// A node's record in the idle situation, or else its first record.
  private static func firstRecord(ofNode node: Int, _ choice: ThemeSelection) -> Int? {
    let idle = Situation.index(aspect: 1, mode: choice.mode.rawValue, phase: 0, isAsking: false)
    if let record = choice.record(ofNode: node, idle) { return record }
    for situation in 0..<Situation.count {
      if let record = choice.record(ofNode: node, situation) { return record }
    }
    return nil
  }

  func apply(_ command: Command, at time: Instant) {
    switch command {
    case .fail: if !clock.isFailed { clock.fail(at: time) }
    case .done: if doneTime == nil && !clock.isFailed { doneTime = clock.elapsed(at: time) }
    // It continues, as in `ReportedState`.
    case .progress: if !clock.isFailed { doneTime = nil }
    case .reset:
      if clock.isFailed { clock.reset(at: time) }
      doneTime = nil
    case .progressUnknown, .message, .slot, .shake, .prompt, .remaining, .start, .quit: break
    }
    for part in parts {
      guard let command = command.moved(to: part.channel) else { continue }
      part.animation.apply(command, at: time)
    }
  }

  /// The end of the last outro; the instant itself without one.
  func outroEnd(at time: Instant) -> Instant {
    var end = time
    guard let doneTime, !clock.isFailed else { return end }
    for node in 0..<choice.pack.count(.nodes) where choice.kind(ofNode: node) == .animation {
      guard let record = ThemeModel.firstRecord(ofNode: node, choice), choice.isSequence(record),
        let last = FrameSequenceTiming(choice.pack, record).outroEnd(done: doneTime)
      else { continue }
      end = max(end, time + (last - clock.elapsed(at: time)))
    }
    return end
  }

  func advance(to time: Instant) {
    for part in parts { part.animation.advance(to: time) }
  }

  /// When an element's animation may change next on a layout.
  func nextChange(
    of element: ThemeLayout.Element, after time: Instant, on layout: StageLayout
  ) -> NextChange {
    guard let style = element.shownStyle else { return .never }
    for part in parts where part.node == element.node {
      // A record of another kind than the node's first one draws nothing.
      let isOfPart = style.animation == part.hiddenStyle.animation
      return part.animation.nextChange(
        after: time, in: AnimationBox(element, on: layout),
        style: isOfPart ? style : part.hiddenStyle)
    }
    return .never
  }

  /// When the next frame of an element's sequence follows by its own time, in a phase that began at an instant.
  func nextFrame(
    of element: ThemeLayout.Element, after t: Instant, since phase: Instant
  ) -> NextChange {
    let timing = FrameSequenceTiming(choice.pack, element.record)
    if element.pixmap < 0 || timing.isBound { return .never }
    if timing.followsPhase {
      let next = timing.change(after: t - phase, done: nil)
      return next.map { .at(phase + $0) } ?? .never
    }
    if clock.hasStopped(at: t) { return .never }
    let elapsed = clock.elapsed(at: t)
    guard let next = timing.change(after: elapsed, done: doneTime) else { return .never }
    return clock.isSettled(at: t) ? .at(t + (next - elapsed)) : .now
  }

  func draw(
    _ element: ThemeLayout.Element, at time: Instant, on layout: StageLayout,
    into scene: inout Scene
  ) {
    guard let style = element.shownStyle else { return }
    for part in parts where part.node == element.node {
      part.animation.draw(
        at: time, in: AnimationBox(element, on: layout), style: style, into: &scene)
    }
  }

  /// The filled parts of a node's bar at an instant; nil for another animation.
  func fill(ofBar node: Int, at time: Instant) -> InlineArray<2, FlowSpan>? {
    for part in parts where part.node == node { return part.animation.fill(at: time) }
    return nil
  }

  /// The channel of a node's animation.
  func channel(of node: Int) -> Int {
    Int(choice.pack[NodeRecord.self, node].channel)
  }

  /// The shown progress of a channel; nil while it is unknown or hidden.
  func progress(ofChannel channel: Int, at time: Instant) -> Fixed? {
    for part in parts {
      // A ring also shows the channels after its own.
      let own = channel - part.channel + 1
      guard own >= 1, own <= part.animation.channelCount else { continue }
      guard part.animation.showsProgress(at: time, channel: own) else { return nil }
      return part.animation.progress(at: time, channel: own)
    }
    return nil
  }
}

extension Command {
  /// The command for an animation with another first channel; nil if it is not for that animation.
  fileprivate func moved(to first: Int) -> Command? {
    switch self {
    case .progress(let channel, let percent):
      channel < first ? nil : .progress(channel: channel - first + 1, percent: percent)
    case .progressUnknown(let channel):
      channel < first ? nil : .progressUnknown(channel: channel - first + 1)
    case .message, .slot, .shake, .prompt, .remaining, .start, .done, .fail, .reset, .quit: self
    }
  }
}
