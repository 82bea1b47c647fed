// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import DisplayList

/// One of the animations that come with Flipbook, as a command line selects it.
///
/// Only this type knows all of them. Embedded Swift has no existentials, so a choice at run time is forwarded
/// by a `switch`. It is not an enumeration of the three: each change would copy its payload, with 8 KB of
/// code; the two unused ones take 600 bytes instead. It uses a reference, because a query of a structure for
/// its next frame copies all of it (compiler-workarounds.md: immutable-self).
public struct BuiltInAnimation {
  /// The selected animation.
  package let kind: StageConfiguration.AnimationKind

  /// Shared with copies of this value until one of them changes.
  private var parts: Parts

  /// All animations; only one is used.
  private final class Parts {
    var flow: FlowBar
    var download: DownloadBar
    var rings: Rings
    /// The look that was set last.
    var costume: AnimationCostume?

    init(_ configuration: StageConfiguration, at start: Instant) {
      flow = FlowBar(configuration, at: start)
      download = DownloadBar(configuration, at: start)
      rings = Rings(configuration, at: start)
    }

    init(_ other: Parts) {
      flow = other.flow
      download = other.download
      rings = other.rings
      costume = other.costume
    }
  }

  /// The animation of a configuration; it appears at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    kind = configuration.animation
    parts = Parts(configuration, at: start)
  }

  /// Sets the colours and measures of a box; the motion continues.
  ///
  /// Copies may share them: each sets those of its own box before it is drawn.
  @inline(never)
  private func takeLook(_ look: AnimationCostume) {
    let other = look.animation
    if parts.costume === look || kind != other.kind { return }
    parts.costume = look
    switch kind {
    case .flow: parts.flow.takeLook(of: other.parts.flow)
    case .download: parts.download.takeLook(of: other.parts.download)
    case .ring: parts.rings.takeLook(of: other.parts.rings)
    }
  }

  /// Copies the parts if they are shared, before a change.
  private mutating func unshare() {
    if !isKnownUniquelyReferenced(&parts) { parts = Parts(parts) }
  }
}

extension BuiltInAnimation: Animation {
  /// Applies a command.
  public mutating func apply(_ command: Command, at time: Instant) {
    unshare()
    switch kind {
    case .flow: parts.flow.apply(command, at: time)
    case .download: parts.download.apply(command, at: time)
    case .ring: parts.rings.apply(command, at: time)
    }
  }

  /// Handles its own events up to an instant.
  public mutating func advance(to time: Instant) {
    unshare()
    switch kind {
    case .flow: parts.flow.advance(to: time)
    case .download: parts.download.advance(to: time)
    case .ring: parts.rings.advance(to: time)
    }
  }

  /// Adds the animation's shapes at an instant.
  public func draw(at time: Instant, in box: AnimationBox, into scene: inout Scene) {
    if let look = box.look { takeLook(look) }
    switch kind {
    case .flow: parts.flow.draw(at: time, in: box, into: &scene)
    case .download: parts.download.draw(at: time, in: box, into: &scene)
    case .ring: parts.rings.draw(at: time, in: box, into: &scene)
    }
  }

  /// When the animation may change next without a command.
  public func nextChange(after time: Instant, in box: AnimationBox) -> NextChange {
    nextChange(after: time, in: box, since: nil)
  }

  /// The same, where the displayed frame is an earlier one.
  @inline(never)
  func nextChange(
    after time: Instant, in box: AnimationBox, since shown: ShownMotion?
  ) -> NextChange {
    if let look = box.look { takeLook(look) }
    switch kind {
    case .flow: return parts.flow.nextChange(after: time, in: box, since: shown)
    case .download: return parts.download.nextChange(after: time, in: box, since: shown)
    case .ring: return parts.rings.nextChange(after: time, in: box, since: shown)
    }
  }

  /// The motion of the frame at an instant; nil where it is too complex.
  func shownMotion(at time: Instant) -> ShownMotion? {
    switch kind {
    case .flow: parts.flow.shownMotion(at: time)
    case .download: parts.download.shownMotion(at: time)
    case .ring: parts.rings.shownMotion(at: time)
    }
  }

