// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import DisplayList
public import Stage

/// One of the animations that come with Flipbook, as a command line selects it.
///
/// Only this type knows all of them: Embedded Swift has no existentials, so a `switch` forwards a choice at run
/// time.
public struct BuiltInAnimation {
  /// The selected animation.
  package let kind: StageConfiguration.AnimationKind

  /// Shared with copies of this value until one of them changes.
  private var motions: Motions

  /// The state and time of each kind of animation, without its style; only one is used.
  ///
  /// A reference, because each query of an enumeration or a structure copies all of it: 4,000 instructions in a
  /// frame (compiler-workarounds.md: immutable-self).
  private final class Motions {
    var flow: FlowMotion
    var download: DownloadTimeline
    var rings: Rings

    init(_ flow: FlowMotion, _ download: DownloadTimeline, _ rings: Rings) {
      (self.flow, self.download, self.rings) = (flow, download, rings)
    }
  }

  private init(
    _ kind: StageConfiguration.AnimationKind, at start: Instant,
    springDuration: TimeSpan = .milliseconds(500), sweeps: Bool = false, rings: Int = 1
  ) {
    self.kind = kind
    motions = Motions(
      FlowMotion(at: start, springDuration: springDuration, sweeps: sweeps),
      DownloadTimeline(DownloadMotion(at: start, springDuration: springDuration), at: start),
      Rings(rings, at: start))
  }

  /// A flow bar at an instant; `sweeps` as in `FlowMotion`.
  static func flow(
    at start: Instant, springDuration: TimeSpan, sweeps: Bool = false
  ) -> BuiltInAnimation {
    BuiltInAnimation(.flow, at: start, springDuration: springDuration, sweeps: sweeps)
  }

  /// A download bar at an instant.
  static func download(at start: Instant, springDuration: TimeSpan) -> BuiltInAnimation {
    BuiltInAnimation(.download, at: start, springDuration: springDuration)
  }

  /// Some rings at an instant.
  static func rings(_ count: Int, at start: Instant) -> BuiltInAnimation {
    BuiltInAnimation(.ring, at: start, rings: count)
  }

  /// The animation of a configuration; it appears at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    let duration = configuration.springDuration
    switch configuration.animation {
    case .flow: self = .flow(at: start, springDuration: duration)
    case .download: self = .download(at: start, springDuration: duration)
    case .ring: self = .rings(configuration.rings, at: start)
    }
  }

  /// Copies the motions if they are shared, before a change.
  private mutating func unshare() {
    if isKnownUniquelyReferenced(&motions) { return }
    motions = Motions(motions.flow, motions.download, motions.rings)
  }
}

extension BuiltInAnimation: Animation {
  /// Applies a command.
  public mutating func apply(_ command: Command, at time: Instant) {
    unshare()
    switch kind {
    case .flow:
      if let input = MotionInput(command, channel: 1) { motions.flow.apply(input, at: time) }
    case .download:
      if let input = MotionInput(command, channel: 1) { motions.download.apply(input, at: time) }
    case .ring: motions.rings.apply(command, at: time)
    }
  }

  /// Handles its own events up to an instant.
  public mutating func advance(to time: Instant) {
    switch kind {
    case .flow, .ring: break
    case .download:
      unshare()
      motions.download.advance(to: time)
    }
  }

  /// Adds the animation's shapes at an instant; none in the style of another kind.
  public func draw(
    at time: Instant, in box: AnimationBox, style: AnimationStyle, into scene: inout Scene
  ) {
    guard style.animation == kind else { return }
    switch style.kind {
    case .flow(let style): motions.flow.draw(at: time, in: box, style, into: &scene)
    case .download(let style):
      motions.download.draw(at: time, in: box, style, into: &scene)
    case .ring(let style): motions.rings.draw(at: time, in: box, style, into: &scene)
    }
  }

  /// When the animation may change next without a command.
  public func nextChange(
    after time: Instant, in box: AnimationBox, style: AnimationStyle
  ) -> NextChange {
    nextChange(after: time, in: box, style: style, since: nil)
  }

  /// The same, where the displayed frame is an earlier one.
  func nextChange(
    after time: Instant, in box: AnimationBox, style: AnimationStyle, since shown: ShownMotion?
  ) -> NextChange {
    guard style.animation == kind else { return .never }
    return switch style.kind {
    case .flow(let style): motions.flow.nextChange(after: time, in: box, style, since: shown)
    case .download(let style):
      motions.download.nextChange(after: time, in: box, style, since: shown)
    case .ring(let style): motions.rings.nextChange(after: time, in: box, style, since: shown)
    }
  }

