// SPDX-License-Identifier: Apache-2.0

public import FixedPoint
public import Motion
public import Raster

/// A stage with one of the animations that come with Flipbook.
public typealias Stage = AnimationStage<BuiltInAnimation>

/// An animation on its stage, laid out for one output: commands and times in, shapes out.
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
public struct AnimationStage<Content: Animation>: ~Copyable {
  /// The channels that a stage knows.
  package static var channels: ClosedRange<Int> { 1...8 }

  private var model: StageModel<Content>
  private let layout: StageLayout

  /// Puts an animation in the middle of a stage of a size.
  ///
  /// - Parameters:
  ///   - animation: as it is at `start`.
  ///   - widthInPixels: of the output, as it lies in memory.
  ///   - heightInPixels: likewise.
  ///   - scale: pixels per point.
  ///   - rotation: from the stage to those pixels.
  ///   - boxWidth: the animation's own box in points; nil means its default.
  ///   - boxHeight: likewise.
  ///   - background: nil means the animation's own.
  ///   - showsMessage: whether the message is shown below the animation.
  ///   - start: when it appears.
  /// - Throws: Why it cannot be drawn.
  public init(
    _ animation: Content, widthInPixels: Int, heightInPixels: Int, scale: Fixed = 1,
    rotation: Rotation = .degrees0, boxWidth: Fixed? = nil, boxHeight: Fixed? = nil,
    background: Color? = nil, showsMessage: Bool = false, at start: Instant
  ) throws(StageError) {
    layout = try StageLayout(
      pixels: (widthInPixels, heightInPixels), scale: scale, rotation: rotation,
      points: (nil, nil), box: (boxWidth, boxHeight), for: animation,
      showsMessage: showsMessage)
    model = StageModel(
      animation, background: background, showsMessage: showsMessage, at: start)
  }

  init(_ model: consuming StageModel<Content>, _ layout: StageLayout) {
    self.model = model
    self.layout = layout
  }

  /// Makes the pixmaps that a theme needs; before the first frame, for this takes a while.
  package func makePixmaps() { layout.makePixmaps() }

  /// Applies a command, or queues it until the instant at which it can be applied.
  public mutating func apply(_ command: Command, at time: Instant) {
    model.apply(command, at: time)
  }

  /// When the frame at an instant may change next, visibly, if no command comes.
  public mutating func nextChange(after time: Instant) -> NextChange {
    model.advance(to: time)
    return model.nextChange(after: time, on: layout)
  }

  /// Whether what moves goes on for ever until a command comes: nobody knows how far it is, or all
  /// that moves is such as a light that runs along a bar.
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

  /// What is shown and was reported on a channel; nil for a channel that a stage does not know.
  public mutating func status(at time: Instant, channel: Int = 1) -> StageStatus? {
    model.advance(to: time)
    return model.status(at: time, channel: channel)
  }

  /// The columns of the output that it is laid out for.
  package var widthInPixels: Int { layout.widthInPixels }

  /// The rows of the output that it is laid out for.
  package var heightInPixels: Int { layout.heightInPixels }

  /// Whether a prompt with an entry field is shown.
  package var isAsking: Bool { model.isAsking }
}

extension AnimationStage where Content == BuiltInAnimation {
  /// Sets a stage up; the animation appears at an instant.
  ///
  /// - Throws: What `StageConfiguration.check()` does.
  public init(_ configuration: StageConfiguration, at start: Instant) throws(StageError) {
    let model = try StageModel(configuration, at: start)
    let layout = try StageLayout(configuration, for: model.animation)
    self.init(model, layout)
  }
}
