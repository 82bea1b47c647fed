// SPDX-License-Identifier: Apache-2.0

public import Animations
public import DisplayList
import Motion
import OutputConfiguration
import Presentation
import Scanout
import FixedPoint

/// An animation with its look, which is laid out for each display by itself.
public struct DisplayStage<Content: Animation> {
  let animation: Content
  let style: Content.Style
  let fillsDisplay: Bool
  let background: Color?
  let showsMessage: Bool

  /// A stage of an animation.
  ///
  /// - Parameters:
  ///   - animation: its state when it appears.
  ///   - style: its colours and measures.
  ///   - fillsDisplay: whether its box is the whole display; otherwise it has its default size, in the middle.
  ///   - background: nil means the animation's own.
  ///   - showsMessage: whether messages are shown below its box.
  public init(
    _ animation: Content, style: Content.Style, fillsDisplay: Bool = false,
    background: Color? = nil, showsMessage: Bool = false
  ) {
    (self.animation, self.style, self.fillsDisplay) = (animation, style, fillsDisplay)
    (self.background, self.showsMessage) = (background, showsMessage)
  }
}

extension DisplayStage: Sendable where Content: Sendable, Content.Style: Sendable {}

/// What the outputs of a display show beside the model: the layout of a stage of one's own.
struct OwnStage<Content: Animation>: StageSource, ~Copyable {
  typealias OutputLog = EventLog

  let log: EventLog
  private let fillsDisplay: Bool
  private let showsMessage: Bool

  /// A machine that shows nothing else has the time for it.
  var pacesEndless: Bool { false }

  init(_ stage: DisplayStage<Content>, log: EventLog) {
    self.log = log
    (fillsDisplay, showsMessage) = (stage.fillsDisplay, stage.showsMessage)
  }

  mutating func layout(
    of model: borrowing StageModel<Content>, on output: OutputDescription,
    _ options: borrowing OutputOptions
  ) throws(StageError) -> StageLayout {
    let fit = options.rules.fit(
      output.size, output.millimetres, on: output.name, mounted: output.mounted,
      minimumSize: DisplayScale.MinimumSize(width: 1, height: 1))
    return try StageLayout(
      width: output.size.width, height: output.size.height, scale: fit.scale,
      rotation: fit.rotation, fillsStage: fillsDisplay, showsMessage: showsMessage, for: model)
  }
}
