// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import Raster

/// One of the animations that come with Flipbook: what a command line can ask for.
///
/// The only place that knows them all. Embedded Swift has no existentials, so that a choice at run
/// time is passed on by a `switch`. Not an enumeration of the three: each change would copy what it holds,
/// with 8 KB of code, where the two that are not used take 600 bytes.
public struct BuiltInAnimation {
  /// Which one it is.
  package let kind: StageConfiguration.AnimationKind

  private var flow: FlowBar
  private var download: DownloadBar
  private var rings: Rings

  /// Makes the animation that a configuration asks for; it appears at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    kind = configuration.animation
    flow = FlowBar(configuration, at: start)
    download = DownloadBar(configuration, at: start)
    rings = Rings(configuration, at: start)
  }
}

extension BuiltInAnimation: Animation {
  /// Applies a command to it.
  public mutating func apply(_ command: Command, at time: Instant) {
    switch kind {
    case .flow: flow.apply(command, at: time)
    case .download: download.apply(command, at: time)
    case .ring: rings.apply(command, at: time)
    }
  }

  /// Passes through what happens by itself up to an instant.
  public mutating func advance(to time: Instant) {
    switch kind {
    case .flow: flow.advance(to: time)
    case .download: download.advance(to: time)
    case .ring: rings.advance(to: time)
    }
  }

  /// Adds its shapes at an instant.
  @inline(__always)
  public func draw(at time: Instant, in box: AnimationBox, into scene: inout Scene) {
    switch kind {
    case .flow: flow.draw(at: time, in: box, into: &scene)
    case .download: download.draw(at: time, in: box, into: &scene)
    case .ring: rings.draw(at: time, in: box, into: &scene)
    }
  }

  /// When it may change next if no command comes.
  @inline(__always)
  public func nextChange(after time: Instant) -> NextChange {
    switch kind {
    case .flow: flow.nextChange(after: time)
    case .download: download.nextChange(after: time)
    case .ring: rings.nextChange(after: time)
    }
  }

  /// What it is doing.
  public func state(at time: Instant) -> StageState {
    switch kind {
    case .flow: flow.state(at: time)
    case .download: download.state(at: time)
    case .ring: rings.state(at: time)
    }
  }

  /// The displayed progress of a channel, from 0 to 1.
  public func progress(at time: Instant, channel: Int) -> Fixed {
    switch kind {
    case .flow: flow.progress(at: time, channel: channel)
    case .download: download.progress(at: time, channel: channel)
    case .ring: rings.progress(at: time, channel: channel)
    }
  }

  /// Whether that was reported, or is on its way there.
  public func showsProgress(at time: Instant, channel: Int) -> Bool {
    switch kind {
    case .flow: flow.showsProgress(at: time, channel: channel)
    case .download: download.showsProgress(at: time, channel: channel)
    case .ring: rings.showsProgress(at: time, channel: channel)
    }
  }

  /// How many channels it has.
  public var channelCount: Int {
    switch kind {
    case .flow: flow.channelCount
    case .download: download.channelCount
    case .ring: rings.channelCount
    }
  }

  /// Whether all that moves goes on for ever.
  public func isEndless(at time: Instant) -> Bool {
    switch kind {
    case .flow: flow.isEndless(at: time)
    case .download: download.isEndless(at: time)
    case .ring: rings.isEndless(at: time)
    }
  }

  /// Whether it shows a failure.
  public func holdsMessage(at time: Instant) -> Bool {
    switch kind {
    case .flow: flow.holdsMessage(at: time)
    case .download: download.holdsMessage(at: time)
    case .ring: rings.holdsMessage(at: time)
    }
  }

  /// How many resets have been carried out that had to wait.
  public func resetCount(at time: Instant) -> Int {
    switch kind {
    case .flow: flow.resetCount(at: time)
    case .download: download.resetCount(at: time)
    case .ring: rings.resetCount(at: time)
    }
  }

  /// The stage's colour where none is asked for.
  public var background: Color {
    switch kind {
    case .flow: flow.background
    case .download: download.background
    case .ring: rings.background
    }
  }

  /// The message's colour on that background.
  public var messageColor: Color {
    switch kind {
    case .flow: flow.messageColor
    case .download: download.messageColor
    case .ring: rings.messageColor
    }
  }

  /// The box where no size is asked for, in points.
  public func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    switch kind {
    case .flow: flow.defaultBox(stageWidth: stageWidth)
    case .download: download.defaultBox(stageWidth: stageWidth)
    case .ring: rings.defaultBox(stageWidth: stageWidth)
    }
  }

  /// Checks that it can be drawn in a box.
  ///
  /// - Throws: Why it cannot.
  public func check(_ box: AnimationBox) throws(StageError) {
    switch kind {
    case .flow: try flow.check(box)
    case .download: try download.check(box)
    case .ring: try rings.check(box)
    }
  }

  /// How far it paints beside and above its box.
  public func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    switch kind {
    case .flow: flow.overhang(of: box)
    case .download: download.overhang(of: box)
    case .ring: rings.overhang(of: box)
    }
  }
}
