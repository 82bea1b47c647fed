// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import Raster

/// Where an animation's box is on its stage: centred across it, and in the middle from top to bottom if what
/// is to be below it has room there.
struct BoxPlace: Equatable {
  /// The box's size on the stage in parts of its own, at most 1.
  private(set) var factor: Fixed = 1
  /// From the stage's upper edge to the box's, in points.
  private(set) var top: Fixed

  /// Finds it for a box of a height on a stage of another.
  ///
  /// Above the box `overhang` is to be free, in the box's own points; below it `room`, or `least` of that if the
  /// box has to move. It goes up as far as it has to for that, and is made smaller where that is not enough. A
  /// box that would have less than a quarter of its size stays in the middle.
  @inline(never)
  init(height: Fixed, on stage: Fixed, overhang: Fixed, below room: Fixed, least: Fixed) {
    top = (stage - height) / 2
    if room == 0 || top + height + room <= stage { return }
    let free = stage - least
    let fitting = min(free / (height + overhang), 1)
    // So small a stage has no place that is better.
    if fitting < Fixed(1, over: 4) { return }
    factor = fitting
    // A box that is made smaller takes all that is free; its middle was for its own size.
    top = factor < 1 ? free - height * factor : min(top, free - height)
  }

  /// Goes from this place to another.
  func interpolated(to other: BoxPlace, by part: Fixed) -> BoxPlace {
    var place = self
    place.factor = factor.interpolated(to: other.factor, by: part)
    place.top = top.interpolated(to: other.top, by: part)
    return place
  }
}

extension AnimationBox {
  /// The box at a place on a stage.
  @inline(never)
  func placed(_ place: BoxPlace, on width: Fixed, _ stageTransform: Transform) -> AnimationBox {
    AnimationBox(
      width: self.width, height: height,
      transform: stageTransform.translated(
        x: (width - self.width * place.factor) / 2, y: place.top
      ).scaled(by: place.factor))
  }
}