  /// The animation's state.
  public func state(at time: Instant) -> StageState {
    switch kind {
    case .flow: parts.flow.state(at: time)
    case .download: parts.download.state(at: time)
    case .ring: parts.rings.state(at: time)
    }
  }

  /// When the state changes next without a command.
  public func stateChange(after time: Instant) -> Instant? {
    switch kind {
    case .flow: parts.flow.stateChange(after: time)
    case .download: parts.download.stateChange(after: time)
    case .ring: parts.rings.stateChange(after: time)
    }
  }

  /// The displayed progress of a channel, from 0 to 1.
  public func progress(at time: Instant, channel: Int) -> Fixed {
    switch kind {
    case .flow: parts.flow.progress(at: time, channel: channel)
    case .download: parts.download.progress(at: time, channel: channel)
    case .ring: parts.rings.progress(at: time, channel: channel)
    }
  }

  /// Whether that is a reported progress, or on its way to one.
  public func showsProgress(at time: Instant, channel: Int) -> Bool {
    switch kind {
    case .flow: parts.flow.showsProgress(at: time, channel: channel)
    case .download: parts.download.showsProgress(at: time, channel: channel)
    case .ring: parts.rings.showsProgress(at: time, channel: channel)
    }
  }

  /// The number of channels.
  public var channelCount: Int {
    switch kind {
    case .flow: parts.flow.channelCount
    case .download: parts.download.channelCount
    case .ring: parts.rings.channelCount
    }
  }

  /// Whether all motion is endless.
  public func isEndless(at time: Instant) -> Bool {
    switch kind {
    case .flow: parts.flow.isEndless(at: time)
    case .download: parts.download.isEndless(at: time)
    case .ring: parts.rings.isEndless(at: time)
    }
  }

  /// Whether the animation shows a failure.
  public func holdsMessage(at time: Instant) -> Bool {
    switch kind {
    case .flow: parts.flow.holdsMessage(at: time)
    case .download: parts.download.holdsMessage(at: time)
    case .ring: parts.rings.holdsMessage(at: time)
    }
  }

  /// The number of executed resets that were pending.
  public func resetCount(at time: Instant) -> Int {
    switch kind {
    case .flow: parts.flow.resetCount(at: time)
    case .download: parts.download.resetCount(at: time)
    case .ring: parts.rings.resetCount(at: time)
    }
  }

  /// The stage's default colour.
  public var background: Color {
    switch kind {
    case .flow: parts.flow.background
    case .download: parts.download.background
    case .ring: parts.rings.background
    }
  }

  /// The message's colour on that background.
  public var messageColor: Color {
    switch kind {
    case .flow: parts.flow.messageColor
    case .download: parts.download.messageColor
    case .ring: parts.rings.messageColor
    }
  }

  /// The default box, in points.
  public func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    switch kind {
    case .flow: parts.flow.defaultBox(stageWidth: stageWidth)
    case .download: parts.download.defaultBox(stageWidth: stageWidth)
    case .ring: parts.rings.defaultBox(stageWidth: stageWidth)
    }
  }

  /// Checks that the animation can be drawn in a box.
  ///
  /// - Throws: The reason why it cannot be drawn.
  public func check(_ box: AnimationBox) throws(StageError) {
    switch kind {
    case .flow: try parts.flow.check(box)
    case .download: try parts.download.check(box)
    case .ring: try parts.rings.check(box)
    }
  }

  /// How far it draws beside and above its box.
  public func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    switch kind {
    case .flow: parts.flow.overhang(of: box)
    case .download: parts.download.overhang(of: box)
    case .ring: parts.rings.overhang(of: box)
    }
  }
}

/// The colours and measures of an animation in a situation of a theme, held by an animation that does not
/// move.
package final class AnimationCostume: Equatable, @unchecked Sendable {
  let animation: BuiltInAnimation

  init(_ configuration: StageConfiguration) {
    animation = BuiltInAnimation(configuration, at: .zero)
  }

  /// Whether both are the same object.
  package static func == (a: AnimationCostume, b: AnimationCostume) -> Bool { a === b }
}
