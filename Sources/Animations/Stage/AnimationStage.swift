// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import DisplayList
public import Stage

/// A stage with one of the animations that come with Flipbook.
public typealias Stage = AnimationStage<BuiltInAnimation>

/// An animation on its stage, laid out for one output: commands and times in, shapes out.
///
/// A drawing is a function of only the commands with their times and the queried time. It does not
/// depend on how often or when frames are drawn. Times must not decrease; an earlier time counts as
/// the last one. So a command that arrives while a frame for a later vblank is already drawn belongs
/// to the next frame. A command affects every frame from its own time on.
///
/// It allocates nothing. It is not for use by two threads at a time.
///
/// After a failure only a reset changes the frame, the message included. A message in between is
/// kept, is reported in the status, and is shown after the reset. A prompt is always shown; until it
/// is answered the animation pauses, dimmed, and continues afterwards.
public struct AnimationStage<Content: Animation>: ~Copyable {
  /// The channels of a stage.
  package static var channels: ClosedRange<Int> { 1...8 }

  private var model: StageModel<Content>
  private var layout: StageLayout

  /// Centres an animation on a stage of a size.
  ///
  /// - Parameters:
  ///   - animation: its state at `start`.
  ///   - style: the animation's colours and measures.
  ///   - widthInPixels: of the output, as it lies in memory.
  ///   - heightInPixels: of the output, as it lies in memory.
  ///   - scale: pixels per point.
  ///   - rotation: from the stage to those pixels.
  ///   - boxWidth: of the animation's own box in points; nil means its default.
  ///   - boxHeight: of the animation's own box in points; nil means its default.
  ///   - background: nil means the animation's own.
  ///   - showsMessage: whether the message is shown below the animation.
  ///   - start: when it appears.
  /// - Throws: Why it cannot be drawn.
  public init(
    _ animation: Content, style: Content.Style, widthInPixels: Int, heightInPixels: Int,
    scale: Fixed = 1, rotation: Rotation = .degrees0, boxWidth: Fixed? = nil,
    boxHeight: Fixed? = nil, background: Color? = nil, showsMessage: Bool = false,
    at start: Instant
  ) throws(StageError) {
    model = StageModel(
      animation, style: style, background: background, showsMessage: showsMessage, at: start)
    layout = try StageLayout(
      pixels: (widthInPixels, heightInPixels), scale: scale, rotation: rotation,
      points: (nil, nil), box: (boxWidth, boxHeight), for: model, showsMessage: showsMessage)
  }

  init(_ model: consuming StageModel<Content>, _ layout: StageLayout) {
    self.model = model
    self.layout = layout
  }

  /// Makes the pixmaps of a theme; call it before the first frame, as it takes a while.
  package func makePixmaps() { layout.makePixmaps() }

  /// Applies a command, or queues it until the instant at which it can be applied.
  public mutating func apply(_ command: Command, at time: Instant) {
    model.apply(command, at: time)
  }

  /// Sets the local time of day that a theme's clock shows, from an instant on; nil hides it.
  package mutating func set(_ clock: WallClock?, at time: Instant) { model.set(clock, at: time) }

  /// Sets what the on-screen keyboard shows on the stage's output during prompts.
  package mutating func show(_ face: OnScreenFace, on display: OnScreenDisplay) {
    model.set(keyboard: face)
    layout.keyboardDisplay = display
  }

  /// When the frame at an instant may change visibly next if no command comes.
  public mutating func nextChange(after time: Instant) -> NextChange {
    model.advance(to: time)
    return model.nextChange(after: time, on: layout)
  }

  /// Whether the motion is endless until a command comes: the progress is unknown, or all motion is
  /// like a light that runs along a bar.
  package mutating func isEndless(at time: Instant) -> Bool {
    model.advance(to: time)
    return model.isEndless(at: time)
  }

  /// Whether no later frame differs from that of an instant until a command comes.
  package mutating func isStill(at time: Instant) -> Bool {
    nextChange(after: time) == .never
  }

  /// Replaces a scene's contents by the frame at an instant.
  package mutating func draw(at time: Instant, into scene: inout Scene) {
    model.advance(to: time)
    model.draw(at: time, on: layout, into: &scene)
  }

  /// The shown and reported values of a channel; nil for an unknown channel.
  public mutating func status(at time: Instant, channel: Int = 1) -> StageStatus? {
    model.advance(to: time)
    return model.status(at: time, channel: channel)
  }

  /// The output's width.
  package var widthInPixels: Int { layout.widthInPixels }

  /// The output's height.
  package var heightInPixels: Int { layout.heightInPixels }

  /// Whether a prompt with an entry field is shown.
  package var isAsking: Bool { model.isAsking }
}

extension AnimationStage where Content == BuiltInAnimation {
  /// Sets up a stage; the animation appears at an instant.
  ///
  /// - Throws: The errors of `StageConfiguration.check()`.
  public init(_ configuration: StageConfiguration, at start: Instant) throws(StageError) {
    let model = try StageModel(configuration, at: start)
    let layout = try StageLayout(configuration, for: model)
    self.init(model, layout)
  }
}
