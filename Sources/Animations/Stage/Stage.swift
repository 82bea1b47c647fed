// SPDX-License-Identifier: Apache-2.0

import FixedPoint
public import Motion
public import Raster

/// An animation on its stage: commands and times in, shapes out.
///
/// What it draws is a function of the commands with their times and of the time that is asked for,
/// and of nothing else: not of how often or when frames are drawn. Times must not decrease; a time
/// before the last one counts as the last one, so that a command which arrives while a frame for a
/// later vblank is already drawn belongs to the frame after it. A command takes part in every frame
/// from its own time on.
///
/// Allocates nothing. Not for use by two threads at a time.
///
/// After a failure only a reset changes the frame, the message included: one that comes in
/// between is kept, reads back, and is shown after the reset. What a person is asked is shown always;
/// until it is answered the animation rests, dimmed, and goes on afterwards from where it was.
public struct Stage: ~Copyable {
  /// The channels that a stage knows.
  public static var channels: ClosedRange<Int> { 1...8 }

  /// What was asked for, in its present size.
  public private(set) var configuration: StageConfiguration

  var layout: StageLayout

  // Only the configured one receives inputs; the others are a few hundred bytes.
  private(set) var flow: FlowMotion
  private(set) var download: DownloadMotion
  private(set) var rings: InlineArray<8, RingMotion>

  private(set) var shake = Shake()

  /// The entry field, during a prompt.
  private(set) var entry = EntryField(.none)
  private(set) var rest = Rest()

  private var reportedState = ReportedState()
  private var now: Instant

  /// The visible message, which a failure freezes.
  private(set) var shownMessage = Message()
  /// Whether it may have to give way to another one.
  private var owesMessage = false
  private var resetsSeen = 0

  /// Sets a stage up; the animation appears at an instant.
  ///
  /// - Throws: What `StageConfiguration.check()` does.
  public init(_ configuration: StageConfiguration, at start: Instant) throws(StageError) {
    layout = try StageLayout(configuration)
    self.configuration = configuration
    now = start
    flow = FlowMotion(at: start, springDuration: configuration.springDuration)
    download = DownloadMotion(at: start, springDuration: configuration.springDuration)
    rings = InlineArray(repeating: RingMotion(at: start))
  }

  /// Sets a stage up that shows the same as another one, with another layout.
  ///
  /// The configuration may differ in sizes, scale and rotation, and in nothing that moves: the same
  /// animation with as many rings. From here on both show the same if they get the same commands.
  public init(
    copying other: borrowing Stage, _ configuration: StageConfiguration
  ) throws(StageError) {
    precondition(
      configuration.animation == other.configuration.animation
        && configuration.rings == other.configuration.rings,
      "The other stage moves in another way.")
    layout = try StageLayout(configuration)
    self.configuration = configuration
    flow = other.flow
    download = other.download
    rings = other.rings
    reportedState = other.reportedState
    shake = other.shake
    entry = other.entry
    rest = other.rest
    now = other.now
    shownMessage = other.shownMessage
    owesMessage = other.owesMessage
    resetsSeen = other.resetsSeen
  }

  /// Applies a command, or queues it until the instant at which it can be applied.
  public mutating func apply(_ command: Command, at time: Instant) {
    advance(to: time)
    reportedState.note(command)
    owesMessage = true
    if case .shake = command { shake.begin(at: now) }
    if case .entry(let entry) = command {
      self.entry = entry
      rest.set(entry.isOn, at: now)
    }
    let t = animationTime
    switch configuration.animation {
    case .flow:
      if let input = MotionInput(command, channel: 1) { flow.apply(input, at: t) }
    case .download:
      if let input = MotionInput(command, channel: 1) { download.apply(input, at: t) }
    case .ring:
      for index in 0..<configuration.rings {
        if let input = MotionInput(command, channel: index + 1) { rings[index].apply(input, at: t) }
      }
    }
    updateMessage()
  }

