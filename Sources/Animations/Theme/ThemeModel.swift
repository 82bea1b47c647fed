// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Motion
internal import DisplayList
internal import Theme

/// The moving parts of a theme besides a stage's own animation: one more animation for each further node.
///
/// A class, so that a stage without a theme has only a nil reference. Motion is shared by all outputs and
/// situations, and so are an animation's colours: they are those of the idle situation.
final class ThemeModel {
  /// An animation with its first channel; a class, because it changes in place.
  final class Part {
    let node: Int
    let channel: Int
    var animation: BuiltInAnimation

    init(node: Int, channel: Int, animation: BuiltInAnimation) {
      (self.node, self.channel, self.animation) = (node, channel, animation)
    }
  }

  let choice: ThemeChoice
  let parts: [Part]

  /// The clock of frame sequences, which a failure stops, and its time when the work was done.
  private(set) var clock: FailureFade
  private(set) var doneTime: Duration?

  /// The node of the stage's own animation; -1 for a hidden one.
  let mainNode: Int

  /// Creates a theme's animations except the stage's own, and sets that one's configuration.
  init(_ choice: ThemeChoice, _ configuration: inout StageConfiguration, at start: Instant) {
    self.choice = choice
    clock = FailureFade(at: start)
    let usual = configuration
    var main = -1
    let count = choice.pack.count(.nodes)
    parts = [Part](capacity: count) { parts in
      for node in 0..<count where choice.kind(ofNode: node) == .animation {
        let channel = Int(choice.pack[NodeRecord.self, node].channel)
        guard let record = ThemeModel.firstRecord(ofNode: node, choice) else { continue }
        let own = usual.configured(by: choice, record)
        if main < 0 && channel == 1 {
          (main, configuration) = (node, own)
        } else {
          parts.append(
            Part(node: node, channel: channel, animation: BuiltInAnimation(own, at: start)))
        }
      }
    }
    mainNode = main
    // It is hidden; only its state counts, and its colours must not cause frames.
    if main < 0 { (configuration.animation, configuration.flow) = (.flow, .still) }
  }

  /// A node's record in the idle situation, or else its first record.
  private static func firstRecord(ofNode node: Int, _ choice: ThemeChoice) -> Int? {
    let idle = Situation.index(aspect: 1, mode: choice.mode, phase: 0, isAsking: false)
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
    default: break
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
        let last = FrameTimes(choice.pack, record).outroEnd(done: doneTime)
      else { continue }
      end = max(end, time + (last - clock.elapsed(at: time)))
    }
    return end
  }

  func advance(to time: Instant) {
    for part in parts { part.animation.advance(to: time) }
  }

  /// When a node's animation in a box may change next.
  func nextChange(ofNode node: Int, after time: Instant, in box: AnimationBox) -> NextChange {
    for part in parts where part.node == node {
      return part.animation.nextChange(after: time, in: box)
    }
    return .never
  }

  func draw(node: Int, at time: Instant, in box: AnimationBox, into scene: inout Scene) {
    for part in parts where part.node == node {
      part.animation.draw(at: time, in: box, into: &scene)
    }
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
    default: self
    }
  }
}
