// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList

/// The position of an animation's box on its stage: centred horizontally, and vertically too if the parts
/// below it have room.
struct BoxPlacement: Equatable {
  /// The box's scale on the stage, at most 1.
  private(set) var factor: Fixed = 1
  /// The distance from the stage's top to the box's top, in points.
  private(set) var top: Fixed

  /// The position for a box of a height on a stage of another height.
  ///
  /// `overhang` must be free above the box, in the box's own points; `room` must be free below it, or `least`
  /// if the box has to move. The box moves up as far as needed, and becomes smaller where that is not enough.
  /// A box that would have less than a quarter of its size stays in the middle. Below a logo the middle of the box is
  /// at four fifths of the height.
  init(
    height: Fixed, on stage: Fixed, overhang: Fixed, below room: Fixed, least: Fixed,
    isBelowLogo: Bool = false
  ) {
    top = (stage - height) / 2
    if isBelowLogo {
      top = max(top, min(stage.scaled(by: 4, over: 5) - height / 2, stage - height))
    }
    if room == 0 || top + height + room <= stage { return }
    let free = stage - least
    let fitting = min(free / (height + overhang), 1)
    // On such a small stage no position is better.
    if fitting < Fixed(1, over: 4) { return }
    factor = fitting
    // A smaller box uses the whole free height; the middle above was for its full size.
    top = factor < 1 ? free - height * factor : min(top, free - height)
  }

  /// Interpolates from this position to another.
  func interpolated(to other: BoxPlacement, by part: Fixed) -> BoxPlacement {
    var place = self
    place.factor = factor.interpolated(to: other.factor, by: part)
    place.top = top.interpolated(to: other.top, by: part)
    return place
  }
}

extension AnimationBox {
  /// The box at a position on a stage.
  func placed(_ place: BoxPlacement, on width: Fixed, _ stageTransform: Transform) -> AnimationBox {
    AnimationBox(
      width: self.width, height: height,
      transform: stageTransform.translated(
        x: (width - self.width * place.factor) / 2, y: place.top
      ).scaled(by: place.factor))
  }
}