  /// When the frame may change next if no command comes.
  public mutating func nextChange(after time: Instant) -> NextChange {
    advance(to: time)
    if configuration.showsMessage && !shake.isStill(at: now) { return .now }
    if rest.isOn { return .never }
    let t = animationTime
    switch configuration.animation {
    case .flow: return flow.isStill(at: t, flows: configuration.flow != .still) ? .never : .now
    case .download:
      let change = download.nextChange(after: t)
      if case .at(let time) = change { return .at(rest.instant(of: time)) }
      return change
    case .ring:
      for index in 0..<configuration.rings where !rings[index].isStill(at: t) { return .now }
      return .never
    }
  }

  /// Whether what moves goes on for ever until a command comes: nobody knows how far it is, or all that
  /// moves is the flow bar's light.
  public mutating func isEndless(at time: Instant) -> Bool {
    advance(to: time)
    if configuration.animation == .flow, flow.isStill(at: animationTime, flows: false) {
      return true
    }
    let rings = configuration.animation == .ring ? configuration.rings : 1
    for channel in 1...rings where reportedState[channel]?.isUnknown == true { return true }
    return false
  }

  /// Whether no later frame differs from that of an instant until a command comes.
  public mutating func isStill(at time: Instant) -> Bool {
    nextChange(after: time) == .never
  }

  /// Replaces a scene's contents by the frame at an instant.
  public mutating func draw(at time: Instant, into scene: inout Scene) {
    advance(to: time)
    drawAnimation(at: now, into: &scene)
  }

  /// What is shown and was reported on a channel; nil for a channel that a stage does not know.
  public mutating func status(at time: Instant, channel: Int = 1) -> StageStatus? {
    advance(to: time)
    guard let report = reportedState[channel] else { return nil }
    return StageStatus(
      state: state, percent: report.percent, isUnknown: report.isUnknown,
      shown: shownProgress(channel: channel), showsProgress: showsProgress(channel: channel),
      remainingSeconds: reportedState.remainingSeconds,
      isFailed: reportedState.isFailed,
      message: reportedState.message, isQuitting: reportedState.isQuitting)
  }

  private mutating func advance(to time: Instant) {
    now = max(now, time)
    if configuration.animation == .download { download.advance(to: animationTime) }
    updateMessage()
  }

  /// The animation's time, which stands still during a prompt.
  private var animationTime: Instant { rest.time(of: now) }

  /// Whether a prompt with an entry field is shown.
  public var isAsking: Bool { entry.isOn }

  /// The last message, shown or not.
  var askedMessage: Message { reportedState.message }

  private mutating func updateMessage() {
    let isHeld =
      switch configuration.animation {
      case .flow: flow.fade.isFailed
      case .download: download.state == .failing || download.state == .failed
      case .ring: rings[0].fade.isFailed
      }
    // A reset may have let the message through even if a failure holds it again by now.
    let isLet = !isHeld || resetsSeen != download.resetCount
    resetsSeen = download.resetCount
    // Not in each frame: messages are large to copy.
    guard isLet && owesMessage else { return }
    shownMessage = reportedState.message
    owesMessage = false
  }

  private func shownProgress(channel: Int) -> Fixed {
    switch configuration.animation {
    case .flow: channel == 1 ? flow.progress(at: animationTime) : 0
    case .download: channel == 1 ? download.progress(at: animationTime) : 0
    case .ring: channel <= configuration.rings ? rings[channel - 1].length(at: animationTime) : 0
    }
  }

  private func showsProgress(channel: Int) -> Bool {
    switch configuration.animation {
    case .flow: !flow.isUnknown
    case .download: !download.isUnknown
    case .ring:
      channel > configuration.rings || rings[channel - 1].showsProgress(at: animationTime)
    }
  }

  private var state: StageState {
    switch configuration.animation {
    case .flow: flow.state(at: animationTime)
    case .download: download.state.stageState
    case .ring: rings[0].state(at: animationTime)
    }
  }
}
