// SPDX-License-Identifier: Apache-2.0

public import Animations
public import DisplayList

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
