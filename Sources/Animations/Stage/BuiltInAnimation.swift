// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import DisplayList
internal import Theme
public import Stage

/// One of the animations that come with Flipbook, as a command line selects it.
///
/// Only this type knows all of them: Embedded Swift has no existentials, so a `switch` forwards a choice at run
/// time.
public struct BuiltInAnimation {
  /// The state and time of each kind of animation, without its style.
  private enum Motion {
    case flow(FlowMotion)
    case download(DownloadMotion)
    case ring(Rings)
  }

  private var motion: Motion

  /// A flow bar at an instant; `sweeps` as in `FlowMotion`.
  static func flow(
    at start: Instant, springDuration: Duration, sweeps: Bool = false
  ) -> BuiltInAnimation {
    BuiltInAnimation(
      .flow(FlowMotion(at: start, springDuration: springDuration, sweeps: sweeps)))
  }

  /// A download bar at an instant.
  static func download(at start: Instant, springDuration: Duration) -> BuiltInAnimation {
    BuiltInAnimation(.download(DownloadMotion(at: start, springDuration: springDuration)))
  }

  /// Some rings at an instant.
  static func rings(_ count: Int, at start: Instant) -> BuiltInAnimation {
    BuiltInAnimation(.ring(Rings(count, at: start)))
  }

  private init(_ motion: Motion) { self.motion = motion }

  /// The animation of a configuration; it appears at an instant.
  init(_ configuration: StageConfiguration, at start: Instant) {
    let duration = configuration.springDuration
    switch configuration.animation {
    case .flow: self = .flow(at: start, springDuration: duration)
    case .download: self = .download(at: start, springDuration: duration)
    case .ring: self = .rings(configuration.rings, at: start)
    }
  }

  /// Its kind.
  package var kind: StageConfiguration.AnimationKind {
    switch motion {
    case .flow: .flow
    case .download: .download
    case .ring: .ring
    }
  }
}

extension BuiltInAnimation: Animation {
  /// Applies a command.
  public mutating func apply(_ command: Command, at time: Instant) {
    switch motion {
    case .flow(var bar):
      if let input = MotionInput(command, channel: 1) { bar.apply(input, at: time) }
      motion = .flow(bar)
    case .download(var bar):
      if let input = MotionInput(command, channel: 1) { bar.apply(input, at: time) }
      motion = .download(bar)
    case .ring(var rings):
      rings.apply(command, at: time)
      motion = .ring(rings)
    }
  }

  /// Handles its own events up to an instant.
  public mutating func advance(to time: Instant) {
    switch motion {
    case .flow, .ring: break
    case .download(var bar):
      bar.advance(to: time)
      motion = .download(bar)
    }
  }

  /// Adds the animation's shapes at an instant; none in the style of another kind.
  public func draw(
    at time: Instant, in box: AnimationBox, style: AnimationStyle, into scene: inout Scene
  ) {
    switch (motion, style.kind) {
    case (.flow(let bar), .flow(let style)): bar.draw(at: time, in: box, style, into: &scene)
    case (.download(let bar), .download(let style)):
      bar.advanced(to: time).draw(at: time, in: box, style, into: &scene)
    case (.ring(let rings), .ring(let style)): rings.draw(at: time, in: box, style, into: &scene)
    case (.flow, _), (.download, _), (.ring, _): break
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
    switch (motion, style.kind) {
    case (.flow(let bar), .flow(let style)):
      bar.nextChange(after: time, in: box, style, since: shown)
    case (.download(let bar), .download(let style)):
      bar.nextChange(after: time, in: box, style, since: shown)
    case (.ring(let rings), .ring(let style)):
      rings.nextChange(after: time, in: box, style, since: shown)
    case (.flow, _), (.download, _), (.ring, _): .never
    }
  }

  /// The motion of the frame at an instant; nil where it is too complex.
  func shownMotion(at time: Instant) -> ShownMotion? {
    switch motion {
    case .flow(let bar): bar.shownMotion(at: time)
    case .download(let bar): bar.advanced(to: time).shownMotion(at: time)
    case .ring(let rings): rings.shownMotion(at: time)
    }
  }

  /// The animation's state.
  public func state(at time: Instant) -> StageState {
    switch motion {
    case .flow(let bar): bar.state(at: time)
    case .download(let bar): bar.advanced(to: time).state.stageState
    case .ring(let rings): rings[1].state(at: time)
    }
  }

  /// When the state changes next without a command.
  public func stateChange(after time: Instant) -> Instant? {
    switch motion {
    case .flow(let bar): bar.stateChange(after: time)
    case .download(let bar): bar.advanced(to: time).end
    case .ring(let rings): rings[1].stateChange(after: time)
    }
  }

  /// The displayed progress of a channel, from 0 to 1.
  public func progress(at time: Instant, channel: Int) -> Fixed {
    guard channel <= channelCount else { return 0 }
    return switch motion {
    case .flow(let bar): bar.progress(at: time)
    case .download(let bar): bar.advanced(to: time).progress(at: time)
    case .ring(let rings): rings[channel].length(at: time)
    }
  }

  /// Whether that is a reported progress, or on its way to one.
  public func showsProgress(at time: Instant, channel: Int) -> Bool {
    switch motion {
    case .flow(let bar): !bar.isUnknown
    case .download(let bar): !bar.advanced(to: time).isUnknown
    case .ring(let rings): channel > rings.count || rings[channel].showsProgress(at: time)
    }
  }

  /// The number of channels.
  public var channelCount: Int {
    switch motion {
    case .flow, .download: 1
    case .ring(let rings): rings.count
    }
  }

  /// Whether all motion is endless: only the colours of a flow bar move.
  public func isEndless(at time: Instant) -> Bool {
    switch motion {
    case .flow(let bar): bar.isStill(at: time, flows: false)
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
    switch motion {
    case .download(let bar): bar.advanced(to: time).resetCount
    case .flow, .ring: 0
    }
  }

  /// The stage's default colour.
  public var background: Color { kind.theme.background }

  /// The message's colour on that background.
  public var messageColor: Color { kind.theme.messageColor }

  /// The default box, in points.
  public func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    kind.defaultBox(stageWidth: stageWidth)
  }

  /// Checks that the animation can be drawn in a box.
  ///
  /// - Throws: The reason why it cannot be drawn.
  public func check(_ box: AnimationBox, style: AnimationStyle) throws(StageError) {
    switch (motion, style.kind) {
    case (.flow, .flow(let style)): try style.check()
    case (.ring(let rings), .ring(let style)): try rings.check(box, style)
    case (.download, _), (.flow, _), (.ring, _): break
    }
  }

  /// How far it draws beside and above its box: the bubble of a download bar jumps out of the box, and extends
  /// beyond both ends of it.
  public func overhang(of box: AnimationBox) -> (beside: Fixed, above: Fixed) {
    switch motion {
    case .download: (box.height * .half, box.height)
    case .flow, .ring: (1, 1)
    }
  }
}

extension StageConfiguration.AnimationKind {
  /// The default box, in points.
  func defaultBox(stageWidth: Fixed) -> (width: Fixed, height: Fixed) {
    switch self {
    case .flow: (stageWidth, 2)
    case .download: (200, 80)
    case .ring: (216, 216)
    }
  }

  /// The colours of its stage without a theme.
  fileprivate var theme: BuiltInTheme {
    switch self {
    case .flow: .flow
    case .download: .download
    case .ring: .ring
    }
  }
}