  /// The motion of the frame at an instant; nil where it is too complex.
  func shownMotion(at time: Instant) -> ShownMotion? {
    switch kind {
    case .flow: motions.flow.shownMotion(at: time)
    case .download: motions.download.motion(at: time).shownMotion(at: time)
    case .ring: motions.rings.shownMotion(at: time)
    }
  }

  /// The filled parts of a bar at an instant; nil for another animation.
  func fill(at time: Instant) -> InlineArray<2, FlowSpan>? {
    switch kind {
    case .flow: motions.flow.fill(at: time)
    case .download, .ring: nil
    }
  }

  /// The animation's state.
  public func state(at time: Instant) -> StageState {
    switch kind {
    case .flow: motions.flow.state(at: time)
    case .download: motions.download.motion(at: time).state.stageState
    case .ring: motions.rings[1].state(at: time)
    }
  }

  /// When the state changes next without a command.
  public func stateChange(after time: Instant) -> Instant? {
    switch kind {
    case .flow: motions.flow.stateChange(after: time)
    case .download: motions.download.motion(at: time).end
    case .ring: motions.rings[1].stateChange(after: time)
    }
  }

  /// The displayed progress of a channel, from 0 to 1.
  public func progress(at time: Instant, channel: Int) -> Fixed {
    guard channel <= channelCount else { return 0 }
    return switch kind {
    case .flow: motions.flow.progress(at: time)
    case .download: motions.download.motion(at: time).progress(at: time)
    case .ring: motions.rings[channel].length(at: time)
    }
  }

  /// How far a channel's progress can move after an instant; nil where it is too complex.
  func progressBound(at time: Instant, channel: Int) -> MotionBound? {
    guard channel <= channelCount else { return nil }
    switch kind {
    case .flow: return motions.flow.shown.bound(at: time)
    case .download: return motions.download.motion(at: time).progressBound(at: time)
    case .ring:
      let ring = motions.rings[channel]
      return ring.isStill(at: time) ? .rest : ring.lengthBound(at: time)
    }
  }

  /// Whether that is a reported progress, or on its way to one.
  public func showsProgress(at time: Instant, channel: Int) -> Bool {
    switch kind {
    case .flow: !motions.flow.isUnknown
    case .download: !motions.download.motion(at: time).isUnknown
    case .ring: channel > motions.rings.count || motions.rings[channel].showsProgress(at: time)
    }
  }

  /// The number of channels.
  public var channelCount: Int {
    switch kind {
    case .flow, .download: 1
    case .ring: motions.rings.count
    }
  }

  /// Whether all motion is endless: only the colours of a flow bar move.
  public func isEndless(at time: Instant) -> Bool {
    switch kind {
    case .flow: motions.flow.isStill(at: time, flows: false)
    case .download, .ring: false
    }
  }

  /// Whether the animation shows a failure.
  public func holdsMessage(at time: Instant) -> Bool {
    switch state(at: time) {
    case .failing, .failed: true
    case .idle, .readying, .settling, .downloading, .running, .succeeded, .resuming: false
    }
  }

  /// The number of executed resets that were pending.
  public func resetCount(at time: Instant) -> Int {
    switch kind {
    case .download: motions.download.motion(at: time).resetCount
    case .flow, .ring: 0
    }
  }

  /// The stage's default colour.
  public var background: Color { kind.look.background }

  /// The message's colour on that background.
  public var messageColor: Color { kind.look.messageColor }

  /// The default box, in points.
  public func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    kind.defaultBox(stageWidth: stageWidth)
  }

  /// Checks that the animation can be drawn in a box.
  ///
  /// - Throws: The reason why it cannot be drawn.
  public func check(_ box: AnimationBox, style: AnimationStyle) throws(StageError) {
    switch style.kind {
    case .flow(let style): try style.check()
    case .download: break
    case .ring(let style): try motions.rings.check(box, style)
    }
  }

  /// How far it draws beside and above its box: the bubble of a download bar jumps out of the box, and extends
  /// beyond both ends of it.
  public func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    kind.overhang(of: box)
  }
}
