// SPDX-License-Identifier: Apache-2.0

internal import DisplayList
internal import FixedPoint

/// The firmware's logo on one output, where the firmware has drawn it; a class, because layouts are copied.
final class StageLogo {
  /// The image and its position.
  let image: PlacedImage
  /// What its pixmap is part of; nil before it is reserved, and where it has no room.
  private(set) var pixmaps: PixmapSet?
  private var number = -1

  init(_ image: PlacedImage) { self.image = image }

  /// Makes its pixmap as one of a set; without room for it there is no logo.
  func reserve(in set: PixmapSet) {
    guard let number = set.add(image.image, rotation: image.rotation) else { return }
    (pixmaps, self.number) = (set, number)
  }

  /// Draws it over the background.
  func draw(into scene: inout Scene) {
    if pixmaps == nil { return }
    let box = image.pixels
    scene.add(
      .rectangle(
        Rectangle(
          x: Fixed(box.x), y: Fixed(box.y), width: Fixed(box.width), height: Fixed(box.height))),
      paint: .pixmap(index: number, version: 0, x: box.x, y: box.y), opacity: .one)
  }
}
