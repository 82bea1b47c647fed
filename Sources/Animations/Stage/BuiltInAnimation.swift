// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import Raster

/// One of the animations that come with Flipbook: what a command line can ask for.
///
/// The only place that knows them all. Embedded Swift has no existentials, so that a choice at run
/// time is passed on by a `switch`. Not an enumeration of the three: each change would copy what it holds,
/// with 8 KB of code, where the two that are not used take 600 bytes. And behind a reference, for whoever asks
/// a structure for its next frame copies all of it (compiler-workarounds.md: immutable-self).
public struct BuiltInAnimation {
  /// Which one it is.
  package let kind: StageConfiguration.AnimationKind

  /// Shared with the copies of this value until one of them changes.
  private var parts: Parts

  /// All of them; only one is used.
  private final class Parts {
    var flow: FlowBar
    var download: DownloadBar
    var rings: Rings
    /// What was taken last.
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

  /// Makes the animation that a configuration asks for; it appears at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    kind = configuration.animation
    parts = Parts(configuration, at: start)
  }

  /// Takes the colours and measures that a box asks for; what moves goes on.
  ///
  /// Copies may share them: each takes those of its own box before it is drawn.
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

  /// Makes the parts its own, which are to be changed.
  private mutating func unshare() {
    if !isKnownUniquelyReferenced(&parts) { parts = Parts(parts) }
  }
}

extension BuiltInAnimation: Animation {
  /// Applies a command to it.
  public mutating func apply(_ command: Command, at time: Instant) {
    unshare()
    switch kind {
    case .flow: parts.flow.apply(command, at: time)
    case .download: parts.download.apply(command, at: time)
    case .ring: parts.rings.apply(command, at: time)
    }
  }

  /// Passes through what happens by itself up to an instant.
  public mutating func advance(to time: Instant) {
    unshare()
    switch kind {
    case .flow: parts.flow.advance(to: time)
    case .download: parts.download.advance(to: time)
    case .ring: parts.rings.advance(to: time)
    }
  }

  /// Adds its shapes at an instant.
  public func draw(at time: Instant, in box: AnimationBox, into scene: inout Scene) {
    if let look = box.look { takeLook(look) }
    switch kind {
    case .flow: parts.flow.draw(at: time, in: box, into: &scene)
    case .download: parts.download.draw(at: time, in: box, into: &scene)
    case .ring: parts.rings.draw(at: time, in: box, into: &scene)
    }
  }

  /// When it may change next if no command comes.
  public func nextChange(after time: Instant, in box: AnimationBox) -> NextChange {
    nextChange(after: time, in: box, since: nil)
  }

  /// The same, where the frame on the display is an earlier one.
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

  /// What the frame at an instant shows of what moves; nil where that is too much.
  func shownMotion(at time: Instant) -> ShownMotion? {
    switch kind {
    case .flow: parts.flow.shownMotion(at: time)
    case .download: parts.download.shownMotion(at: time)
    case .ring: parts.rings.shownMotion(at: time)
    }
  }

  /// What it is doing.
  public func state(at time: Instant) -> StageState {
    switch kind {
    case .flow: parts.flow.state(at: time)
    case .download: parts.download.state(at: time)
    case .ring: parts.rings.state(at: time)
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

  /// Whether that was reported, or is on its way there.
  public func showsProgress(at time: Instant, channel: Int) -> Bool {
    switch kind {
    case .flow: parts.flow.showsProgress(at: time, channel: channel)
    case .download: parts.download.showsProgress(at: time, channel: channel)
    case .ring: parts.rings.showsProgress(at: time, channel: channel)
    }
  }

  /// How many channels it has.
  public var channelCount: Int {
    switch kind {
    case .flow: parts.flow.channelCount
    case .download: parts.download.channelCount
    case .ring: parts.rings.channelCount
    }
  }

  /// Whether all that moves goes on for ever.
  public func isEndless(at time: Instant) -> Bool {
    switch kind {
    case .flow: parts.flow.isEndless(at: time)
    case .download: parts.download.isEndless(at: time)
    case .ring: parts.rings.isEndless(at: time)
    }
  }

  /// Whether it shows a failure.
  public func holdsMessage(at time: Instant) -> Bool {
    switch kind {
    case .flow: parts.flow.holdsMessage(at: time)
    case .download: parts.download.holdsMessage(at: time)
    case .ring: parts.rings.holdsMessage(at: time)
    }
  }

  /// How many resets have been carried out that had to wait.
  public func resetCount(at time: Instant) -> Int {
    switch kind {
    case .flow: parts.flow.resetCount(at: time)
    case .download: parts.download.resetCount(at: time)
    case .ring: parts.rings.resetCount(at: time)
    }
  }

  /// The stage's colour where none is asked for.
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

  /// The box where no size is asked for, in points.
  public func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    switch kind {
    case .flow: parts.flow.defaultBox(stageWidth: stageWidth)
    case .download: parts.download.defaultBox(stageWidth: stageWidth)
    case .ring: parts.rings.defaultBox(stageWidth: stageWidth)
    }
  }

  /// Checks that it can be drawn in a box.
  ///
  /// - Throws: Why it cannot.
  public func check(_ box: AnimationBox) throws(StageError) {
    switch kind {
    case .flow: try parts.flow.check(box)
    case .download: try parts.download.check(box)
    case .ring: try parts.rings.check(box)
    }
  }

  /// How far it paints beside and above its box.
  public func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    switch kind {
    case .flow: parts.flow.overhang(of: box)
    case .download: parts.download.overhang(of: box)
    case .ring: parts.rings.overhang(of: box)
    }
  }
}

/// Colours and measures of an animation in a situation of a theme: those of one that nothing moves.
package final class AnimationCostume: Equatable, @unchecked Sendable {
  let animation: BuiltInAnimation

  init(_ configuration: StageConfiguration) {
    animation = BuiltInAnimation(configuration, at: .zero)
  }

  /// Whether both are the same one.
  package static func == (a: AnimationCostume, b: AnimationCostume) -> Bool { a === b }
}
