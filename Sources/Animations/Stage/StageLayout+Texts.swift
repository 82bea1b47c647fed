// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Raster
internal import Theme

extension StageLayout {
  /// Where the message is, below the animation.
  @inline(never)
  func messageLayout(_ theme: BuiltInTheme) -> MessageLayout {
    theme.messageLayout(
      stageWidth: width, stageHeight: height,
      boxBottom: boxPlace.top + box.height * boxPlace.factor,
      scale: scale)
  }

  /// Puts a prompt of the built-in look, which has its lines, below the animation; returns where that is then.
  func place(_ prompt: inout PromptLayout) -> BoxPlace {
    // A gap of 2½ cap heights, of 1½ where something has to move, and a margin of one.
    let room = prompt.height + prompt.capHeight.twentieths(70)
    let place = BoxPlace(
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
