// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Theme

extension StageLayout {
  /// The position of the message, below the animation.
  func messageLayout(_ theme: BuiltInTheme) -> MessageLayout {
    theme.messageLayout(
      stageWidth: width, stageHeight: height,
      boxBottom: boxPlacement.top + box.height * boxPlacement.factor,
      scale: scale)
  }

  /// Places a prompt of the built-in look, with its lines, below the animation; returns the animation's
  /// position then.
  func place(_ prompt: inout PromptLayout) -> BoxPlacement {
    // A gap of 2½ cap heights, or 1½ if the box has to move, and a margin of one.
    let room = prompt.height + prompt.capHeight.twentieths(70)
    let place = BoxPlacement(
      height: box.height, on: height, overhang: overhang, below: room,
      least: room - prompt.capHeight)
    let top = min(
      place.top + box.height * place.factor + prompt.capHeight.twentieths(50),
      height - prompt.capHeight - prompt.height)
    prompt.middle = width / 2
    prompt.top = Fixed((top * scale).rounded) / scale
    return place
  }
}
