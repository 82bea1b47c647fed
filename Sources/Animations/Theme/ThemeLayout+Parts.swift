// SPDX-License-Identifier: Apache-2.0

internal import FixedPoint
internal import DisplayList
internal import Theme

/// The images of an element's parts, which take the place of its colours.
final class PartImages {
  /// A bar's track, or a panel.
  let back: SlicedImage?
  /// A bar's fill, or a prompt's field.
  let front: SlicedImage?
  let bullet: SlicedImage?
  /// The style of a bar without what the images replace; nil for another element.
  let style: AnimationStyle?

  init?(
    back: SlicedImage?, front: SlicedImage?, bullet: SlicedImage?, replacing style: AnimationStyle?
  ) {
    if back == nil && front == nil && bullet == nil { return nil }
    (self.back, self.front, self.bullet) = (back, front, bullet)
    self.style = style?.replaced(track: back != nil, fill: front != nil)
  }

  func has(_ number: Int) -> Bool {
    back?.has(number) ?? false || front?.has(number) ?? false || bullet?.has(number) ?? false
  }
}

extension ThemeLayout {
  /// Reserves the pixmaps of an element's parts; those of a prompt in the size for a room.
  func reserveParts(
    of element: Element, _ room: PromptRoom, scale: Fixed, _ maker: inout ThemePixmaps
  ) {
    guard let record = element.parts else { return }
    let parts = choice.pack[PartsElement.self, record]
    let place = element.box.pixels(scale: scale)
    if element.kind != .prompt {
      element.images = PartImages(
        back: maker.slices(of: parts.back, width: place.width, height: place.height),
        front: maker.slices(of: parts.front, width: place.width, height: place.height),
        bullet: nil, replacing: element.style)
      return
    }
    var prompt = PromptLayout(
      self, element.record, width: element.box.width, scale: scale, background: .black)
    if let icon = element.iconBox(self) { prompt.icon = (icon.width, icon.height) }
    let padding = stage.points(choice.pack[PromptElement.self, element.record].padding) ?? 0
    let height = prompt.panelHeight(lines: room.lines, padding: padding)
    let sign = maker.bulletSize(parts.bullet, in: prompt)
    var bullet = SlicedImageRecord()
    bullet.image = sign == nil ? nil : parts.bullet
    element.images = PartImages(
      back: maker.slices(
        of: parts.back, width: place.width, height: max((height * scale).rounded, 1)),
      front: maker.slices(
        of: parts.front, width: (prompt.fieldWidth * scale).rounded,
        height: (prompt.fieldHeight * scale).rounded),
      bullet: maker.slices(of: bullet, width: sign?.width ?? 0, height: sign?.height ?? 0),
      replacing: nil)
  }
}

extension ThemePixmaps {
  /// The size in pixels of a bullet's image: its own, or smaller to fit the field's height.
  ///
  /// It is nil for an image that would not show each key pressed: a tiny one, or one that is wider than a quarter of the
  /// field.
  fileprivate func bulletSize(
    _ image: Int?, in prompt: borrowing PromptLayout
  ) -> (width: Int, height: Int)? {
    guard let image else { return nil }
    let own = imageSize(image)
    var (width, height) = (Fixed(Int(own.width)), Fixed(Int(own.height)))
    if height > prompt.fieldHeight {
      width = prompt.fieldHeight.scaled(by: Int64(own.width), over: Int64(own.height))
      height = prompt.fieldHeight
    }
    guard max(width, height) >= prompt.capHeight / 4, width <= prompt.fieldWidth / 4 else {
      return nil
    }
    return (max((width * scale).rounded, 1), max((height * scale).rounded, 1))
  }
}

extension ThemeLayout.Element {
  /// The style of an animation, without what images replace; nil for another element.
  var shownStyle: AnimationStyle? { images?.style ?? style }
}

extension Rectangle {
  /// The whole pixels of a box of a stage before the rotation: each edge rounded half up, at least one pixel.
  func pixels(scale: Fixed) -> PixelRectangle {
    ThemePixmaps.pixels(of: self, Transform.identity.scaled(by: scale))
  }
}
